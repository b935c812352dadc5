import type { Command } from '../command.ts'
import type { Flag } from '../flags.ts'
import { listRefsCommand, shortDescription } from './script-text.ts'

/** The completion script of fish. */
export function fishCompletion(commands: Command[]): string {
  const names = commands.map(({ name }) => name)
  return `# fish completion of notewright. Store it as ~/.config/fish/completions/notewright.fish
function __notewright_command_is
    set -l words (commandline -opc)
    if test (count $argv) -eq 0
        test (count $words) -eq 1
    else
        test (count $words) -ge 2; or return 1
        test "$words[2]" = $argv[1]; or return 1
        test (count $argv) -eq 1; or test (count $words) -eq $argv[2]
    end
end
function __notewright_refs
    ${listRefsCommand}
end
complete -c notewright -f
${commands.map(({ name, summary }) => offerWord('__notewright_command_is', name, summary)).join('\n')}
${offerWord('__notewright_command_is', 'help', 'show the help of a command')}
complete -c notewright -n __notewright_command_is -s h -l help -d 'Show the help'
complete -c notewright -n __notewright_command_is -s V -l version -d 'Show the version'
complete -c notewright -n '__notewright_command_is help' -a ${quoteForFish(names.join(' '))}
${commands.flatMap(completeCommand).join('\n')}
`
}

function completeCommand({ name, flags, words, takesFile }: Command): string[] {
  const condition = quoteForFish(`__notewright_command_is ${name}`)
  const isAt = (position: number) => quoteForFish(`__notewright_command_is ${name} ${position}`)
  const first = words ? [`complete -c notewright -n ${isAt(2)} -a ${quoteForFish(words.join(' '))}`] : []
  const second = takesFile ? [`complete -c notewright -n ${isAt(3)} -F`] : []
  return [...flags.map((flag) => completeFlag(condition, flag)), ...first, ...second]
}

function completeFlag(condition: string, flag: Flag): string {
  const { name, short } = flag
  const letters = short === undefined ? '' : ` -s ${short}`
  const about = quoteForFish(shortDescription(flag))
  return `complete -c notewright -n ${condition}${letters} -l ${name}${valueOptions(flag)} -d ${about}`
}

function valueOptions({ value, choices, completes }: Flag): string {
  if (value === null) return ''
  if (choices) return ` -x -a ${quoteForFish(choices().join(' '))}`
  if (completes === 'ref') return " -x -a '(__notewright_refs)'"
  if (completes === 'folder') return " -x -a '(__fish_complete_directories)'"
  return completes === 'file' ? ' -r -F' : ' -x'
}

function offerWord(condition: string, word: string, about: string): string {
  return `complete -c notewright -n ${condition} -a ${word} -d ${quoteForFish(about)}`
}

/** Inside of single quotes fish unescapes only a backslash and a quote. */
function quoteForFish(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`
}
