import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { wordsOfQuery } from '../editor-model/filter-entries.ts'
import { dialogStrings } from '../strings/dialogs.ts'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import '../style/palette.css'

/** One line of the palette. */
export interface PaletteItem {
  key: string
  group: keyof typeof groupTitles
  text: string
  /** What a search finds it by, in lower case. */
  search: string
  aside?: string
  picture: ComponentChildren
  keys?: string
  run: () => void
}

const maxResults = 50
const groupTitles = {
  drafts: dialogStrings.draftsHead,
  entries: dialogStrings.entriesHead,
  commands: dialogStrings.commandsHead,
  commits: dialogStrings.commitsHead,
}

interface PaletteProps {
  /** The name of the search field. */
  label: string
  list: () => PaletteItem[]
  onClose: () => void
}

/** Finds items by their words, and runs what is chosen. */
export function PaletteDialog({ label, list, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const items = useMemo(list, [])
  const words = wordsOfQuery(query)
  const found = useMemo(() => findItems(items, words), [items, query])
  useLayoutEffect(() => {
    const before = document.activeElement
    const element = dialog.current!
    element.showModal()
    return () => {
      element.close()
      // A command moves the focus itself; only closing the palette gives it back.
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
        before.focus()
    }
  }, [])
  const chosen = found[Math.min(at, found.length - 1)]
  const run = (item: PaletteItem) => {
    onClose()
    // The palette closes before the command opens what it opens.
    setTimeout(item.run)
  }
  const move = (to: number) => {
    const next = (to + found.length) % Math.max(1, found.length)
    setAt(next)
    document.getElementById(`palette-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const handlers: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Enter: () => {
        if (chosen) run(chosen)
      },
    }
    const handle = handlers[event.key]
    if (!handle) return
    event.preventDefault()
    handle()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      class="palette"
      aria-label={dialogStrings.palette}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          placeholder={label}
          aria-expanded="true"
          aria-controls="palette-results"
          aria-activedescendant={chosen ? `palette-${found.indexOf(chosen)}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="palette-results" role="listbox" aria-label={dialogStrings.results} class="palette-results">
        {found.map((item, index) => (
          <>
            {item.group === found[index - 1]?.group ? null : (
              <div key={item.group} role="presentation" class="palette-head">
                {groupTitles[item.group]}
              </div>
            )}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys */}
            <div
              key={item.key}
              id={`palette-${index}`}
              role="option"
              aria-selected={item === chosen}
              class="palette-item"
              onPointerMove={() => setAt(index)}
              onClick={() => run(item)}
            >
              {item.picture}
              <span class="grow cut">
                <MarkedText text={item.text} words={words} />
                {item.aside ? <span class="hint"> {item.aside}</span> : null}
              </span>
              {item.keys ? <Kbd keys={item.keys} /> : null}
            </div>
          </>
        ))}
        {found.length === 0 ? (
          <div role="presentation" class="palette-head">
            {dialogStrings.nothingFound}
          </div>
        ) : null}
      </div>
      <div class="palette-foot" aria-hidden="true">
        <Kbd keys="up+down" /> {dialogStrings.toMove} <Kbd keys="enter" /> {dialogStrings.toRun}{' '}
        <Kbd keys="escape" /> {dialogStrings.toClose}
      </div>
    </dialog>
  )
}

function MarkedText({ text, words }: { text: string; words: string[] }) {
  if (words.length === 0) return <>{text}</>
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})`,
    'giu',
  )
  return <>{text.split(pattern).map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))}</>
}

/** At most 50 items that contain every word; without words, recent ones and all commands. */
function findItems(items: PaletteItem[], words: string[]): PaletteItem[] {
  if (words.length === 0) {
    const recent = items.filter(({ group }) => group === 'entries' || group === 'drafts').slice(0, 5)
    return [...recent, ...items.filter(({ group }) => group === 'commands')].slice(0, maxResults)
  }
  const found: PaletteItem[] = []
  const room = { drafts: 20, entries: 20, commands: 15, commits: 15 }
  for (const item of items) {
    if (room[item.group] === 0 || !words.every((word) => item.search.includes(word))) continue
    room[item.group] -= 1
    found.push(item)
  }
  return found
}
