import { join } from 'node:path'
import { withAgentsSection } from './agents-section.ts'
import type { CliContext } from './cli-context.ts'
import { ownFlag, readFlags } from './flags.ts'
import { commandHelp } from './help.ts'

const flags = [
  ownFlag('dir', 'PATH', 'The project whose AGENTS.md is written. Default: the folder you are in.'),
  ownFlag('help', null, 'Show this help.'),
]

/** `notewright init`: tells a project's agents how its release notes are written. */
export async function initCommand(words: string[], context: CliContext): Promise<void> {
  const given = readFlags(words, flags, 'init')
  if (given.has('help')) return context.print(help())
  const path = join(String(given.get('dir') ?? '.'), 'AGENTS.md')
  const bytes = await context.readFile(path)
  const before = bytes && Buffer.from(bytes).toString('utf8')
  const after = withAgentsSection(before ?? '')
  if (after === before) return context.print(`${path} is as it should be.\n`)
  await context.writeFile(path, after, 'Choose another folder with --dir.')
  context.print(
    `${path} ${before === null ? 'was written' : 'has the section on release notes now; the rest is as it was'}.\n`,
  )
}

function help(): string {
  return commandHelp({
    usage: 'notewright init [--dir PATH]',
    about:
      'Writes a section on release notes into AGENTS.md, for the agents that work on a project. Everything else in the file stays, and running it twice changes nothing.',
    flags,
    examples: ['notewright init', 'notewright init --dir ../widget'],
  })
}
