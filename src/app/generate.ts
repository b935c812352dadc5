import type { Answer } from '../core/answer.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { reportStages } from '../core/progress.ts'
import type { GenerateRequest } from '../core/request.ts'
import { checkFormat } from '../verify/check-format.ts'
import { checkLedger } from '../verify/check-ledger.ts'
import { verify } from '../verify/verify.ts'
import { chooseWriter } from '../write/choose-writer.ts'
import { write } from '../write/write.ts'
import { checksOf } from './checks-of.ts'
import { gatherChanges } from './gather-changes.ts'

/** The whole story: from two refs to notes that name every commit between them. */
export async function generate(request: GenerateRequest, context: GenerateContext): Promise<Answer> {
  const begin = reportStages(context)
  const { gateway, ...writer } = chooseWriter(request, context.gateway)

  const gathered = await gatherChanges(request, context, begin)
  const { history, range, curated, voice, houseStyle, version, date, web } = gathered
  const { changes, contributors } = curated
  const { changelog, releaseConfig } = history
  const commitCount = history.commits.length

  await begin('write', changes.length)
  const openChecks = checksOf(changes, request, context.onEntry)
  const written = await write(changes, request, { ...context, gateway, changelog, voice, openChecks })

  await begin('verify', written.drafts.length)
  const { entries, omitted } = verify(written.drafts, curated, history.commits)
  checkLedger(history.commits, entries, omitted)
  // A model's were told while it wrote.
  if (written.report.engine === 'rules') for (const entry of entries) context.onEntry(entry)

  await begin('render', entries.length)
  const { summary, report: writtenBy } = written
  const told = { commitCount, format: request.format, range, summary, entries, contributors, houseStyle }
  const { render } = await import('../render/render.ts')
  const notes = render({ ...told, version, date, part: request.part, releaseConfig, changelog, web })
  const faults = checkFormat(notes.text, request)
  await begin(null, null)

  const warnings = [gathered, writer, written, notes].flatMap((step) => step.warnings).concat(faults)
  return { success: true, changelog: notes.text, ...told, writer: writtenBy, omitted, warnings }
}
