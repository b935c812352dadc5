import { Problem } from '../core/errors.ts'
import type { Command, RunCommand } from './command.ts'
import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { zshCompletion } from './completion/zsh.ts'

const scripts = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
])

/** `notewright completion`: prints a script that lets a shell complete these commands. */
export function completionCommand(commands: Command[]): RunCommand {
  return async (_values, context, [shell = '', ...others]) => {
    const print = scripts.get(shell)
    if (!print || others.length > 0) {
      throw new Problem(
        'invalid_request',
        `There is no completion for "${[shell, ...others].join(' ').slice(0, 60)}". Use \`notewright completion bash\`, \`zsh\` or \`fish\`.`,
      )
    }
    context.print(print(commands))
  }
}
