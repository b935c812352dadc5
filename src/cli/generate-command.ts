import { generate } from '../app/generate.ts'
import type { CliContext } from './cli-context.ts'
import { inFlagWords, ownFlag, readFlags } from './flags.ts'
import { commandHelp } from './help.ts'
import { dirFlag, fieldFlags, limitFlag, quietFlag, sourceOf, tellFrom } from './read-source.ts'

const flags = [
  dirFlag,
  ...fieldFlags,
  ownFlag('json', null, 'Print the whole answer as JSON, exactly as the service gives it.'),
  ownFlag('output', 'FILE', 'Write to this file instead of standard output.'),
  limitFlag,
  quietFlag,
  ownFlag('help', null, 'Show this help.'),
]

/** `notewright generate`: the notes of a range, as text or as JSON. */
export async function generateCommand(words: string[], context: CliContext): Promise<void> {
  const given = readFlags(words, flags, 'generate')
  if (given.has('help')) return context.print(help())
  const source = await sourceOf(given, context)
  const answer = await tellFrom({ given, source, context }, (outside) =>
    generate(source.read.request, outside),
  )
  const whole = { ...answer, warnings: [...source.read.warnings, ...answer.warnings] }
  const text = given.has('json') ? `${JSON.stringify(whole)}\n` : answer.changelog
  const file = given.get('output')
  if (file === undefined) context.print(text)
  else await context.writeFile(String(file), text, 'Choose another file with --output.')
  if (!given.has('quiet'))
    for (const { detail } of whole.warnings) context.complain(`warning: ${inFlagWords(detail)}\n`)
}

function help(): string {
  return commandHelp({
    usage: 'notewright generate [--dir PATH | --repo OWNER/REPO] [flags]',
    about:
      'Writes the notes of a range of commits. The text goes to standard output, progress and warnings to standard error.',
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
