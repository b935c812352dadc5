import { useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { Checkbox } from '../components/field.tsx'
import { Kbd } from '../components/kbd.tsx'
import { readSingleKeys, saveSingleKeys } from '../storage/session.ts'
import { dialogStrings, shortcutStrings } from '../strings/dialogs.ts'

/** Lists the keyboard shortcuts, and turns single-key ones off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(readSingleKeys)
  return (
    <Dialog title={dialogStrings.shortcutsTitle} onClose={onClose} size="wide">
      <p class="hint">{dialogStrings.shortcutsHint}</p>
      <Checkbox
        label={dialogStrings.singleKeys}
        hint={dialogStrings.singleKeysHint}
        checked={isOn}
        onChange={(checked) => {
          saveSingleKeys(checked)
          setOn(checked)
        }}
      />
      <div class="shortcuts">
        {shortcutStrings.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([combinations, does]) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {combinations.map((combination) => (
                      <Kbd key={combination} keys={combination} />
                    ))}
                    <span class="sr-only">{combinations.join(', ')}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
