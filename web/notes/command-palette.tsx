import { shortSha } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import type { IconName } from '../components/icon-names.ts'
import { PaletteDialog, type PaletteItem } from '../components/palette-dialog.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import { blockNames } from '../editor-model/editor-model.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { listOutcomes } from '../editor-model/ledger.ts'
import { listTitles, titleOf } from '../editor-model/titles.ts'
import { draftNotes } from '../effects/draft.ts'
import { signOut } from '../effects/sign-in.ts'
import type { AppStore } from '../state/store.ts'
import { useServices } from '../state/store.ts'
import { dialogStrings } from '../strings/dialogs.ts'
import {
  blockTitles,
  entryStrings,
  headerStrings,
  listStrings,
  outputStrings,
  railStrings,
} from '../strings/editor.ts'
import { pageStrings } from '../strings/page.ts'
import { shareStrings } from '../strings/share.ts'
import type { Commands } from './commands.ts'
import { useCommands } from './commands-context.ts'
import { TitleIcon } from './title-menu.tsx'

/** Finds entries, commits and commands by their words, and runs what is chosen. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { store } = useServices()
  const commands = useCommands()
  return (
    <PaletteDialog
      label={dialogStrings.paletteSearch}
      list={() => listItems(store, commands)}
      onClose={onClose}
    />
  )
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
    command(shareStrings.share, 'share-2', () => commands.open('share')),
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
