import { generate } from '../app/generate.ts'
import type { Answer } from '../core/answer.ts'
import { Problem } from '../core/errors.ts'
import { latestRelease, previousRelease } from '../core/release-words.ts'
import type { CliContext } from './cli-context.ts'
import { openCommandRequest, printWarnings, runCommandRequest } from './command-request.ts'
import type { FlagValues } from './flags.ts'

/** `notewright generate`: writes the notes of a range, as text or as JSON. */
export async function generateCommand(values: FlagValues, context: CliContext): Promise<void> {
  const commandRequest = await openCommandRequest(withChosenRange(values), context)
  const answer = await runCommandRequest(commandRequest, context, (generateContext) =>
    generate(commandRequest.request, generateContext),
  )
  const warnings = [...commandRequest.warnings, ...answer.warnings]
  const text = values.has('json') ? `${JSON.stringify({ ...answer, warnings })}\n` : answer.changelog
  const file = values.get('output')
  if (file === undefined) context.print(text)
  else await context.writeOutput(String(file), text, 'Choose another file with --output.')
  if (values.has('quiet')) return
  if (commandRequest.request.fromRef === previousRelease) context.printError(describeStart(answer.range))
  printWarnings(warnings, context)
}

/** Sets the range that `--latest` or `--unreleased` stands for. */
function withChosenRange(values: FlagValues): FlagValues {
  const chosen = ['latest', 'unreleased'].filter((name) => values.has(name))
  if (chosen.length === 0) return values
  const named = ['from', 'to'].filter((name) => values.has(name))
  if (chosen.length + named.length > 1) {
    const flagList = [...chosen, ...named].map((name) => `--${name}`).join(' and ')
    throw new Problem('invalid_request', `${flagList} cannot be used together: each chooses the range.`)
  }
  return new Map([
    ...values,
    ...(values.has('latest')
      ? ([
          ['from', previousRelease],
          ['to', latestRelease],
        ] as const)
      : ([['from', latestRelease]] as const)),
  ])
}

function describeStart({ fromRef, toRef }: Answer['range']): string {
  return fromRef === ''
    ? `No release was found before ${toRef}: the notes start at the first commit.\n`
    : `Since ${fromRef}, the release before.\n`
}
