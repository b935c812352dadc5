import type { Flag } from './flags.ts'

/** The help of the program. */
export const programHelp = `Notewright turns the commits of a repository into release notes.

Usage: notewright <command> [flags]

Commands:
  generate      write the notes of a range to standard output
  update        add the notes to CHANGELOG.md and keep the existing text
  release       publish the notes as a draft release or as a pull request
  next-version  print the version that the changes call for
  serve         start the HTTP server
  worker        process queued requests (needs Redis)
  mcp           start an MCP server on standard input and output
  config        check or show notewright.yml
  init          write notewright.yml, and instructions for agents to AGENTS.md

  notewright <command> --help shows the flags of a command.
  notewright --version shows the version.

Examples:
  notewright generate
  notewright generate --from v1.4.0 --to v1.5.0 --format github_release
  notewright update --version 1.5.0
  notewright serve --local .

Exit codes: 0 success, 1 internal error, 2 invalid usage or a choice is needed,
3 not found, access denied or history incomplete, 4 host unavailable or
rate-limited, 5 the required AI failed, 6 the changelog is out of date
(update --check), 7 nothing to release, 130 stopped by a signal.
`

const columns = 80
const indent = 22

interface CommandDescription {
  usage: string
  description: string
  flags: Flag[]
  examples: string[]
}

/** Formats the help of one command. */
export function commandHelp({ usage, description, flags, examples }: CommandDescription): string {
  const lines = flags.map(({ name, value, describe, multiple }) => {
    const left = `  --${name}${value === null ? '' : ` ${value}`}${multiple ? ' …' : ''}`
    const text = wrap(describe().replaceAll('`', ''), columns - indent).join(`\n${' '.repeat(indent)}`)
    return left.length < indent - 1 ? left.padEnd(indent) + text : `${left}\n${' '.repeat(indent)}${text}`
  })
  const intro = wrap(description, columns).join('\n')
  return `${intro}\n\nUsage: ${usage}\n\nFlags:\n${lines.join('\n')}\n\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}\n`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
