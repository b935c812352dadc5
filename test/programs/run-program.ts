import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Order, type Outcome, receive, send } from './message.ts'

/** How a program is run; by default here, with our environment and nothing to read. */
type Settings = Partial<Pick<Order, 'cwd' | 'env' | 'input'>>

/** Runs a program that must end well, and gives back what it prints. */
export function runProgram(program: string, words: string[], settings: Settings = {}): Buffer {
  const { status, stdout, stderr } = runToEnd(program, words, settings)
  if (status === 0) return Buffer.from(stdout)
  const said = Buffer.from(stderr).toString().trim()
  throw new Error(`${program} ${words.join(' ').slice(0, 200)} ended with ${status}: ${said}`)
}

/**
 * Runs a program and tells how it ended. A small process starts it for us: to start one, a process copies the map
 * of its own memory, and that of the tests is so large that it would cost more than git itself.
 */
export function runToEnd(program: string, words: string[], settings: Settings = {}): Outcome {
  runner ??= startRunner()
  const { cwd = process.cwd(), env = process.env, input = new Uint8Array() } = settings
  send(runner.orders, { program, words, cwd, env: { ...env }, input })
  const outcome = receive<Outcome>(runner.outcomes)
  if (!outcome) throw new Error('The process that runs programs for the tests is gone.')
  return outcome
}

let runner: { orders: number; outcomes: number } | null = null

function startRunner(): { orders: number; outcomes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'notewright-runner-'))
  const pipes = [join(folder, 'orders'), join(folder, 'outcomes')] as const
  execFileSync('mkfifo', pipes)
  const script = join(import.meta.dirname, 'runner.ts')
  // It ends by itself when our end of the pipe is closed.
  spawn(process.execPath, [script, ...pipes], { stdio: ['ignore', 'ignore', 'inherit'] }).unref()
  const opened = { orders: openSync(pipes[0], 'w'), outcomes: openSync(pipes[1], 'r') }
  rmSync(folder, { recursive: true })
  return opened
}
