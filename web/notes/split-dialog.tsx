import { useState } from 'preact/hooks'
import type { Item } from '../editor-model/editor-model.ts'
import { Dialog } from '../parts/dialog.tsx'
import { shortSha } from '../parts/words.ts'
import { useApp, useSend } from '../state/store.ts'

/** Asks which commits of an entry get an entry of their own. */
export function SplitDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const send = useSend()
  const index = useApp((state) => (state.range.is === 'known' ? state.range.index : null))
  const [chosen, setChosen] = useState<string[]>([])
  const split = () => {
    onClose()
    send({ type: 'act', act: { do: 'split', id: item.id, commits: chosen }, said: 'Split in two.' })
  }
  const toggle = (sha: string) =>
    setChosen(chosen.includes(sha) ? chosen.filter((each) => each !== sha) : [...chosen, sha])
  return (
    <Dialog
      title="Split the entry"
      onClose={onClose}
      actions={
        <button
          type="button"
          class="main"
          disabled={chosen.length === 0 || chosen.length === item.commits.length}
          onClick={split}
        >
          Split
        </button>
      }
    >
      <fieldset class="choices">
        <legend>Which commits get an entry of their own? At least one must stay.</legend>
        {item.commits.map((sha) => (
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
