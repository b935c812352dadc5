import { curate } from './curate/curate.ts'
import { collect } from './history/collect.ts'
import { resolveRange } from './history/resolve-range.ts'
import { compareUrl } from './render/links.ts'
import { render } from './render/render.ts'
import type { Answer, Entry, GenerateRequest, Host, Progress, Stage } from './types.ts'
import { checkFormat } from './verify/check-format.ts'
import { checkLedger } from './verify/check-ledger.ts'
import { verify } from './verify/verify.ts'
import { writeByRules } from './write/by-rules.ts'
import { chooseWriter } from './write/choose-writer.ts'

/** What a generation needs from outside. */
export interface World {
  host: Host
  token: string | null
  hasModelKey: boolean
  maxCommits: number
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  onEntry: (entry: Entry) => void
}

/** The whole story: from two refs to notes that name every commit between them. */
export async function generate(request: GenerateRequest, world: World): Promise<Answer> {
  const begin = stageReporter(world)

  begin('resolve', 2)
  const writer = chooseWriter(request, world.hasModelKey)
  const { host, token, signal, maxCommits } = world
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal })
  const { range, warnings } = await resolveRange(repository, request)

  begin('collect', null)
  const onCount = (done: number) => world.onProgress({ stage: 'collect', done, total: null })
  const history = await collect(repository, range, { maxCommits, onCount })
  const commitCount = history.commits.length

  begin('curate', commitCount)
  const { changes, omitted, contributors } = curate(history.commits, request)

  begin('write', changes.length)
  const drafts = writeByRules(changes)

  begin('verify', drafts.length)
  const entries = verify(drafts, changes)
  checkLedger(history.commits, entries, omitted)
  for (const entry of entries) world.onEntry(entry)

  begin('render', entries.length)
  const { fromRef, toRef, fromSha, toSha, version, date } = range
  const url = compareUrl(repository.web, range, range.toIsTag)
  const answered = { fromRef, toRef, fromSha, toSha, compareUrl: url, relation: history.relation }
  const { format, part } = request
  const notes = {
    entries,
    range: answered,
    commitCount,
    version,
    date,
    part,
    contributors,
    format,
    web: repository.web,
  }
  const rendered = render(notes)
  begin(null, null)

  return {
    success: true,
    changelog: rendered.text,
    commitCount,
    format,
    range: answered,
    writer: writer.report,
    entries,
    omitted,
    contributors,
    warnings: [
      ...warnings,
      ...history.warnings,
      ...writer.warnings,
      ...rendered.warnings,
      ...checkFormat(rendered.text, request),
    ],
  }
}

/** Tells the beginning and the end of each stage, and stops between two when nobody waits any more. */
function stageReporter({ signal, onProgress }: World) {
  let running: { stage: Stage; total: number | null } | null = null
  return (stage: Stage | null, total: number | null) => {
    signal.throwIfAborted()
    if (running?.total) onProgress({ ...running, done: running.total })
    running = stage && { stage, total }
    if (running) onProgress({ ...running, done: 0 })
  }
}
