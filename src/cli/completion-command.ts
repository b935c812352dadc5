import { Problem } from '../core/errors.ts'
import type { CliContext } from './cli-context.ts'
import { commands } from './command-table.ts'
import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { zshCompletion } from './completion/zsh.ts'
import type { FlagValues } from './flags.ts'

const scripts = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
])

/** `notewright completion`: prints the completion script of a shell. */
export async function completionCommand(
  _values: FlagValues,
  context: CliContext,
  [shell = '', ...others]: string[],
): Promise<void> {
  const print = scripts.get(shell)
  if (!print || others.length > 0) {
    throw new Problem(
      'invalid_request',
      `There is no completion for "${[shell, ...others].join(' ').slice(0, 60)}". Use \`notewright completion bash\`, \`zsh\` or \`fish\`.`,
    )
  }
  context.print(print(commands))
}
