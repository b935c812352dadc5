import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Commands } from './commands.ts'

export const CommandsContext = createContext<Commands | null>(null)

/** Returns the commands of the editor. */
export function useCommands(): Commands {
  const commands = useContext(CommandsContext)
  if (!commands) throw new Error('The component is rendered outside of CommandsContext.')
  return commands
}
