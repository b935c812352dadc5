#!/usr/bin/env node
import nodeModule from 'node:module'
import { runCommandLine } from './cli/run.ts'
import { reportCrash } from './text/report-crash.ts'

// An older Node lacks things whose absence it would tell only in words of its own.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  const seen = process.versions.node
  process.stderr.write(`notewright: Node ${seen} is too old. Install Node 22.19 or newer and try again.\n`)
  process.exit(2)
}

// What is loaded from here on is compiled once and kept; it halves the time to the first output.
nodeModule.enableCompileCache()

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort(new Error(`stopped by ${signal}`))
    // Whoever asks twice means it.
    process.once(signal, () => process.exit(130))
  })
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe may leave early, as `head` does.
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, async (error: unknown) => {
    // As Node does it, but without the words of the error: they may hold what was asked, or a token.
    process.stderr.write(`notewright: ended by an unexpected error\n${await reportCrash(error)}\n`)
    process.exit(1)
  })
}

const print = (text: string) => void process.stdout.write(text)
const printError = (text: string) => void process.stderr.write(text)
const makeContext = async () => {
  const { openContext } = await import('./bootstrap/open-context.ts')
  return openContext({ print, printError, signal: stop.signal })
}

const code = await runCommandLine(process.argv.slice(2), { print, printError, makeContext })
process.exitCode = stop.signal.aborted && code !== 0 ? 130 : code
// What is left open after a drain that took too long must not hold the process.
globalThis.setTimeout(() => process.exit(), 1000).unref()
