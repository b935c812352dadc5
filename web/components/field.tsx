import type { ComponentChildren, RefObject } from 'preact'
import { useId, useState } from 'preact/hooks'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

/** What a field gives its control, so that the label, the hint and the error belong to it. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps {
  label: string
  /** Shown below the control. */
  hint?: ComponentChildren
  /** What is wrong with the value; shown in place of the hint. */
  error?: string | null
  /** Shown at the end of the label's line, for example "Optional" or a link. */
  aside?: ComponentChildren
  children: (props: ControlProps) => ComponentChildren
}

/** A label, a control, and the hint or the error below it. */
function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId()
  const described = error || hint ? `${id}-hint` : undefined
  return (
    <div class="labelled">
      <div class="labelled-head">
        <label for={id}>{label}</label>
        {typeof aside === 'string' ? <span class="hint">{aside}</span> : aside}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <p class="field-error" id={`${id}-hint`}>
          <Icon name="circle-alert" size={14} />
          {error}
        </p>
      ) : hint ? (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string
  onInput: (value: string) => void
  icon?: IconName
  size?: 'md' | 'lg'
  placeholder?: string
  /** Hides the text, and adds a button that reveals it; the names are those of the button. */
  secret?: { show: string; hide: string }
  autocomplete?: string
  maxLength?: number
  inputRef?: RefObject<HTMLInputElement | null>
}

/** A field for one line of text. */
export function TextField({
  value,
  onInput,
  icon,
  size = 'md',
  placeholder,
  secret,
  autocomplete = 'off',
  maxLength,
  inputRef,
  ...field
}: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...field}>
      {(props) => (
        <span class={size === 'lg' ? 'input-box input-box-lg' : 'input-box'}>
          {icon ? <Icon name={icon} /> : null}
          <input
            {...props}
            ref={inputRef ?? null}
            // The types of Preact know no input whose type changes.
            type={(secret && !isShown ? 'password' : 'text') as 'text'}
            value={value}
            placeholder={placeholder}
            maxLength={maxLength}
            autocomplete={autocomplete}
            autocapitalize="off"
            spellcheck={false}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          {secret ? (
            <IconButton
              size="sm"
              icon={isShown ? 'eye-off' : 'eye'}
              label={isShown ? secret.hide : secret.show}
              onClick={() => setShown(!isShown)}
            />
          ) : null}
        </span>
      )}
    </Field>
  )
}

interface TextAreaFieldProps extends Omit<FieldProps, 'children'> {
  value: string
  onInput: (value: string) => void
  placeholder?: string
  maxLength?: number
  rows?: number
}

/** A field for several lines of text. */
export function TextAreaField({
  value,
  onInput,
  placeholder,
  maxLength,
  rows = 3,
  ...field
}: TextAreaFieldProps) {
  return (
    <Field {...field}>
      {(props) => (
        <textarea
          {...props}
          class="text-area"
          rows={rows}
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface SearchFieldProps {
  label: string
  value: string
  onInput: (value: string) => void
  placeholder?: string
  size?: 'sm' | 'md'
  onKeyDown?: (event: KeyboardEvent) => void
  inputRef?: RefObject<HTMLInputElement | null>
  /** Shown at the end, for example a key. */
  children?: ComponentChildren
}

/** A search box whose label is read by screen readers only. */
export function SearchField({
  label,
  value,
  onInput,
  placeholder = label,
  size = 'md',
  onKeyDown,
  inputRef,
  children,
}: SearchFieldProps) {
  return (
    <div class={size === 'sm' ? 'search-box search-box-sm' : 'search-box'}>
      <Icon name="search" />
      <input
        ref={inputRef ?? null}
        class="search-input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {children}
    </div>
  )
}

interface CheckboxProps {
  label: ComponentChildren
  hint?: ComponentChildren
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with its label. */
export function Checkbox({ label, hint, checked, disabled = false, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <div class="option">
      <input
        id={id}
        type="checkbox"
        class="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <label for={id}>{label}</label>
        {hint ? (
          <span class="hint" id={`${id}-hint`}>
            {hint}
          </span>
        ) : null}
      </span>
    </div>
  )
}

/** One option of a group of radio buttons. */
export interface RadioOption<Value extends string> {
  value: Value
  label: string
  hint?: ComponentChildren
  icon?: IconName
  disabled?: boolean
}

interface RadioGroupProps<Value extends string> {
  legend: string
  /** Whether only screen readers read the legend. */
  hideLegend?: boolean
  value: Value
  options: readonly RadioOption<Value>[]
  onChange: (value: Value) => void
}

/** A segmented control: a group of two to four radio buttons in one line. */
export function Segmented<Value extends string>({
  legend,
  hideLegend = false,
  value,
  options,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset class="segmented">
      <legend class={hideLegend ? 'sr-only' : 'group-title'}>{legend}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              class="segment"
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.icon ? <Icon name={option.icon} /> : null}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A group of radio buttons, one per line; `cards` draws each as a card with its icon. */
export function RadioGroup<Value extends string>({
  legend,
  hideLegend = false,
  value,
  options,
  onChange,
  cards = false,
}: RadioGroupProps<Value> & { cards?: boolean }) {
  const name = useId()
  return (
    <fieldset class="radio-group">
      <legend class={hideLegend ? 'sr-only' : 'group-title'}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} class={cards ? 'card-option' : 'option'}>
          {cards && option.icon ? <Icon name={option.icon} /> : null}
          <input
            type="radio"
            class="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            aria-label={option.label}
            aria-describedby={option.hint ? `${name}-${option.value}` : undefined}
            onChange={() => onChange(option.value)}
          />
          <span>
            {cards ? <b>{option.label}</b> : option.label}
            {option.hint ? (
              <span class="hint" id={`${name}-${option.value}`}>
                {option.hint}
              </span>
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface SelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  disabled?: boolean
  /** `field` draws a border and the label above; `quiet` looks like a quiet button, and its label is read only. */
  look?: 'field' | 'quiet'
  hint?: ComponentChildren
}

/** A select of the browser. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  look = 'field',
  hint,
}: SelectProps<Value>) {
  const select = (props: Partial<ControlProps> & { 'aria-label'?: string }) => (
    <span class={look === 'field' ? 'select-box select-box-field' : 'select-box'}>
      <select
        {...props}
        class="select"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} />
    </span>
  )
  if (look === 'quiet') return select({ 'aria-label': label })
  return (
    <Field label={label} hint={hint}>
      {(props) => select(props)}
    </Field>
  )
}
