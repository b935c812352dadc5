import { join } from 'node:path'
import { agentSteps, bullets, numbered, writingRules } from '../api/writing-guide.ts'
import { decodeText } from './changelog-file.ts'
import type { CliContext } from './cli-context.ts'
import { cliFlag, parseFlags } from './flags.ts'
import { commandHelp } from './help.ts'

const flags = [
  cliFlag('dir', 'PATH', 'The folder of the project. Default: the current folder.'),
  cliFlag('help', null, 'Show this help.'),
]

/** `notewright init`: adds instructions for release notes to the `AGENTS.md` of a project. */
export async function initCommand(args: string[], context: CliContext): Promise<void> {
  const values = parseFlags(args, flags, 'init')
  if (values.has('help')) return context.print(help())
  const path = join(String(values.get('dir') ?? '.'), 'AGENTS.md')
  const file = await context.openTextFile(path, { advice: 'Choose another folder with --dir.' })
  const before = decodeText(file)
  const after = withAgentsSection(before)
  if (after === before) return context.print(`${path} is up to date.\n`)
  await file.replace(after)
  const result = file.bytes === null ? `Created ${path}` : `Updated the release notes section of ${path}`
  context.print(`${result}.\n`)
}

const begin = '<!-- notewright:begin -->'
const end = '<!-- notewright:end -->'

/** The section for `AGENTS.md`, between markers by which a later run finds it. */
const agentsSection = `${begin}
## Release notes

Write release notes and changelog entries with the Notewright tools (\`notewright mcp\`), not from memory: they list the changes and check every statement against the commits.

${numbered(agentSteps)}

How to write:

${bullets(writingRules)}
${end}`

/** Returns the text of `AGENTS.md` with the section replaced, or appended; the other text is kept. */
export function withAgentsSection(existing: string): string {
  // A begin marker without an end marker is not our section: the text after it must be kept.
  const start = existing.lastIndexOf(begin)
  const stop = existing.indexOf(end, start)
  const lineEnd = existing.includes('\r\n') ? '\r\n' : '\n'
  const section = agentsSection.replaceAll('\n', lineEnd)
  if (start !== -1 && stop !== -1)
    return existing.slice(0, start) + section + existing.slice(stop + end.length)
  const gap = existing === '' ? '' : lineEnd.repeat(existing.endsWith('\n') ? 1 : 2)
  return `${existing}${gap}${section}${lineEnd}`
}

function help(): string {
  return commandHelp({
    usage: 'notewright init [--dir PATH]',
    description:
      'Adds a section on release notes to AGENTS.md, for agents that work on the project. The other text of the file is kept, and a second run changes nothing.',
    flags,
    examples: ['notewright init', 'notewright init --dir ../widget'],
  })
}
