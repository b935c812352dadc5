import { generate } from '../app/generate.ts'
import type { CliContext } from './cli-context.ts'
import {
  dirFlag,
  fieldFlags,
  limitFlag,
  openCommandRequest,
  printWarnings,
  quietFlag,
  runCommandRequest,
} from './command-request.ts'
import { cliFlag, parseFlags } from './flags.ts'
import { commandHelp } from './help.ts'

const flags = [
  dirFlag,
  ...fieldFlags,
  cliFlag('json', null, 'Print the whole answer as JSON, as the HTTP API returns it.'),
  cliFlag(
    'output',
    'FILE',
    'Write to this file instead of standard output. In a repository it must be a text file or .json.',
  ),
  limitFlag,
  quietFlag,
  cliFlag('help', null, 'Show this help.'),
]

/** `notewright generate`: writes the notes of a range, as text or as JSON. */
export async function generateCommand(args: string[], context: CliContext): Promise<void> {
  const values = parseFlags(args, flags, 'generate')
  if (values.has('help')) return context.print(help())
  const commandRequest = await openCommandRequest(values, context)
  const answer = await runCommandRequest(commandRequest, context, (generateContext) =>
    generate(commandRequest.request, generateContext),
  )
  const warnings = [...commandRequest.warnings, ...answer.warnings]
  const text = values.has('json') ? `${JSON.stringify({ ...answer, warnings })}\n` : answer.changelog
  const file = values.get('output')
  if (file === undefined) context.print(text)
  else await context.writeOutput(String(file), text, 'Choose another file with --output.')
  if (!values.has('quiet')) printWarnings(warnings, context)
}

function help(): string {
  return commandHelp({
    usage: 'notewright generate [--dir PATH | --repo OWNER/REPO] [flags]',
    description:
      'Writes the notes of a range of commits to standard output. Progress and warnings go to standard error.',
    flags,
    examples: [
      'notewright generate',
      'notewright generate --from v1.4.0 --to v1.5.0 --format github_release',
      'notewright generate --dir ../widget --from v1.5.0 --format simple --quiet',
      'notewright generate --json --output notes.json',
      'notewright generate --paths packages/core --paths packages/cli',
    ],
  })
}
