import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { shortSha } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import type { IconName } from '../components/icon-names.ts'
import { Kbd } from '../components/kbd.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import { blockNames } from '../editor-model/editor-model.ts'
import { wordsOfQuery } from '../editor-model/filter-entries.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { listOutcomes } from '../editor-model/ledger.ts'
import { listTitles, titleOf } from '../editor-model/titles.ts'
import { draftNotes } from '../effects/draft.ts'
import { signOut } from '../effects/sign-in.ts'
import type { AppStore } from '../state/store.ts'
import { useServices } from '../state/store.ts'
import {
  blockTitles,
  dialogStrings,
  entryStrings,
  headerStrings,
  listStrings,
  outputStrings,
  railStrings,
} from '../strings/editor.ts'
import { pageStrings } from '../strings/page.ts'
import type { Commands } from './commands.ts'
import { useCommands } from './commands-context.ts'
import { TitleIcon } from './title-menu.tsx'

/** One line of the palette. */
interface PaletteItem {
  key: string
  group: 'entries' | 'commands' | 'commits'
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
  entries: dialogStrings.entriesHead,
  commands: dialogStrings.commandsHead,
  commits: dialogStrings.commitsHead,
}

/** Finds entries, commits and commands by their words, and runs what is chosen. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { store } = useServices()
  const commands = useCommands()
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const items = useMemo(() => listItems(store, commands), [])
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
          aria-label={dialogStrings.paletteSearch}
          placeholder={dialogStrings.paletteSearch}
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

/** At most 50 items that contain every word; without words, recent entries and all commands. */
function findItems(items: PaletteItem[], words: string[]): PaletteItem[] {
  if (words.length === 0) {
    const entries = items.filter(({ group }) => group === 'entries').slice(0, 5)
    return [...entries, ...items.filter(({ group }) => group === 'commands')].slice(0, maxResults)
  }
  const found: PaletteItem[] = []
  const room = { entries: 20, commands: 15, commits: 15 }
  for (const item of items) {
    if (room[item.group] === 0 || !words.every((word) => item.search.includes(word))) continue
    room[item.group] -= 1
    found.push(item)
  }
  return found
}

function listItems(store: AppStore, commands: Commands): PaletteItem[] {
  const state = store.get()
  const { range, history, focused } = state
  const config = currentConfig(state)
  const index = range.status === 'loaded' ? range.index : null
  const recent = focused === null ? [] : history.present.entries.filter(({ id }) => id === focused)
  const ordered = [...recent, ...history.present.entries.filter(({ id }) => id !== focused)]
  const entries = ordered.map((entry): PaletteItem => {
    const text = toPlainText(entry)
    const numbers = index
      ? entry.commits.flatMap((sha) => index.commits.get(sha)?.change?.pullRequests ?? [])
      : []
    const aside = [...new Set(numbers)].map((number) => `#${number}`).join(' ')
    return {
      key: `entry ${entry.id}`,
      group: 'entries',
      text,
      aside,
      search: `${text} ${aside}`.toLowerCase(),
      picture: <TitleIcon title={titleOf(entry, config)} />,
      run: () => commands.goToEntry(entry.id),
    }
  })
  const outcomes = index ? listOutcomes(history.present, index) : []
  const commits = outcomes.map(({ sha, subject, kind, entryId }): PaletteItem => {
    const place =
      kind === 'included'
        ? outputStrings.inNotes.toLowerCase()
        : kind === 'pending'
          ? outputStrings.toDraft.toLowerCase()
          : outputStrings.excluded.toLowerCase()
    return {
      key: `commit ${sha}`,
      group: 'commits',
      text: subject,
      aside: `${shortSha(sha)} · ${place}`,
      search: `${subject} ${sha}`.toLowerCase(),
      picture: <Icon name="git-commit-horizontal" />,
      run: () =>
        kind === 'included' ? commands.goToEntry(entryId!) : store.dispatch({ type: 'tab', tab: 'commits' }),
    }
  })
  return [...entries, ...listCommands(store, commands), ...commits]
}

function listCommands(store: AppStore, commands: Commands): PaletteItem[] {
  const state = store.get()
  const { selected, focused, history } = state
  const ids = selected.length > 0 ? selected : focused === null ? [] : [focused]
  const [first] = ids
  const command = (text: string, icon: IconName, run: () => void, keys?: string): PaletteItem => ({
    key: `command ${text}`,
    group: 'commands',
    text,
    search: text.toLowerCase(),
    picture: <Icon name={icon} />,
    run,
    ...(keys === undefined ? {} : { keys }),
  })
  const onEntry =
    first === undefined
      ? []
      : [
          command(entryStrings.edit, 'pencil', () => commands.edit(first), 'enter'),
          command(entryStrings.showEvidence, 'file-search', () => commands.showEvidence(first), 'E'),
          command(entryStrings.reword, 'sparkles', () => commands.openReword(ids), 'R'),
          command(entryStrings.markBreaking, 'zap', () => commands.toggleBreaking(ids), 'B'),
          command(entryStrings.lock, 'lock', () => commands.toggleLock(ids), 'L'),
          command(entryStrings.excludeItem, 'eye-off', () => commands.exclude(ids), '⌫'),
          ...listTitles(currentConfig(state)).map((title) =>
            command(`${entryStrings.moveTo.replace('…', ':')} ${title}`, 'arrow-right', () =>
              commands.moveTo(ids, title),
            ),
          ),
        ]
  return [
    command(headerStrings.publish, 'send', () => commands.open('publish'), 'mod+enter'),
    command(listStrings.addFirst, 'plus', () => commands.addEntry(), 'N'),
    ...blockNames.map((name) =>
      command(
        (history.present[name] === null ? listStrings.addBlock : listStrings.editBlock)(blockTitles[name]),
        'text-align-start',
        () => commands.editBlock(name),
      ),
    ),
    ...onEntry,
    command(pageStrings.undo, 'undo-2', () => commands.step('undo'), 'mod+Z'),
    command(pageStrings.redo, 'redo-2', () => commands.step('redo'), 'shift+mod+Z'),
    command(railStrings.attention, 'triangle-alert', () =>
      store.dispatch({ type: 'filter', filter: { kind: 'attention' } }),
    ),
    ...(['preview', 'markdown', 'checks', 'commits'] as const).map((tab, at) =>
      command(outputStrings[tab], 'file-text', () => store.dispatch({ type: 'tab', tab }), String(at + 1)),
    ),
    command(headerStrings.redraft, 'refresh-cw', () => void draftNotes(store)),
    command(headerStrings.changeRangeItem, 'git-branch', () =>
      store.dispatch({ type: 'show-view', view: 'range' }),
    ),
    command(headerStrings.configuration, 'settings', () =>
      store.dispatch({ type: 'show-panel', panel: 'configuration' }),
    ),
    command(headerStrings.exportDraft, 'upload', commands.exportDraft),
    command(headerStrings.shortcuts, 'keyboard', () => commands.open('shortcuts'), '?'),
    command(pageStrings.signOut, 'log-out', () => signOut(store)),
  ]
}
