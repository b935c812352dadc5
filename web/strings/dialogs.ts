import { formatCount } from '../components/format.ts'

/** Texts of the dialogs of the editor. */
export const dialogStrings = {
  rewordTitle: (entries: number) => `Reword ${formatCount(entries, 'entry', 'entries')}`,
  reword: 'Reword',
  instructions: 'Instructions (optional)',
  instructionsHint: 'For example: “Shorter” or “Say what users need to change.”',
  onlyThese: 'Only these entries are sent. You can undo this.',
  noKey: 'You have no AI key. If this server has none either, the commit messages are used.',
  splitTitle: 'Split entry',
  split: 'Split',
  splitHint: 'Choose the commits to move to a new entry. Leave at least one.',
  shortcutsTitle: 'Keyboard shortcuts',
  shortcutsHint: 'Most work while the list has focus. Everything has a button too.',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Letters, / and ? act while the list has focus.',
  palette: 'Commands',
  paletteSearch: 'Search entries and commands',
  startPaletteSearch: 'Search drafts and commands',
  draftsHead: 'Recent drafts',
  results: 'Results',
  entriesHead: 'Entries',
  commandsHead: 'Commands',
  commitsHead: 'Commits',
  nothingFound: 'No results',
  toMove: 'to move',
  toRun: 'to run',
  toClose: 'to close',
}

/** The keyboard shortcuts by place. */
export const shortcutStrings: { title: string; keys: [combinations: string[], does: string][] }[] = [
  {
    title: 'Anywhere',
    keys: [
      [['mod+K'], 'Search or run a command'],
      [['mod+Z'], 'Undo'],
      [['shift+mod+Z'], 'Redo'],
      [['mod+enter'], 'Publish'],
      [['/'], 'Search entries'],
      [['N'], 'New entry'],
      [['?'], 'Keyboard shortcuts'],
    ],
  },
  {
    title: 'List',
    keys: [
      [['up', 'down', 'K', 'J'], 'Next or previous entry'],
      [['[', ']'], 'Next or previous category'],
      [['enter'], 'Edit'],
      [['E'], 'Evidence'],
      [['C'], 'Category'],
      [['B'], 'Breaking on or off'],
      [['L'], 'Lock on or off'],
      [['R'], 'Reword'],
      [['M'], 'Merge with previous'],
      [['alt+up', 'alt+down'], 'Move up or down'],
      [['⌫'], 'Exclude'],
      [['X', 'Space'], 'Select'],
      [['shift+up', 'shift+down'], 'Extend the selection'],
      [['mod+A'], 'Select all shown'],
      [['1', '2', '3', '4'], 'Preview, Markdown, Checks, Commits'],
      [['escape'], 'Clear selection'],
    ],
  },
  {
    title: 'Editing',
    keys: [
      [['enter', 'escape'], 'Finish editing'],
      [['mod+enter'], 'Finish and edit the next'],
      [['mod+B'], 'Bold'],
      [['mod+E'], 'Code'],
      [['shift+mod+U'], 'Link'],
      [['shift+mod+8'], 'List, in free blocks'],
    ],
  },
  {
    title: 'Evidence',
    keys: [
      [['J', 'K'], 'Next or previous entry'],
      [['escape'], 'Back to the entry'],
    ],
  },
]
