import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { startStrings as strings } from '../strings/start.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

/** One option of a combobox. */
export interface ComboboxOption {
  value: string
  /** Shown beside the value, for example a date. */
  hint?: string
  icon?: IconName
}

interface ComboboxProps {
  label: string
  /** Shown at the end of the label's line. */
  hint?: string
  icon?: IconName
  size?: 'md' | 'lg'
  placeholder?: string
  /** Shown at the end of the field. */
  aside?: ComponentChildren
  /** What is wrong with the value. */
  error?: string | null
  value: string
  /** Returns the options that match a query; called again while the user types. */
  search: (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>
  onChoose: (value: string) => void
  /** Identifies what is searched; the options are loaded again when it changes. */
  scope: string
}

const typingPauseMs = 220

/** A text field that suggests options while the user types, and accepts any text. */
export function Combobox({
  label,
  hint,
  icon,
  size = 'md',
  placeholder,
  aside,
  error = null,
  value,
  search,
  onChoose,
  scope,
}: ComboboxProps) {
  const { typed, open, active, options, state, show, choose, type, press } = useCombobox({
    value,
    search,
    onChoose,
    scope,
  })
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  // A value that arrives after the user entered the field is selected too, so that typing replaces it.
  useLayoutEffect(() => {
    if (document.activeElement === field.current && typed === value) field.current?.select()
  }, [value])
  const activeId = open && active >= 0 ? `${list}-${active}` : undefined
  return (
    <div class="labelled combobox">
      <div class="labelled-head">
        <label for={`${list}-field`}>{label}</label>
        {hint ? (
          <span class="hint" id={`${list}-hint`}>
            {hint}
          </span>
        ) : null}
      </div>
      <span class={size === 'lg' ? 'input-box input-box-lg' : 'input-box'}>
        {icon ? <Icon name={icon} /> : null}
        <input
          ref={field}
          id={`${list}-field`}
          role="combobox"
          aria-expanded={open}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${list}-error` : hint ? `${list}-hint` : undefined}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={placeholder}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onClick={show}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={() => choose(typed)}
        />
        {aside}
      </span>
      {error ? (
        <p class="field-error" id={`${list}-error`}>
          <Icon name="circle-alert" size={14} />
          {error}
        </p>
      ) : null}
      <div class="combobox-list" hidden={!open}>
        <Options list={list} label={label} options={options} active={active} onChoose={choose} />
        <p class="combobox-state" role="status">
          {open ? state : ''}
        </p>
      </div>
    </div>
  )
}

/** Holds the typed text, the matching options and the keyboard handling. */
function useCombobox({
  value,
  search,
  onChoose,
  scope,
}: Pick<ComboboxProps, 'value' | 'search' | 'onChoose' | 'scope'>) {
  // The text being typed; while it is null the field shows the chosen value.
  const [typing, setTyping] = useState<string | null>(null)
  const typed = typing ?? value
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { options, state } = useOptions({ open, query: typed === value ? '' : typed, search, scope })
  // When the options change, the active one is reset, so that Enter cannot choose an unexpected option.
  useLayoutEffect(() => setActive(-1), [options])

  const choose = (given: string) => {
    // An empty field keeps the current value.
    const next = given.trim() || value
    setOpen(false)
    setTyping(null)
    if (next !== value) onChoose(next)
  }
  const step = (by: 1 | -1) =>
    open ? setActive(Math.min(options.length - 1, Math.max(-1, active + by))) : setOpen(true)
  const leave = () => {
    setOpen(false)
    setTyping(null)
  }
  const press = (event: KeyboardEvent) => {
    const handlers: Record<string, (() => void) | undefined> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => choose(options[active]?.value ?? typed),
      Escape: open ? leave : undefined,
    }
    // While an input method composes a word, the keys belong to the input method.
    const handle = event.isComposing ? undefined : handlers[event.key]
    if (!handle) return
    event.preventDefault()
    handle()
  }
  const show = () => setOpen(true)
  const type = (text: string) => {
    setTyping(text)
    setActive(-1)
    show()
  }
  return { typed, open, active, options, state, show, choose, type, press }
}

interface OptionsProps {
  list: string
  label: string
  options: ComboboxOption[]
  active: number
  onChoose: (value: string) => void
}

function Options({ list, label, options, active, onChoose }: OptionsProps) {
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, active])
  return (
    <div id={list} role="listbox" aria-label={label}>
      {options.map(({ value, hint, icon }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
        <div
          key={`${value} ${hint}`}
          id={`${list}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The input must not lose the focus before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(value)}
        >
          {icon ? <Icon name={icon} size={14} /> : null}
          <span class="cut">{value}</span>
          {hint ? <span class="hint">{hint}</span> : null}
        </div>
      ))}
    </div>
  )
}

interface OptionSearch extends Pick<ComboboxProps, 'search' | 'scope'> {
  open: boolean
  query: string
}

interface FoundOptions {
  options: ComboboxOption[]
  state: string
}

/** Searches after a short pause in typing; a newer search cancels the older one. */
function useOptions({ open, query, search, scope }: OptionSearch): FoundOptions {
  const [found, setFound] = useState<FoundOptions>({ options: [], state: '' })
  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    setFound((before) => ({ ...before, state: strings.searching }))
    const timer = setTimeout(
      () =>
        search(query.trim(), controller.signal).then(
          (options) => {
            if (controller.signal.aborted) return
            setFound({
              options,
              state: options.length === 0 ? strings.noMatches(query.trim()) : '',
            })
          },
          (error: Error) => {
            if (!controller.signal.aborted) setFound({ options: [], state: error.message })
          },
        ),
      query === '' ? 0 : typingPauseMs,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [open, query, scope])
  return found
}
