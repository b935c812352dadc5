import { findStartByDate } from '../app/find-start-by-date.ts'
import { generate } from '../app/generate.ts'
import type { Answer } from '../core/answer.ts'
import { Problem } from '../core/errors.ts'
import { latestRelease, previousRelease } from '../core/release-words.ts'
import type { CliContext } from './cli-context.ts'
import { openCommandRequest, printWarnings, runCommandRequest } from './command-request.ts'
import type { FlagValues } from './flags.ts'
import { parseSince } from './parse-since.ts'

/** `notewright generate`: writes the notes of a range, as text or as JSON. */
export async function generateCommand(values: FlagValues, context: CliContext): Promise<void> {
  const chosen = withChosenRange(values)
  const since = values.has('since') ? parseSince(String(values.get('since')), context.today()) : null
  const commandRequest = await openCommandRequest(chosen, context)
  const { request } = commandRequest
  let start = ''
  const answer = await runCommandRequest(commandRequest, context, async (generateContext) => {
    if (since === null) return generate(request, generateContext)
    const found = await findStartByDate(request, since, generateContext)
    start = describeDateStart(found, String(values.get('since')))
    return generate({ ...request, fromRef: found?.sha ?? null }, generateContext)
  })
  const warnings = [...commandRequest.warnings, ...answer.warnings]
  const text = values.has('json') ? `${JSON.stringify({ ...answer, warnings })}\n` : answer.changelog
  const file = values.get('output')
  if (file === undefined) context.print(text)
  else await context.writeOutput(String(file), text, 'Choose another file with --output.')
  if (values.has('quiet')) return
  if (since !== null) context.printError(start)
  else if (request.fromRef === previousRelease) context.printError(describeStart(answer.range))
  printWarnings(warnings, context)
}

/** Sets the range that `--latest` or `--unreleased` stands for; only one flag may choose the start. */
function withChosenRange(values: FlagValues): FlagValues {
  const chosen = ['latest', 'unreleased', 'since'].filter((name) => values.has(name))
  if (chosen.length === 0) return values
  const ends = values.has('since') ? ['from'] : ['from', 'to']
  const named = ends.filter((name) => values.has(name))
  if (chosen.length + named.length > 1) {
    const flagList = [...chosen, ...named].map((name) => `--${name}`).join(' and ')
    throw new Problem(
      'invalid_request',
      `${flagList} cannot be used together: each chooses the ${values.has('since') ? 'start' : 'range'}.`,
    )
  }
  if (values.has('since')) return values
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

function describeDateStart(found: { sha: string; day: string } | null, since: string): string {
  return found === null
    ? `No commit is older than ${since}: the notes start at the first commit.\n`
    : `Since ${found.sha.slice(0, 12)} of ${found.day}, the last commit before ${since}.\n`
}

function describeStart({ fromRef, toRef }: Answer['range']): string {
  return fromRef === ''
    ? `No release was found before ${toRef}: the notes start at the first commit.\n`
    : `Since ${fromRef}, the previous release.\n`
}
