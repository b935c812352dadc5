#!/usr/bin/env node
import nodeModule from 'node:module'
import { runCommandLine } from './cli/run.ts'
import { reportCrash } from './text/report-crash.ts'

// An older Node would fail with an unrelated error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  const seen = process.versions.node
  process.stderr.write(`notewright: Node ${seen} is too old. Install Node 22.19 or newer and try again.\n`)
  process.exit(2)
}

// Modules loaded from here on are compiled once and cached, which halves the time to the first output.
nodeModule.enableCompileCache()

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort(new Error(`stopped by ${signal}`))
    // A second signal exits immediately.
    process.once(signal, () => process.exit(130))
  })
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe may close it early, as `head` does.
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, async (error: unknown) => {
    // Like Node's own report, but without the error message, which may contain a token or the request.
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

// Node looks at NO_COLOR and TERM.
const hasColors = (stream: NodeJS.WriteStream) => stream.isTTY === true && stream.hasColors()
const colorSupport = { output: hasColors(process.stdout), error: hasColors(process.stderr) }

const code = await runCommandLine(process.argv.slice(2), { print, printError, colorSupport, makeContext })
process.exitCode = stop.signal.aborted && code !== 0 ? 130 : code
// Connections that are still open after the shutdown timeout must not keep the process alive.
globalThis.setTimeout(() => process.exit(), 1000).unref()
