import { spawn } from 'node:child_process'

/** One run of git: its arguments, the only variables of its environment, and its input. */
export interface GitCommand {
  args: string[]
  cwd: string
  env: Record<string, string>
  input: string
}

/** A git process that runs. */
export interface RunningGit {
  output: AsyncIterable<Buffer>
  /** Settles when the process has ended and its output was read; rejects if it could not be started. */
  ended: Promise<GitEnd>
  /** Ends the process; harmless if it has ended already. */
  kill: () => void
}

/** How a git process ended. */
export interface GitEnd {
  /** Null if a signal ended it. */
  code: number | null
  /** The beginning of what it wrote to its standard error. */
  errorOutput: string
}

/** Starts git with an argument array, never through a shell. */
export type StartGit = (command: GitCommand) => Promise<RunningGit>

const keptErrorCharacters = 4096

/** Starts git as a child of this process. */
export const spawnGit: StartGit = async ({ args, cwd, env, input }) => {
  const child = spawn('git', args, { cwd, env, stdio: 'pipe' })
  const ended = endOf(child)
  // The caller may read the output first; this avoids an unhandled rejection until then.
  ended.catch(() => {})
  // git may exit before it has read all input; its exit code says whether that is an error.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return { output: child.stdout, ended, kill: () => void child.kill() }
}

/** Waits until a process has ended, and keeps the beginning of its error output. */
export function endOf(child: ReturnType<typeof spawn>): Promise<GitEnd> {
  let errorOutput = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(0, keptErrorCharacters)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, errorOutput }))
  })
}
