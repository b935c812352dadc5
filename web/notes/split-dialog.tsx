import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Checkbox } from '../components/field.tsx'
import { shortSha } from '../components/format.ts'
import { useAppState } from '../state/store.ts'
import { dialogStrings } from '../strings/dialogs.ts'
import { pageStrings } from '../strings/page.ts'
import { useCommands } from './commands-context.ts'

/** Asks which commits of an entry move to a new entry. */
export function SplitDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const commands = useCommands()
  const index = useAppState((state) => (state.range.status === 'loaded' ? state.range.index : null))
  const entry = useAppState((state) => state.history.present.entries.find((each) => each.id === id))
  const [chosen, setChosen] = useState<string[]>([])
  if (!entry) return null
  const split = () => {
    onClose()
    commands.split(id, chosen)
  }
  return (
    <Dialog
      title={dialogStrings.splitTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{pageStrings.cancel}</Button>
          <Button
            kind="ink"
            disabled={chosen.length === 0 || chosen.length === entry.commits.length}
            onClick={split}
          >
            {dialogStrings.split}
          </Button>
        </>
      }
    >
      <fieldset class="choices">
        <legend class="hint">{dialogStrings.splitHint}</legend>
        {entry.commits.map((sha) => (
          <Checkbox
            key={sha}
            label={
              <>
                <code class="sha">{shortSha(sha)}</code> {index?.commits.get(sha)?.subject}
              </>
            }
            checked={chosen.includes(sha)}
            onChange={(isChosen) =>
              setChosen(isChosen ? [...chosen, sha] : chosen.filter((each) => each !== sha))
            }
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
