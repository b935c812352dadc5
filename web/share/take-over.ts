import { fitToRange } from '../editor-model/rebase.ts'
import { showDraft } from '../effects/save-draft.ts'
import type { SharedState } from '../state/app-state.ts'
import type { AppServices } from '../state/store.ts'
import { shareStrings as strings } from '../strings/share.ts'
import { mergeDrafts } from './merge-drafts.ts'

/**
 * Makes a shared draft the user's own and opens it. An own draft of the same range is merged or replaced, and undo
 * brings it back.
 */
export function takeOver(
  { store }: Pick<AppServices, 'store'>,
  { draft, own }: Extract<SharedState, { status: 'ready' }>,
  use: 'merge' | 'replace',
): void {
  store.dispatch({ type: 'shared', shared: null })
  if (!own) {
    showDraft({ store }, draft)
    // Saves the draft, which this browser does not have yet.
    store.dispatch({ type: 'other-version', exists: false })
    store.dispatch({ type: 'announce', text: strings.takenOver })
    return
  }
  showDraft({ store }, own)
  const { range, history } = store.get()
  if (range.status !== 'loaded') return
  const { answer, commits } = range.index
  const taken = use === 'replace' ? draft.editor : mergeDrafts(history.present, draft.editor)
  // My draft may be of other commits, if a branch has moved since.
  const editor = fitToRange(taken, new Set(commits.keys()), answer.omitted)
  const conflicts = editor.entries.filter(({ offer }) => offer?.isShared).length
  const done =
    use === 'replace'
      ? strings.replaced
      : conflicts === 0
        ? strings.merged
        : strings.mergedConflicts(conflicts)
  store.dispatch({ type: 'edit', action: { type: 'replace', editor }, announce: done })
}
