import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks'

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
  const { typed, open, active, options, state, show, choose, type, press } = useChoosing({
    value,
    search,
    onChoose,
    about,
  })
  const list = useId()
  const activeId = open && active >= 0 ? `${list}-${active}` : undefined
  return (
    <div class="field combobox">
      <label for={`${list}-field`}>{label}</label>
      <input
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

/** What is typed, what of it is offered, and what keys do about it. */
function useChoosing({
  value,
  search,
  onChoose,
  about,
}: Pick<ComboboxProps, 'value' | 'search' | 'onChoose' | 'about'>) {
  // What somebody is typing; until they do, the field shows what is chosen.
  const [typing, setTyping] = useState<string | null>(null)
  const typed = typing ?? value
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { options, state } = useOptions({ open, query: typed === value ? '' : typed, search, about })
  // Other options under the same key would be somebody's choice without their knowing.
  useLayoutEffect(() => setActive(-1), [options])

  const choose = (given: string) => {
    // An empty field is no choice.
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
    const doneBy: Record<string, (() => void) | undefined> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => choose(options[active]?.value ?? typed),
      Escape: open ? leave : undefined,
    }
    // While a word is being composed, its keys belong to the keyboard's own window.
    const work = event.isComposing ? undefined : doneBy[event.key]
    if (!work) return
    event.preventDefault()
    work()
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
  options: Option[]
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
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard and hears its keys
        <div
          key={`${value} ${hint}`}
          id={`${list}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The field must not lose the keyboard before the choice is made.
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

/** What fits, asked for after a short pause; what was asked for before is dropped. */
interface Looking extends Pick<ComboboxProps, 'search' | 'about'> {
  open: boolean
  query: string
}

function useOptions({ open, query, search, about }: Looking) {
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
