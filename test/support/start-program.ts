import { type ChildProcess, spawn } from 'node:child_process'
import { main } from './main-program.ts'

/** The program while it runs: all that it has said so far, and where it listens once it does. */
export interface Started {
  child: ChildProcess
  said: () => string
  origin: Promise<string>
}

/** Starts the program with some more in its environment; whoever starts it ends it. */
export function startProgram(words: string[], more: Record<string, string>, program = main): Started {
  const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...more } })
  let text = ''
  const origin = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
        const found = /listens on (http:\S+)/.exec(text)
        if (found) resolve(found[1]!)
      })
    }
  })
  return { child, said: () => text, origin }
}
