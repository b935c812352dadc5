import type { GitCommand, GitEnd } from './start-git.ts'

/** The first line that the service writes to a connection; the input of git follows it. */
export type LaunchRequest = Omit<GitCommand, 'input'> & { id: number }

/** What the service tells the launcher about a run. */
export interface KillMessage {
  kill: number
}

/** What the launcher tells the service: that it listens, and how each run ended. */
export type LauncherMessage = { ready: true } | ({ id: number } & GitEnd) | { id: number; failure: string }
