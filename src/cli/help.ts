import type { Flag } from './flags.ts'

/** The help of the whole program. */
export const programHelp = `Notewright turns the commits of a repository into release notes a maintainer would sign.

Usage: notewright <command> [flags]

Commands:
  generate   write the notes of a range to standard output
  update     put the notes into CHANGELOG.md, keeping what people wrote there
  release    publish the notes as a draft release, or as a pull request
  serve      answer over HTTP
  worker     answer requests that were queued (needs Redis)
  mcp        give an agent the tools to write notes, over standard input and output
  init       tell a project's agents how its notes are written (AGENTS.md)

  notewright <command> --help shows a command's flags.
  notewright --version shows the version.

Examples:
  notewright generate
  notewright generate --from v1.4.0 --to v1.5.0 --format github_release
  notewright update --version 1.5.0
  notewright serve --local .

Exit codes: 0 done, 1 a bug of ours, 2 wrong usage, 3 not found or denied,
4 host unavailable or limited, 5 the model failed where it was demanded,
6 the changelog is not up to date (update --check), 130 stopped by a signal.
`

const columns = 80
const indent = 22

/** What a command is called with, what it does, and what is tried first. */
interface CommandWords {
  usage: string
  about: string
  flags: Flag[]
  examples: string[]
}

/** The help of one command. */
export function commandHelp({ usage, about, flags, examples }: CommandWords): string {
  const lines = flags.map(({ name, value, about: words, multiple }) => {
    const left = `  --${name}${value === null ? '' : ` ${value}`}${multiple ? ' …' : ''}`
    const text = wrap(words().replaceAll('`', ''), columns - indent).join(`\n${' '.repeat(indent)}`)
    return left.length < indent - 1 ? left.padEnd(indent) + text : `${left}\n${' '.repeat(indent)}${text}`
  })
  const about80 = wrap(about, columns).join('\n')
  return `${about80}\n\nUsage: ${usage}\n\nFlags:\n${lines.join('\n')}\n\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}\n`
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
