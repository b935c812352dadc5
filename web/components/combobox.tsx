import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** One option of a combobox. */
export interface ComboboxOption {
  value: string
  /** Shown beside the value, for example a date. */
  hint?: string
}

interface ComboboxProps {
  label: string
  hint?: string
  value: string
  /** Returns the options that match a query; called again while the user types. */
  search: (query: string, signal: AbortSignal) => Promise<ComboboxOption[]>
  onChoose: (value: string) => void
  /** Identifies what is searched; the options are loaded again when it changes. */
  scope: string
}

const typingPauseMs = 220

/** A text field that suggests options while the user types, and accepts any text. */
export function Combobox({ label, hint, value, search, onChoose, scope }: ComboboxProps) {
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
    <div class="field combobox">
      <label for={`${list}-field`}>{label}</label>
      <input
        ref={field}
        id={`${list}-field`}
        role="combobox"
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        aria-describedby={hint ? `${list}-hint` : undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onClick={show}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => choose(typed)}
      />
      {hint ? (
        <p class="hint" id={`${list}-hint`}>
          {hint}
        </p>
      ) : null}
      <div class="popup" hidden={!open}>
        <Options list={list} label={label} options={options} active={active} onChoose={choose} />
        <p class="quiet popup-state" role="status">
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
    <div id={list} role="listbox" aria-label={label} class="options">
      {options.map(({ value, hint }, index) => (
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
          <span class="option-name">{value}</span>
          {hint ? <span class="quiet">{hint}</span> : null}
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
    setFound((before) => ({ ...before, state: 'Searching…' }))
    const timer = setTimeout(
      () =>
        search(query.trim(), controller.signal).then(
          (options) => {
            if (controller.signal.aborted) return
            setFound({
              options,
              state: options.length === 0 ? 'No matches. The text is used as typed.' : '',
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
