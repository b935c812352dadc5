import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProgramRequest, type ProgramResult, receiveMessage, sendMessage } from './program-messages.ts'

/** How a program runs; by default in this folder, with this environment and an empty standard input. */
type RunOptions = Partial<Pick<ProgramRequest, 'cwd' | 'env' | 'input'>>

/** Runs a program and returns its standard output; throws if it fails. */
export function runProgram(program: string, args: string[], options: RunOptions = {}): Buffer {
  const { status, stdout, stderr } = tryProgram(program, args, options)
  if (status === 0) return Buffer.from(stdout)
  const message = Buffer.from(stderr).toString().trim()
  throw new Error(`${program} ${args.join(' ').slice(0, 200)} exited with ${status}: ${message}`)
}

/**
 * Runs a program and returns its exit status and output. A small helper process starts it: forking copies the
 * memory map of the parent, and that of the test process is so large that forking would cost more than git itself.
 */
export function tryProgram(program: string, args: string[], options: RunOptions = {}): ProgramResult {
  runner ??= startRunner()
  const { cwd = process.cwd(), env = process.env, input = new Uint8Array() } = options
  sendMessage(runner.requests, { program, args, cwd, env: { ...env }, input })
  const result = receiveMessage<ProgramResult>(runner.results)
  if (!result) throw new Error('The process that runs programs for the tests has exited.')
  return result
}

/** The pipes of the helper process. */
interface Runner {
  requests: number
  results: number
}

let runner: Runner | null = null

function startRunner(): Runner {
  const folder = mkdtempSync(join(tmpdir(), 'notewright-runner-'))
  const pipes = [join(folder, 'requests'), join(folder, 'results')] as const
  execFileSync('mkfifo', pipes)
  const script = join(import.meta.dirname, 'program-runner.ts')
  // The helper exits when this end of the pipe is closed.
  spawn(process.execPath, [script, ...pipes], { stdio: ['ignore', 'ignore', 'inherit'] }).unref()
  const opened = { requests: openSync(pipes[0], 'w'), results: openSync(pipes[1], 'r') }
  rmSync(folder, { recursive: true })
  return opened
}
