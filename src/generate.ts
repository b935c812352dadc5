import { curate } from './curate/curate.ts'
import { collect } from './history/collect.ts'
import { resolveRange } from './history/resolve-range.ts'
import { answerRange } from './render/links.ts'
import { reportStages } from './report-stages.ts'
import type { Answer, GenerateRequest, World } from './types.ts'
import { checkFormat } from './verify/check-format.ts'
import { checkLedger } from './verify/check-ledger.ts'
import { verify } from './verify/verify.ts'
import { writeByRules } from './write/by-rules.ts'
import { chooseWriter } from './write/choose-writer.ts'

/** The whole story: from two refs to notes that name every commit between them. */
export async function generate(request: GenerateRequest, world: World): Promise<Answer> {
  const { repoFullName, format, part } = request
  const { host, token, signal, deadlineAt } = world
  const begin = reportStages(world)
  // What prints Markdown is the largest part of the program: it is loaded while git works.
  const printer = import('./render/render.ts')

  await begin('resolve', 2)
  const writer = chooseWriter(request, world.hasModelKey)
  const repository = await host.open({ repoFullName, token, signal, deadlineAt })
  const resolved = await resolveRange(repository, request)

  await begin('collect', null)
  const history = await collect(repository, resolved.range, world)
  const range = answerRange(repository.web, resolved.range, history.relation)
  const commitCount = history.commits.length

  await begin('curate', commitCount)
  const curated = curate(history, request)
  const { changes, omitted, contributors } = curated

  await begin('write', changes.length)
  const drafts = writeByRules(changes)

  await begin('verify', drafts.length)
  const entries = verify(drafts, changes)
  checkLedger(history.commits, entries, omitted)
  for (const entry of entries) world.onEntry(entry)

  await begin('render', entries.length)
  const { version, date } = resolved.range
  const told = { commitCount, format, range, entries, contributors }
  const { releaseConfig } = history
  const { render } = await printer
  const notes = render({ ...told, version, date, part, releaseConfig, web: repository.web })
  const faults = checkFormat(notes.text, request)
  await begin(null, null)

  const warnings = [resolved, history, curated, writer, notes].flatMap((step) => step.warnings).concat(faults)
  return { success: true, changelog: notes.text, ...told, writer: writer.report, omitted, warnings }
}
