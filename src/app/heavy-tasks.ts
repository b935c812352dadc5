import type { Change, Curated } from '../core/change.ts'
import type { DiffFact, FactsBySha } from '../core/diff-fact.ts'
import type { Draft } from '../core/entry.ts'
import type { HeavyTask } from '../core/heavy-work.ts'
import type { Voice } from '../core/house-style.ts'
import type { NotesBlocks } from '../core/notes-blocks.ts'
import type { FileEdit } from '../curate/facts/net-facts.ts'
import { loadMarkdownParser } from '../text/person-markdown.ts'
import type { CheckedNotes } from '../verify/check-notes.ts'
import type { CheckNotesInput } from './check-range-notes.ts'
import type { CurateInput } from './curate-range.ts'
import type { FactsInput } from './find-facts.ts'
import type { ListedInput } from './find-listed.ts'
import type { LearnedData, LearnInput, StyleDescription } from './learn-style.ts'
import type { OwnWordsInput, ReadOwnWords } from './read-own-words.ts'
import type { FinishedNotes, FinishInput } from './verify-and-render.ts'

// Each limit is the size at which the work begins to take longer than about 5 ms of the processor; copying the data to
// another thread takes 1 to 4 ms there (`npm run bench:inline`).

const inlineBytes = 128 * 1024

/** Decides which changes of a range are included. */
export const curateTask: HeavyTask<CurateInput, Curated> = {
  name: 'curate',
  sizeOf: ({ history }) => history.commits.length,
  inlineBelow: 100,
  load: async () => (await import('./curate-range.ts')).curateRange,
}

/** Learns from past releases what a project lists. */
export const learnTask: HeavyTask<LearnInput, LearnedData | null> = {
  name: 'learn',
  sizeOf: ({ commits }) => commits.length,
  inlineBelow: 60,
  load: async () => (await import('./learn-style.ts')).learnStyle,
}

/** Learns from past releases, and describes what was learned. */
export const describeStyleTask: HeavyTask<LearnInput, StyleDescription> = {
  name: 'describe-style',
  sizeOf: ({ commits }) => commits.length,
  inlineBelow: 60,
  load: async () => (await import('./learn-style.ts')).describeStyle,
}

/** Changes to write by rules. */
interface RulesInput {
  changes: Change[]
  voice: Voice | null
  projectName: string
}

/** Writes changes by rules. */
export const writeTask: HeavyTask<RulesInput, Draft[]> = {
  name: 'write',
  sizeOf: ({ changes }) => changes.length,
  inlineBelow: 50,
  load: async () => {
    const { writeByRules } = await import('../write/write-by-rules.ts')
    return ({ changes, voice, projectName }) => writeByRules(changes, voice, projectName)
  },
}

/** Verifies and renders the notes of a range. */
export const finishTask: HeavyTask<FinishInput, FinishedNotes> = {
  name: 'finish',
  sizeOf: ({ written, shown }) => written.drafts.length + markdownSize(written.drafts, shown.blocks),
  inlineBelow: 50,
  load: async () => {
    const { verifyAndRender } = await import('./verify-and-render.ts')
    return async (input) => {
      if (markdownSize(input.written.drafts, input.shown.blocks) > 0) await loadMarkdownParser()
      return verifyAndRender(input)
    }
  },
}

/** Checks notes that a caller sent against their range. */
export const checkNotesTask: HeavyTask<CheckNotesInput, CheckedNotes> = {
  name: 'check-notes',
  sizeOf: ({ notes, curated }) =>
    Math.max(notes.entries.length, curated.changes.length) +
    (notes.writtenBy === 'person'
      ? markdownSize(
          notes.entries.map(({ text }) => ({ text, writtenBy: 'person' })),
          notes.blocks,
        )
      : 0),
  inlineBelow: 50,
  load: async () => {
    const { checkRangeNotes } = await import('./check-range-notes.ts')
    return async (input) => {
      if (input.notes.writtenBy === 'person' || input.notes.blocks) await loadMarkdownParser()
      return checkRangeNotes(input)
    }
  },
}

/** Finds the changes that a changelog has already. */
export const findListedTask: HeavyTask<ListedInput, string[]> = {
  name: 'find-listed',
  sizeOf: ({ changelog }) => changelog.text.length,
  inlineBelow: inlineBytes,
  load: async () => (await import('./find-listed.ts')).findListed,
}

/** Parses what authors wrote for the changelog. */
export const ownWordsTask: HeavyTask<OwnWordsInput, ReadOwnWords> = {
  name: 'own-words',
  sizeOf: ({ contents, history }) => bytesOf(contents) + (history.changelog?.text.length ?? 0),
  inlineBelow: inlineBytes,
  load: async () => (await import('./read-own-words.ts')).parseOwnWords,
}

/** Finds what the files at the ends of a range show. */
export const findFactsTask: HeavyTask<FactsInput, DiffFact[]> = {
  name: 'find-facts',
  sizeOf: ({ files }) => charactersOf(files),
  inlineBelow: inlineBytes,
  load: async () => (await import('./find-facts.ts')).findFacts,
}

interface EditsInput {
  facts: DiffFact[]
  edits: Map<string, FileEdit[]>
}

/** Assigns facts to the commits that made them. */
export const assignFactsTask: HeavyTask<EditsInput, FactsBySha> = {
  name: 'assign-facts',
  sizeOf: ({ edits }) => charactersOf([...edits.values()].flat()),
  inlineBelow: inlineBytes,
  load: async () => {
    const { assignFacts } = await import('../curate/facts/net-facts.ts')
    return ({ facts, edits }) => assignFacts(facts, (path) => edits.get(path) ?? [])
  },
}

/** How much the Markdown of people adds to the size of a task: unlike other texts, it is parsed. */
function markdownSize(drafts: Pick<Draft, 'text' | 'writtenBy'>[], blocks: NotesBlocks = {}): number {
  const own = drafts.filter(({ writtenBy }) => writtenBy === 'person').map(({ text }) => text)
  return [...own, ...Object.values(blocks)].reduce((sum, text) => sum + text.length, 0) / 100
}

function bytesOf(contents: ReadonlyMap<string, Uint8Array>): number {
  return [...contents.values()].reduce((sum, { length }) => sum + length, 0)
}

function charactersOf(files: { before: string | null; after: string | null }[]): number {
  return files.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0)
}

/** Every task that a thread can run. */
export const heavyTasks: HeavyTask<never, unknown>[] = [
  curateTask,
  learnTask,
  describeStyleTask,
  writeTask,
  finishTask,
  checkNotesTask,
  findListedTask,
  ownWordsTask,
  findFactsTask,
  assignFactsTask,
]
