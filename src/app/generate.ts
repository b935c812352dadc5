import type { Answer } from '../core/answer.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { reportStages } from '../core/progress.ts'
import type { ResolvedRequest } from '../core/request.ts'
import { chooseWriter } from '../write/choose-writer.ts'
import { finishNotes } from './finish-notes.ts'
import { type GatheredChanges, gatherChanges } from './gather-changes.ts'
import { applyConfig } from './load-config.ts'
import { withNextVersion } from './next-version.ts'
import { writeEntries } from './write-entries.ts'

/** Generates the notes of a range. */
export async function generate(request: ResolvedRequest, context: GenerateContext): Promise<Answer> {
  return (await generateWithChanges(request, context)).answer
}

/** Generates the notes of a range, and returns what they are about as well. */
export async function generateWithChanges(
  given: ResolvedRequest,
  context: GenerateContext,
): Promise<{ answer: Answer; gathered: GatheredChanges }> {
  const stages = reportStages(context)
  // A writer that is not available is reported before anything is read.
  chooseWriter(given, context.gateway)

  // resolve → collect → curate
  const isAuto = given.version === 'auto'
  const changes = await gatherChanges(isAuto ? { ...given, version: null } : given, context, stages)
  const gathered = isAuto ? await withNextVersion(changes, given, context) : changes
  const request = applyConfig(given, gathered.config.config)
  const writer = chooseWriter(request, context.gateway)

  // write
  const written = await writeEntries(gathered, request, { ...context, writer, voice: gathered.voice, stages })

  // verify → render
  const answer = await finishNotes(gathered, written, {
    format: request.format,
    ...(request.formatName === undefined ? {} : { formatName: request.formatName }),
    forFile: request.changelogPath !== undefined,
    part: request.part,
    areas: request.areas,
    highlights: request.highlights,
    order: 'importance',
    signal: context.signal,
    caller: context.token,
    runHeavy: context.runHeavy,
    stages,
    onVerified: (entries) => {
      // The entries of a model were reported while it wrote.
      if (written.report.engine === 'rules') for (const entry of entries) context.onEntry(entry)
    },
  })
  return { answer, gathered }
}
