import { curate } from './curate/curate.ts'
import { collect } from './history/collect.ts'
import { resolveRange } from './history/resolve-range.ts'
import { answerRange } from './render/links.ts'
import type { reportStages } from './report-stages.ts'
import type { GenerateRequest, World } from './types.ts'

type Asking = Pick<World, 'host' | 'token' | 'signal' | 'deadlineAt' | 'maxCommits' | 'onProgress'>

/** The first half of the story: from two refs to the changes between them, and what is not one. */
export async function gatherChanges(
  request: GenerateRequest,
  world: Asking,
  begin: ReturnType<typeof reportStages>,
) {
  const { host, token, signal, deadlineAt } = world
  await begin('resolve', 2)
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  const resolved = await resolveRange(repository, request)

  await begin('collect', null)
  const history = await collect(repository, resolved.range, world)
  const range = answerRange(repository.web, resolved.range, history.relation)

  await begin('curate', history.commits.length)
  const curated = curate(history, request)
  const warnings = [...resolved.warnings, ...history.warnings, ...curated.warnings]
  const { version, date } = resolved.range
  return { web: repository.web, history, range, version, date, curated, warnings }
}
