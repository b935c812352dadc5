import { type ChildProcess, spawn } from 'node:child_process'
import { main } from './main-program.ts'

/** A running program: its output so far, and its origin once it listens. */
export interface StartedProgram {
  child: ChildProcess
  output: () => string
  origin: Promise<string>
}

/** Starts the program with additional environment variables; the caller must kill it. */
export function startProgram(
  args: string[],
  variables: Record<string, string>,
  program = main,
): StartedProgram {
  // On a busy machine the event loop is delayed; shedding load has tests of its own.
  const env = { ...process.env, NOTEWRIGHT_SHED_DELAY_MS: '0', ...variables }
  const child = spawn(process.execPath, [program, ...args], { env })
  let text = ''
  const origin = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
        const found = /(?:listens|is listening) on (http:\S+)/.exec(text)
        if (found) resolve(found[1]!)
      })
    }
  })
  return { child, output: () => text, origin }
}
