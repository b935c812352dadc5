import { generate } from '../app/generate.ts'
import type { Answer } from '../core/answer.ts'
import { Problem } from '../core/errors.ts'
import { latestRelease, previousRelease } from '../core/release-words.ts'
import type { CliContext } from './cli-context.ts'
import {
  configFlags,
  dirFlag,
  fieldFlags,
  limitFlag,
  openCommandRequest,
  printWarnings,
  quietFlag,
  runCommandRequest,
} from './command-request.ts'
import { cliFlag, type FlagValues, parseFlags } from './flags.ts'
import { commandHelp } from './help.ts'

const flags = [
  dirFlag,
  ...fieldFlags,
  cliFlag('latest', null, 'The notes of the newest release.'),
  cliFlag('unreleased', null, 'The notes of what came after the newest release.'),
  cliFlag('json', null, 'Print the whole answer as JSON, as the HTTP API returns it.'),
  cliFlag(
    'output',
    'FILE',
    'Write to this file instead of standard output. In a repository it must be a text file or .json.',
  ),
  ...configFlags,
  limitFlag,
  quietFlag,
  cliFlag('help', null, 'Show this help.'),
]

/** `notewright generate`: writes the notes of a range, as text or as JSON. */
export async function generateCommand(args: string[], context: CliContext): Promise<void> {
  const values = parseFlags(args, flags, 'generate')
  if (values.has('help')) return context.print(help())
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

function help(): string {
  return commandHelp({
    usage: 'notewright generate [--dir PATH | --repo OWNER/REPO] [flags]',
    description:
      'Writes the notes of a range of commits to standard output. Progress and warnings go to standard error.',
    flags,
    examples: [
      'notewright generate',
      'notewright generate --latest --format github_release',
      'notewright generate --from v1.4.0 --to v1.5.0 --format github_release',
      'notewright generate --dir ../widget --from v1.5.0 --format simple --quiet',
      'notewright generate --json --output notes.json',
      'notewright generate --paths packages/core --paths packages/cli',
    ],
  })
}
