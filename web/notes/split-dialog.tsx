import { useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { shortSha } from '../components/format.ts'
import type { EditorEntry } from '../editor-model/editor-model.ts'
import { useAppState, useDispatch } from '../state/store.ts'

/** Asks which commits of an entry move to a new entry. */
export function SplitDialog({ entry, onClose }: { entry: EditorEntry; onClose: () => void }) {
  const dispatch = useDispatch()
  const index = useAppState((state) => (state.range.status === 'loaded' ? state.range.index : null))
  const [chosen, setChosen] = useState<string[]>([])
  const split = () => {
    onClose()
    dispatch({ type: 'edit', action: { type: 'split', id: entry.id, commits: chosen }, announce: 'Split.' })
  }
  const toggle = (sha: string) =>
    setChosen(chosen.includes(sha) ? chosen.filter((each) => each !== sha) : [...chosen, sha])
  return (
    <Dialog
      title="Split entry"
      onClose={onClose}
      actions={
        <button
          type="button"
          class="main"
          disabled={chosen.length === 0 || chosen.length === entry.commits.length}
          onClick={split}
        >
          Split
        </button>
      }
    >
      <fieldset class="choices">
        <legend>Commits to move to a new entry. At least one commit must stay.</legend>
        {entry.commits.map((sha) => (
          <label key={sha} class="check">
            <input type="checkbox" checked={chosen.includes(sha)} onChange={() => toggle(sha)} />
            <span>
              <code>{shortSha(sha)}</code> {index?.commits.get(sha)?.subject}
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
