import { Dialog } from '../parts/dialog.tsx'

const keys: [keys: string, meaning: string][] = [
  ['↑ ↓', 'from entry to entry'],
  ['Enter', 'open the entry and edit its text'],
  ['Space', 'select the entry'],
  ['Alt + ↑ ↓', 'move the entry up or down within its category'],
  ['B', 'mark it as breaking, or not'],
  ['L', 'lock it, or unlock it'],
  ['Delete', 'leave it out'],
  ['Esc', 'close the entry, keep what was typed'],
  ['Ctrl + Z', 'undo'],
  ['Ctrl + Shift + Z', 'redo'],
]

/** The keys of the list, in one place. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <p class="quiet">They work while an entry of the list has the keyboard. Everything has a button too.</p>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
