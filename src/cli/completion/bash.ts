import type { Command } from '../command.ts'
import type { Flag } from '../flags.ts'
import { listRefsCommand, typedNames } from './script-text.ts'

/** The completion script of bash. */
export function bashCompletion(commands: Command[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  return `# bash completion of notewright. Load it with: source <(notewright completion bash)
_notewright_offer() {
  local current="$1" word
  shift
  for word in "$@"; do
    [[ $word == "$current"* ]] && COMPREPLY+=("$word")
  done
}
_notewright_refs() {
  local ref
  while IFS= read -r ref; do
    # The names of refs may contain characters that the shell would expand.
    [[ $ref == "$1"* ]] && COMPREPLY+=("$(printf '%q' "$ref")")
  done < <(${listRefsCommand})
}
_notewright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  # Bash splits --flag=value into three words.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if ((COMP_CWORD == 1)); then
    _notewright_offer "$current" ${names} help --help --version
    return
  fi
  case "$command:$previous" in
${commands.flatMap((command) => command.flags.flatMap((flag) => completeValue(command, flag))).join('\n')}
  esac
  case "$command" in
    help) _notewright_offer "$current" ${names} ;;
${commands.map(completeWords).join('\n')}
  esac
}
complete -o bashdefault -F _notewright notewright
`
}

function completeValue(command: Command, flag: Flag): string[] {
  if (flag.value === null) return []
  const pattern = typedNames(flag)
    .map((name) => `${command.name}:${name}`)
    .join(' | ')
  const action = flag.choices
    ? `_notewright_offer "$current" ${flag.choices().join(' ')}`
    : flag.completes === 'ref'
      ? '_notewright_refs "$current"'
      : flag.completes === 'folder'
        ? 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")'
        : flag.completes === 'file'
          ? 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")'
          : ':'
  return [`    ${pattern}) ${action}; return ;;`]
}

function completeWords({ name, words, takesFile, flags }: Command): string {
  const offerWords = words ? `((COMP_CWORD == 2)) && _notewright_offer "$current" ${words.join(' ')}; ` : ''
  const offerFiles = takesFile
    ? `((COMP_CWORD == 3)) && { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }; `
    : ''
  return `    ${name}) ${offerWords}${offerFiles}_notewright_offer "$current" ${flags.flatMap(typedNames).join(' ')} ;;`
}
