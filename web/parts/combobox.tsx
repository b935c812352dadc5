import { useEffect, useId, useRef, useState } from 'preact/hooks'

/** One thing to choose. */
export interface Option {
  value: string
  /** Said beside the value: a date, a kind. */
  hint?: string
}

interface ComboboxProps {
  label: string
  hint?: string
  value: string
  /** Finds what fits some letters; asked again while they are typed. */
  search: (query: string, signal: AbortSignal) => Promise<Option[]>
  onChoose: (value: string) => void
  /** Changes when what can be found changes. */
  about: string
}

const pauseMs = 220

/** A field that offers what fits while one types, and takes whatever is typed. */
export function Combobox({ label, hint, value, search, onChoose, about }: ComboboxProps) {
  const [typed, setTyped] = useState(value)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { options, state } = useOptions(open, typed === value ? '' : typed, search, about)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setTyped(value), [value])

  const choose = (next: string) => {
    setOpen(false)
    setTyped(next)
    if (next !== value) onChoose(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setOpen(true)
      const by = event.key === 'ArrowDown' ? 1 : -1
      setActive(Math.min(options.length - 1, Math.max(-1, active + by)))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(options[active]?.value ?? typed.trim())
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
      setTyped(value)
    }
  }
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
        onClick={() => setOpen(true)}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => choose(typed.trim() === '' ? value : typed.trim())}
      />
      {hint ? (
        <p class="hint" id={`${list}-hint`}>
          {hint}
        </p>
      ) : null}
      <div class="popup" hidden={!open}>
        <div id={list} role="listbox" aria-label={label} class="options">
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard and hears its keys
            <div
              key={`${option.value} ${option.hint}`}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field must not lose the keyboard before the choice is made.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option.value)}
            >
              <span class="option-name">{option.value}</span>
              {option.hint ? <span class="quiet">{option.hint}</span> : null}
            </div>
          ))}
        </div>
        <p class="quiet popup-state" role="status">
          {open ? state : ''}
        </p>
      </div>
    </div>
  )
}

/** What fits, asked for after a short pause; what was asked for before is dropped. */
function useOptions(open: boolean, query: string, search: ComboboxProps['search'], about: string) {
  const [found, setFound] = useState<{ options: Option[]; state: string }>({ options: [], state: '' })
  useEffect(() => {
    if (!open) return
    const work = new AbortController()
    setFound((before) => ({ ...before, state: 'Looking…' }))
    const timer = setTimeout(
      () =>
        search(query.trim(), work.signal).then(
          (options) => {
            if (work.signal.aborted) return
            setFound({
              options,
              state: options.length === 0 ? 'Nothing fits. What you type is taken as it is.' : '',
            })
          },
          (error: Error) => {
            if (!work.signal.aborted) setFound({ options: [], state: error.message })
          },
        ),
      query === '' ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      work.abort()
    }
  }, [open, query, about])
  return found
}
