import type { Paint } from './colors.ts'
import type { Command } from './command.ts'
import type { Flag } from './flags.ts'

const columns = 80
const indent = 22

/** Formats the help of the program. */
export function programHelp(commands: Command[], paint: Paint): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  return `Notewright turns the commits of a repository into release notes.

${paint('heading', 'Usage:')} notewright <command> [flags]

${paint('heading', 'Commands:')}
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`).join('\n')}

  notewright help <command> shows the flags of a command.
  notewright --version shows the version.

${paint('heading', 'Examples:')}
  notewright generate
  notewright generate --from v1.4.0 --to v1.5.0 --format github_release
  notewright update --version 1.5.0
  notewright serve --local .

${paint('heading', 'Exit codes:')} 0 success, 1 internal error, 2 invalid usage or a choice is needed,
3 not found, access denied or history incomplete, 4 host unavailable or
rate-limited, 5 the required AI failed, 6 the changelog is out of date
(update --check), 7 nothing to release, 130 stopped by a signal.
`
}

/** Formats the help of one command. */
export function commandHelp({ usage, description, flags, examples }: Command, paint: Paint): string {
  const intro = wrap(description, columns).join('\n')
  return `${intro}

${paint('heading', 'Usage:')} ${usage}

${paint('heading', 'Flags:')}
${flags.map(describeFlag).join('\n')}

${paint('heading', 'Examples:')}
${examples.map((example) => `  ${example}`).join('\n')}
`
}

function describeFlag({ name, short, value, describe, multiple }: Flag): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`
  const left = `  ${names}${value === null ? '' : ` ${value}`}${multiple ? ' …' : ''}`
  const text = wrap(describe().replaceAll('`', ''), columns - indent).join(`\n${' '.repeat(indent)}`)
  return left.length < indent - 1 ? left.padEnd(indent) + text : `${left}\n${' '.repeat(indent)}${text}`
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
