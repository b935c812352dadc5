import { saveFile } from '../components/save-file.ts'
import { fileNameOf } from '../configuration/formats.ts'
import { currentConfig, currentFormat } from '../configuration/use-format.ts'
import type { EditorAction } from '../editor-model/actions.ts'
import { type BlockName, displayRank, type EditorEntry } from '../editor-model/editor-model.ts'
import { type Finding, keyOfFinding, rejectedKey } from '../editor-model/finding.ts'
import { firstChanged, focusAfterRemoval, rangeBetween } from '../editor-model/focus-rules.ts'
import { listTitles, titleOf } from '../editor-model/titles.ts'
import { currentDraft } from '../effects/save-draft.ts'
import type { AppState, EditTarget } from '../state/app-state.ts'
import type { AppStore } from '../state/store.ts'
import { formatDraftFile } from '../storage/draft-file.ts'
import { blockTitles, doneStrings, listStrings } from '../strings/editor.ts'
import { focusRow, focusSelector } from './focus-row.ts'
import { allGroups, shownEntries } from './shown-entries.ts'

/** Everything that keys, menus, buttons and the command palette can do, with the focus that follows it. */
export type Commands = ReturnType<typeof createCommands>

/** Creates the commands of a page. */
export function createCommands(store: AppStore) {
  const state = () => store.get()
  const entryOf = (id: string) => state().history.present.entries.find((each) => each.id === id)
  const order = () => shownEntries(state()).order
  const edit = (action: EditorAction, announce?: string) =>
    store.dispatch(announce === undefined ? { type: 'edit', action } : { type: 'edit', action, announce })
  const clearSelection = () => store.dispatch({ type: 'select', ids: [] })
  const startEditing = (target: EditTarget | null) => store.dispatch({ type: 'start-editing', target })
  /** Keeps the selection in the order of the list. */
  const inOrder = (ids: string[]) => {
    const shown = order()
    return ids.toSorted((one, other) => shown.indexOf(one) - shown.indexOf(other))
  }

  const commands = {
    focus: (id: string | null) => focusRow(store, id),
    focusBeside: (id: string, by: 1 | -1) => {
      const shown = order()
      const next = shown[shown.indexOf(id) + by]
      if (next !== undefined) focusRow(store, next)
    },
    focusEnd: (end: 'first' | 'last') => focusRow(store, order().at(end === 'first' ? 0 : -1) ?? null),
    focusCategory: (id: string, by: 1 | -1) => {
      const { groups } = shownEntries(state())
      const at = groups.findIndex(({ entries }) => entries.some((each) => each.id === id))
      const next = groups[at + by]?.entries[0]
      if (next) focusRow(store, next.id)
    },
    edit: (id: string) => startEditing({ kind: 'entry', id }),
    editNext: (id: string) => {
      const shown = order()
      const next = shown[shown.indexOf(id) + 1]
      if (next === undefined) commands.finish(id)
      else startEditing({ kind: 'entry', id: next })
    },
    finish: (id: string) => {
      startEditing(null)
      focusRow(store, id)
    },
    /** Saves what was typed; an emptied entry is excluded. */
    setText: (id: string, text: string) => {
      const next = focusAfterRemoval(order(), [id])
      if (text.trim() !== '') edit({ type: 'set-text', id, text })
      else {
        edit({ type: 'set-text', id, text }, doneStrings.excluded)
        focusRow(store, next)
      }
    },
    addEntry: (title?: string) => {
      const current = state()
      const { filter, focused } = current
      const near = focused === null ? undefined : entryOf(focused)
      const config = currentConfig(current)
      const titles = listTitles(config)
      const chosen =
        title ??
        (filter.kind === 'title'
          ? filter.title
          : near
            ? titleOf(near, config)
            : (allGroups(current).find(({ entries }) => entries.length > 0)?.title ?? titles[0]!))
      if (filter.kind !== 'all' && filter.kind !== 'title')
        store.dispatch({ type: 'filter', filter: { kind: 'all' } })
      if (current.query !== '') store.dispatch({ type: 'search', query: '' })
      store.dispatch({ type: 'show-side', side: 'entries' })
      startEditing({ kind: 'new', title: chosen, after: null })
    },
    finishNew: (title: string, text: string) => {
      const before = new Set(state().history.present.entries.map(({ id }) => id))
      startEditing(null)
      if (text.trim() === '') {
        focusRow(store, null)
        return
      }
      edit({ type: 'add-entry', title, text }, doneStrings.added)
      const created = state().history.present.entries.find(({ id }) => !before.has(id))
      focusRow(store, created?.id ?? null, { flash: true })
    },
    editBlock: (name: BlockName) => {
      store.dispatch({ type: 'filter', filter: { kind: 'all' } })
      store.dispatch({ type: 'show-side', side: 'entries' })
      startEditing({ kind: 'block', name })
    },
    finishBlock: (name: BlockName, text: string) => {
      edit({ type: 'set-block', name, text })
      startEditing(null)
      if (text.trim() === '') focusRow(store, null)
      else focusSelector(`[data-block="${name}"] [data-edit]`)
    },
    saveBlock: (name: BlockName, text: string) => edit({ type: 'set-block', name, text }),
    removeBlock: (name: BlockName) => {
      startEditing(null)
      edit({ type: 'set-block', name, text: null }, listStrings.blockRemoved(blockTitles[name]))
      focusRow(store, null)
    },
    exclude: (ids: string[]) => {
      const next = focusAfterRemoval(order(), ids)
      edit(
        { type: 'exclude', ids },
        ids.length === 1 ? doneStrings.excluded : doneStrings.excludedMany(ids.length),
      )
      clearSelection()
      focusRow(store, next)
    },
    toggleBreaking: (ids: string[], breaking = !ids.every((id) => entryOf(id)?.breaking)) => {
      const said = breaking ? doneStrings.breaking : doneStrings.notBreaking
      edit(
        { type: 'set-breaking', ids, breaking },
        ids.length > 1 && breaking ? doneStrings.breakingMany(ids.length) : said,
      )
    },
    toggleLock: (ids: string[], locked = !ids.every((id) => entryOf(id)?.locked)) => {
      const said = locked ? doneStrings.locked : doneStrings.unlocked
      edit(
        { type: 'set-locked', ids, locked },
        ids.length > 1 && locked ? doneStrings.lockedMany(ids.length) : said,
      )
    },
    moveBy: (id: string, by: 1 | -1) => {
      edit({ type: 'move', id, by }, by === 1 ? doneStrings.movedDown : doneStrings.movedUp)
      focusRow(store, id)
    },
    moveTo: (ids: string[], title: string) => {
      const [first] = inOrder(ids)
      edit(
        { type: 'set-category', ids, title },
        ids.length === 1 ? doneStrings.movedTo(title) : doneStrings.movedManyTo(ids.length, title),
      )
      clearSelection()
      if (first !== undefined) focusRow(store, first, { flash: true })
    },
    /** Drops an entry beside another one; within a category, breaking changes and advisories come first. */
    drop: (id: string, target: { beside: string; after: boolean } | { title: string }) => {
      if ('title' in target) {
        commands.moveTo([id], target.title)
        return
      }
      edit(
        { type: 'place', id, ...target },
        isSnapped(state(), id, target.beside) ? doneStrings.snapped : doneStrings.moved,
      )
      focusRow(store, id, { flash: true })
    },
    mergeWithPrevious: (id: string) => {
      const group = allGroups(state()).find(({ entries }) => entries.some((each) => each.id === id))
      const previous = group?.entries[group.entries.findIndex((each) => each.id === id) - 1]
      if (previous) commands.merge([previous.id, id])
    },
    merge: (ids: string[]) => {
      if (ids.length < 2) return
      edit({ type: 'merge', ids }, doneStrings.merged(ids.length))
      clearSelection()
      const merged = ids.find((id) => entryOf(id) !== undefined)
      focusRow(store, merged ?? null, { flash: true })
    },
    split: (id: string, commits: string[]) => {
      const before = new Set(state().history.present.entries.map((each) => each.id))
      edit({ type: 'split', id, commits }, doneStrings.split)
      const part = state().history.present.entries.find((each) => !before.has(each.id))
      focusRow(store, part?.id ?? id, { flash: true })
    },
    openSplit: (id: string) => store.dispatch({ type: 'show-dialog', dialog: { kind: 'split', id } }),
    openReword: (ids: string[]) => {
      const free = ids.filter((id) => {
        const entry = entryOf(id)
        return entry !== undefined && !entry.locked && entry.commits.length > 0
      })
      if (free.length > 0) store.dispatch({ type: 'show-dialog', dialog: { kind: 'reword', ids: free } })
    },
    select: (id: string, { toggle = true, extend = false } = {}) => {
      const { selected, focused } = state()
      const from = selected.at(-1) ?? focused
      if (extend && from !== null) {
        const ids = rangeBetween(order(), from, id)
        store.dispatch({ type: 'select', ids: [...new Set([...selected, ...ids])] })
      } else store.dispatch({ type: 'toggle', id, selected: toggle ? !selected.includes(id) : true })
    },
    extendSelection: (id: string, by: 1 | -1) => {
      const shown = order()
      const next = shown[shown.indexOf(id) + by]
      if (next === undefined) return
      const { selected } = state()
      store.dispatch({ type: 'select', ids: [...new Set([...selected, id, next])] })
      focusRow(store, next)
    },
    selectAll: () => store.dispatch({ type: 'select', ids: order() }),
    clearSelection,
    showEvidence: (id: string) => {
      store.dispatch({ type: 'show-evidence', id })
      focusSelector('.evidence-title')
    },
    showEvidenceBeside: (by: 1 | -1) => {
      const { evidence } = state()
      const shown = order()
      const next = evidence === null ? undefined : shown[shown.indexOf(evidence) + by]
      if (next !== undefined) commands.showEvidence(next)
    },
    closeEvidence: () => {
      const { evidence } = state()
      store.dispatch({ type: 'show-evidence', id: null })
      if (evidence !== null) focusRow(store, evidence)
    },
    keepWording: (id: string, finding: Finding) => {
      edit({ type: 'keep-wording', id, check: keyOfFinding(finding) }, doneStrings.keptWording)
      focusRow(store, id)
    },
    dismissRejection: (id: string) => {
      edit({ type: 'keep-wording', id, check: rejectedKey }, doneStrings.dismissed)
      focusRow(store, id)
    },
    resolveConflict: (id: string, use: 'mine' | 'draft') => {
      edit(
        { type: 'resolve-conflict', id, use },
        use === 'mine' ? doneStrings.keptMine : doneStrings.usedNewDraft,
      )
      focusRow(store, id)
    },
    restoreDraft: (id: string) => edit({ type: 'restore-draft', id }, doneStrings.restored),
    include: (target: { sha: string } | { entryId: string }) =>
      edit(
        'sha' in target
          ? { type: 'include-commits', shas: [target.sha] }
          : { type: 'restore', ids: [target.entryId] },
        listStrings.included,
      ),
    goToEntry: (id: string) => {
      if (!order().includes(id)) {
        store.dispatch({ type: 'filter', filter: { kind: 'all' } })
        store.dispatch({ type: 'search', query: '' })
      }
      store.dispatch({ type: 'show-side', side: 'entries' })
      store.dispatch({ type: 'show-panel', panel: 'entries' })
      focusRow(store, id, { flash: true })
    },
    /** Undoes or redoes a step; the first entry that changed gets the focus if it is shown. */
    step: (direction: 'undo' | 'redo') => {
      const before = state().history.present
      const shown = order()
      store.dispatch({ type: direction })
      const after = state().history.present
      if (after === before) return
      const changed = firstChanged(before, after, order())
      const left = new Set(after.entries.map(({ id }) => id))
      const gone = before.entries.map(({ id }) => id).filter((id) => !left.has(id))
      if (changed !== null) focusRow(store, changed)
      else if (gone.length > 0) focusRow(store, focusAfterRemoval(shown, gone))
    },
    exportDraft: () => {
      const draft = currentDraft(state(), Date.now())
      if (draft) saveFile('notewright-draft.json', 'application/json', formatDraftFile(draft))
    },
    download: (text: string) =>
      saveFile(fileNameOf(currentFormat(state()), currentConfig(state())), 'text/markdown', text),
    copy: async (text: string) => {
      try {
        await navigator.clipboard.writeText(text)
        store.dispatch({ type: 'announce', text: doneStrings.copied })
      } catch {
        // Some browsers allow copying only over HTTPS.
        store.dispatch({ type: 'announce', text: doneStrings.couldNotCopy })
      }
    },
    open: (kind: 'palette' | 'publish' | 'share' | 'shortcuts' | 'heading') =>
      store.dispatch({ type: 'show-dialog', dialog: { kind } }),
  }
  return commands
}

/** Whether an entry will be printed elsewhere than where it is dropped, because of its rank. */
function isSnapped({ history }: AppState, id: string, beside: string): boolean {
  const find = (wanted: string): EditorEntry | undefined =>
    history.present.entries.find((each) => each.id === wanted)
  const entry = find(id)
  const target = find(beside)
  return entry !== undefined && target !== undefined && displayRank(entry) !== displayRank(target)
}
