import type { Change, Curated } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import type { HeavyTask } from '../core/heavy-work.ts'
import type { Voice } from '../core/house-style.ts'
import type { CurateInput } from './curate-range.ts'
import type { LearnedData, LearnInput, StyleDescription } from './learn-style.ts'
import type { FinishedNotes, FinishInput } from './verify-and-render.ts'

// Each limit is the size at which the work begins to take longer than about 5 ms, which a request of 50 commits stays
// below (docs/performance.md).

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
  inlineBelow: 150,
  load: async () => {
    const { writeByRules } = await import('../write/write-by-rules.ts')
    return ({ changes, voice, projectName }) => writeByRules(changes, voice, projectName)
  },
}

/** Verifies and renders the notes of a range. */
export const finishTask: HeavyTask<FinishInput, FinishedNotes> = {
  name: 'finish',
  sizeOf: ({ written }) => written.drafts.length,
  inlineBelow: 150,
  load: async () => (await import('./verify-and-render.ts')).verifyAndRender,
}

/** Every task that a thread can run. */
export const heavyTasks: HeavyTask<never, unknown>[] = [
  curateTask,
  learnTask,
  describeStyleTask,
  writeTask,
  finishTask,
]
