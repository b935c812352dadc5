import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../../core/errors.ts'
import type { KillMessage, LauncherMessage, LaunchRequest } from './launcher-messages.ts'
import { type GitCommand, type GitEnd, type RunningGit, type StartGit, spawnGit } from './start-git.ts'

interface Launcher {
  child: ChildProcess
  path: string
}

interface Waiting {
  resolve: (end: GitEnd) => void
  reject: (error: Error) => void
}

const startMs = 5_000

/**
 * Starts git through a small process of its own. The system copies the memory tables of a process that starts another
 * one, and the service stands still meanwhile: at 400 MB for about 20 ms, several times in each request.
 */
export class GitLauncher {
  #launcher: Promise<Launcher | null> | null = null
  #waiting = new Map<number, Waiting>()
  #nextId = 1
  readonly #program: URL

  constructor(program = launcherProgram()) {
    this.#program = program
  }

  /** Starts the process while the service is still small. */
  open(): void {
    this.#launcher ??= this.#openLauncher()
  }

  readonly start: StartGit = async (command) => {
    this.open()
    const launcher = await this.#launcher
    // Without the process, git is a child of the service: slower, with the same result.
    return launcher === null ? spawnGit(command) : this.#run(launcher, command)
  }

  async close(): Promise<void> {
    const launcher = await this.#launcher
    launcher?.child.disconnect()
  }

  #run({ child, path }: Launcher, { input, ...command }: GitCommand): RunningGit {
    const id = this.#nextId++
    const exited = new Promise<GitEnd>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    const output = connect({ path, allowHalfOpen: true })
    const closed = new Promise<void>((resolve, reject) => output.on('close', resolve).on('error', reject))
    const ended = Promise.all([exited, closed]).then(([end]) => end)
    ended.catch(() => {})
    output.write(`${JSON.stringify({ id, ...command } satisfies LaunchRequest)}\n`)
    output.end(input)
    const kill = () => {
      // The result of a run that is ended is not awaited.
      if (this.#waiting.delete(id) && child.connected) child.send({ kill: id } satisfies KillMessage)
      output.destroy()
    }
    return { output: readOutput(output), ended, kill }
  }

  /** Returns null if the process cannot be started; it is not tried again. */
  async #openLauncher(): Promise<Launcher | null> {
    try {
      // Only this user can open the folder.
      return await this.#fork(await mkdtemp(join(tmpdir(), `notewright-git-${process.pid}-`)))
    } catch {
      return null
    }
  }

  async #fork(folder: string): Promise<Launcher> {
    const path = join(folder, 'socket')
    const child = fork(this.#program, [path], {
      // It needs none of the variables of the service, least of all its secrets.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => {})
    // A launcher that is killed cannot remove its folder.
    child.on('exit', () => void rm(folder, { recursive: true, force: true }).catch(() => {}))
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(startMs), abortOnExit(child)])
      await once(child, 'message', { signal })
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
    child.on('exit', () => this.#forget())
    child.on('message', (message: LauncherMessage) => this.#settle(message))
    // Neither keeps a process alive that has nothing else to do.
    child.unref()
    child.channel?.unref()
    return { child, path }
  }

  #settle(message: LauncherMessage): void {
    if ('ready' in message) return
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if ('failure' in message)
      waiting?.reject(Object.assign(new Error(message.failure), { code: message.failure }))
    else waiting?.resolve(message)
  }

  /** The next run opens a new launcher. */
  #forget(): void {
    this.#launcher = null
    const problem = launcherEnded()
    for (const { reject } of this.#waiting.values()) reject(problem)
    this.#waiting.clear()
  }
}

/** Reads a connection, which fails only if the launcher ends. */
async function* readOutput(connection: Socket): AsyncGenerator<Buffer> {
  try {
    yield* connection
  } catch (error) {
    throw launcherEnded(error)
  }
}

function launcherEnded(cause?: unknown): Problem {
  return new Problem(
    'host_unusable',
    'The process that starts git has ended unexpectedly. Send the request again.',
    { cause },
  )
}

function abortOnExit(child: ChildProcess): AbortSignal {
  const controller = new AbortController()
  child.once('exit', () => controller.abort())
  child.once('error', () => controller.abort())
  return controller.signal
}

/** The program of the launcher: beside this file, or in the package beside its other files. */
function launcherProgram(): URL {
  const own = import.meta.url
  if (own.endsWith('.ts')) return new URL('./launcher-program.ts', own)
  return new URL(own.includes('/parts/') ? '../git-launcher.js' : './git-launcher.js', own)
}
