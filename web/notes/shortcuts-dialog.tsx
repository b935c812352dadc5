import { Dialog } from '../components/dialog.tsx'

const shortcuts: [keys: string, description: string][] = [
  ['↑ ↓', 'go to the previous or next entry'],
  ['Enter', 'open the entry and edit its text'],
  ['Space', 'select the entry'],
  ['Alt + ↑ ↓', 'move the entry up or down within its category'],
  ['B', 'mark the entry as breaking, or not'],
  ['L', 'lock or unlock the entry'],
  ['Delete', 'exclude the entry'],
  ['Esc', 'save the text and close the entry'],
  ['Ctrl + Z', 'undo'],
  ['Ctrl + Shift + Z', 'redo'],
]

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <p class="quiet">
        These keys work while an entry in the list has the focus. Every action also has a button.
      </p>
      <dl class="shortcuts">
        {shortcuts.map(([keys, description]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
