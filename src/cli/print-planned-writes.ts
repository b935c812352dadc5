import type { PlannedWrite } from '../app/dry-run.ts'
import type { CliContext } from './cli-context.ts'
import { paintDiff } from './colors.ts'
import type { FlagValues } from './flags.ts'

/** Prints what a dry run did not send: the texts to standard output, and what would be done with them to standard error. */
export function printPlannedWrites(
  writes: PlannedWrite[],
  published: object,
  { values, context }: { values: FlagValues; context: CliContext },
): void {
  if (values.has('json')) {
    const planned = writes.map(({ action, text }) => ({ action, text }))
    context.print(`${JSON.stringify({ dryRun: true, ...published, writes: planned })}\n`)
    return
  }
  for (const { action, text, isDiff } of writes) {
    if (!values.has('quiet')) context.printError(`${action}\n`)
    context.print(isDiff ? paintDiff(text, context.colors.output) : text)
  }
}
