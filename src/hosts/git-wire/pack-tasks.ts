import type { ChangedFiles, ChangedPaths, Commit } from '../../core/commit.ts'
import type { HeavyTask } from '../../core/heavy-work.ts'
import type { ContentsInput, EndsInput, PackSource, TreesInput, Walked, WalkInput } from './decode-pack.ts'
import type { ServerCapabilities } from './server.ts'

// Bytes of a pack: about a hundred commits, which take about 5 ms.
const inlineBelow = 32 * 1024

function bytesOf(pack: PackSource): number {
  return pack instanceof Uint8Array ? pack.length : 0
}

interface CommitsInput {
  pack: PackSource
  objectFormat: ServerCapabilities['objectFormat']
  limit: number
}

/** Reads the commits of a pack. */
export const commitsTask: HeavyTask<CommitsInput, Commit[]> = {
  name: 'decode-commits',
  sizeOf: ({ pack }) => bytesOf(pack),
  inlineBelow,
  load: async () => (await import('./decode-pack.ts')).decodeCommits,
}

/** Walks the commits of a pack in the order of `git log`. */
export const walkTask: HeavyTask<WalkInput, Walked> = {
  name: 'walk-pack',
  sizeOf: ({ pack }) => bytesOf(pack),
  inlineBelow,
  load: async () => (await import('./decode-pack.ts')).walkPack,
}

/** Compares the trees of the commits of a pack. */
export const changedPathsTask: HeavyTask<TreesInput, ChangedPaths> = {
  name: 'decode-changed-paths',
  sizeOf: ({ pack }) => bytesOf(pack),
  inlineBelow,
  load: async () => (await import('./decode-pack.ts')).decodeChangedPaths,
}

/** Compares the trees of the ends of a range. */
export const changedBetweenTask: HeavyTask<EndsInput, ChangedFiles | null> = {
  name: 'decode-changed-between',
  sizeOf: ({ pack }) => bytesOf(pack),
  inlineBelow,
  load: async () => (await import('./decode-pack.ts')).decodeChangedBetween,
}

/** Reads the contents of a pack. */
export const contentsTask: HeavyTask<ContentsInput, Map<string, Uint8Array>> = {
  name: 'decode-contents',
  sizeOf: ({ pack }) => bytesOf(pack),
  inlineBelow,
  load: async () => (await import('./decode-pack.ts')).decodeContents,
}

/** The tasks of git's protocol. */
export const packTasks: HeavyTask<never, unknown>[] = [
  commitsTask,
  walkTask,
  changedPathsTask,
  changedBetweenTask,
  contentsTask,
]
