/** The free blocks of Markdown that a person can write around the entries. */
export const blockNames = ['introduction', 'highlights', 'upgradeNotes', 'footer'] as const
type BlockName = (typeof blockNames)[number]
export type NotesBlocks = Partial<Record<BlockName, string>>
