import { Button, IconButton } from '../components/button.tsx'
import { MenuButton } from '../components/menu.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import { useAppState, useServices } from '../state/store.ts'
import { selectionStrings } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import { focusRow } from './focus-row.ts'
import { titleItems } from './title-menu.tsx'

/** The actions for all selected entries. */
export function SelectionBar() {
  const { store } = useServices()
  const commands = useCommands()
  const ids = useAppState((state) => state.selected)
  const config = useAppState(currentConfig)
  if (ids.length === 0) return null
  const clear = () => {
    commands.clearSelection()
    focusRow(store, store.get().focused)
  }
  return (
    <div class="selection-bar" role="toolbar" aria-label={selectionStrings.bar}>
      <span class="selection-count">{selectionStrings.selected(ids.length)}</span>
      <MenuButton
        label={selectionStrings.moveTo}
        items={() => titleItems(config, null, (title) => commands.moveTo(ids, title))}
      >
        {(props) => (
          <Button kind="dark" icon="arrow-right" aria-label={selectionStrings.moveTo} {...props}>
            <span class="selection-label">{selectionStrings.moveTo}</span>
          </Button>
        )}
      </MenuButton>
      {ids.length > 1 ? (
        <BarButton icon="merge" label={selectionStrings.merge} onClick={() => commands.merge(ids)} />
      ) : null}
      <BarButton icon="zap" label={selectionStrings.breaking} onClick={() => commands.toggleBreaking(ids)} />
      <BarButton icon="lock" label={selectionStrings.lock} onClick={() => commands.toggleLock(ids)} />
      <BarButton icon="sparkles" label={selectionStrings.reword} onClick={() => commands.openReword(ids)} />
      <BarButton icon="eye-off" label={selectionStrings.exclude} onClick={() => commands.exclude(ids)} />
      <IconButton
        icon="x"
        class="icon-btn-dark"
        label={selectionStrings.clear}
        keys="escape"
        onClick={clear}
      />
    </div>
  )
}

interface BarButtonProps {
  icon: Parameters<typeof IconButton>[0]['icon']
  label: string
  onClick: () => void
}

function BarButton({ icon, label, onClick }: BarButtonProps) {
  return (
    <Button kind="dark" icon={icon} aria-label={label} onClick={onClick}>
      <span class="selection-label">{label}</span>
    </Button>
  )
}
