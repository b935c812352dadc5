import type { MenuItem } from '../components/menu.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import type { EditorEntry } from '../editor-model/editor-model.ts'
import { titleOf } from '../editor-model/titles.ts'
import type { AppStore } from '../state/store.ts'
import { entryStrings } from '../strings/editor.ts'
import type { Commands } from './commands.ts'
import { titleItems } from './title-menu.tsx'

/** The menu of one entry. */
export function entryMenu(entry: EditorEntry, store: AppStore, commands: Commands): MenuItem[] {
  const { id, breaking, locked, commits } = entry
  const config = currentConfig(store.get())
  return [
    { label: entryStrings.edit, icon: 'pencil', keys: 'enter', onChoose: () => commands.edit(id) },
    {
      label: entryStrings.showEvidence,
      icon: 'file-search',
      keys: 'E',
      onChoose: () => commands.showEvidence(id),
    },
    {
      label: entryStrings.reword,
      icon: 'sparkles',
      keys: 'R',
      disabled: locked || commits.length === 0,
      onChoose: () => commands.openReword([id]),
    },
    'separator',
    {
      label: entryStrings.moveTo,
      icon: 'arrow-right',
      items: titleItems(config, titleOf(entry, config), (title) => commands.moveTo([id], title)),
    },
    {
      label: breaking ? entryStrings.markNotBreaking : entryStrings.markBreaking,
      icon: 'zap',
      keys: 'B',
      onChoose: () => commands.toggleBreaking([id]),
    },
    {
      label: locked ? entryStrings.unlock : entryStrings.lock,
      icon: locked ? 'lock-open' : 'lock',
      keys: 'L',
      onChoose: () => commands.toggleLock([id]),
    },
    {
      label: entryStrings.mergePrevious,
      icon: 'merge',
      keys: 'M',
      onChoose: () => commands.mergeWithPrevious(id),
    },
    {
      label: entryStrings.split,
      icon: 'split',
      disabled: commits.length < 2,
      onChoose: () => commands.openSplit(id),
    },
    { label: entryStrings.moveUp, icon: 'arrow-up', keys: 'alt+up', onChoose: () => commands.moveBy(id, -1) },
    {
      label: entryStrings.moveDown,
      icon: 'arrow-down',
      keys: 'alt+down',
      onChoose: () => commands.moveBy(id, 1),
    },
    {
      label: entryStrings.selectItem,
      icon: 'square-check',
      keys: 'X',
      onChoose: () => commands.select(id, { toggle: false }),
    },
    'separator',
    {
      label: entryStrings.excludeItem,
      icon: 'eye-off',
      keys: '⌫',
      danger: true,
      onChoose: () => commands.exclude([id]),
    },
  ]
}
