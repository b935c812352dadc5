/** The parts of the editor that are loaded after its entries are shown. */
export { ChecksView } from './checks-view.tsx'
export { CommandPalette } from './command-palette.tsx'
export { CommitsView } from './commits-view.tsx'
export { EvidencePanel } from './evidence-panel.tsx'
export { RewordDialog } from './reword-dialog.tsx'
export { SelectionBar } from './selection-bar.tsx'
export { ShortcutsDialog } from './shortcuts-dialog.tsx'
export { SplitDialog } from './split-dialog.tsx'
