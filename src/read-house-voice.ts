import { gatherChanges } from './gather-changes.ts'
import { reportStages } from './report-stages.ts'
import type { HouseVoice, World } from './types.ts'
import { pastEntries } from './write/voice.ts'

/** How a project words its notes: the newest entries of its own changelog. */
export async function readHouseVoice(
  repoFullName: string,
  world: Omit<World, 'gateway' | 'onEntry'>,
): Promise<HouseVoice> {
  // A range without commits: only what lies at its end is wanted.
  const ends = { fromRef: 'HEAD', toRef: 'HEAD', version: null, date: null }
  const asked = { repoFullName, ...ends, audience: 'users' as const, paths: [] }
  const { history } = await gatherChanges(asked, world, reportStages(world))
  return { path: history.changelog?.path ?? null, entries: pastEntries(history.changelog?.text ?? null) }
}
