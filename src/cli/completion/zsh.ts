import type { Command } from '../command.ts'
import type { Flag } from '../flags.ts'
import { listRefsCommand, quote, shortDescription, typedNames } from './script-text.ts'

/** The completion script of zsh; it can be sourced, or stored as _notewright in a folder of fpath. */
export function zshCompletion(commands: Command[]): string {
  return `#compdef notewright
# zsh completion of notewright. Load it after compinit with: source <(notewright completion zsh)
_notewright_refs() {
  local -a refs
  refs=(\${(f)"$(${listRefsCommand})"})
  compadd -a refs
}
_notewright_commands() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n')}
    'help:show the help of a command'
  )
  _describe command commands
}
_notewright() {
  local context state state_descr line
  typeset -A opt_args
  if ((CURRENT == 2)); then
    _notewright_commands
    compadd -- --help --version
    return
  fi
  local command=$words[2]
  words=("$words[1]" "\${(@)words[3,-1]}")
  ((CURRENT--))
  case $command in
    help) _notewright_commands ;;
${commands.map(completeCommand).join('\n')}
  esac
}
if [[ $funcstack[1] == _notewright ]]; then
  _notewright "$@"
else
  compdef _notewright notewright
fi
`
}

function completeCommand({ name, flags, words, takesFile }: Command): string {
  const specs = flags.map(specify)
  const first = words ? [quote(`1:argument:(${words.join(' ')})`)] : []
  const second = takesFile ? [quote('2:file:_files')] : []
  return `    ${name})
      _arguments -s -S \\
${[...specs, ...first, ...second].map((spec) => `        ${spec}`).join(' \\\n')}
      ;;`
}

function specify(flag: Flag): string {
  const names = typedNames(flag)
  const escapeSpec = (text: string) => text.replace(/[[\]\\:]/g, String.raw`\$&`)
  const value = flag.value === null ? '' : `:${escapeSpec(flag.value)}:${valueAction(flag)}`
  const repeated = flag.multiple ? '*' : ''
  const excluded = flag.multiple ? '' : `(${names.join(' ')})`
  const about = `[${escapeSpec(shortDescription(flag))}]`
  return names
    .map((name) => {
      const separator = flag.value === null ? '' : name.startsWith('--') ? '=' : '+'
      return quote(`${excluded}${repeated}${name}${separator}${about}${value}`)
    })
    .join(' \\\n        ')
}

function valueAction({ choices, completes }: Flag): string {
  if (choices) return `(${choices().join(' ')})`
  if (completes === 'ref') return '_notewright_refs'
  if (completes === 'folder') return '_files -/'
  return completes === 'file' ? '_files' : ' '
}
