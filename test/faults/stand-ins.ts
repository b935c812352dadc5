import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** How a stand-in is started; passed as JSON in the first argument. */
export interface StandInSettings {
  kind: 'host' | 'gateway'
  /** 0 for any that is free. */
  port: number
}

/** A command for a running stand-in, which replies with its number of calls so far. */
export interface Order {
  /** How long the history of a repository takes from now on; null where that stays as it is. */
  slowMs: number | null
}

/** A host or a gateway in a process of its own. */
export interface StandIn {
  port: number
  slow: (milliseconds: number) => Promise<void>
  /** The number of calls since it was last started. */
  calls: () => Promise<number>
  /** It keeps its connections and answers nothing. */
  stop: () => void
  goOn: () => void
  kill: () => Promise<void>
  /** It comes back at the same address. */
  restart: () => Promise<void>
}

/** Starts a stand-in. */
export async function startStandIn(kind: StandInSettings['kind']): Promise<StandIn> {
  let { child, port } = await launch({ kind, port: 0 })
  const order = async (command: Order) => {
    child.send(command)
    const [{ calls }] = (await once(child, 'message')) as [{ calls: number }]
    return calls
  }
  return {
    port,
    slow: async (slowMs) => void (await order({ slowMs })),
    calls: () => order({ slowMs: null }),
    stop: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    kill: () => killChild(child),
    restart: async () => {
      await killChild(child)
      ;({ child, port } = await launch({ kind, port }))
    },
  }
}

/** Ends a process, whatever state it is in. */
export async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGKILL')
  await ended
}

async function launch(settings: StandInSettings): Promise<{ child: ChildProcess; port: number }> {
  const file = join(import.meta.dirname, 'stand-in-process.ts')
  const child = fork(file, [JSON.stringify(settings)])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}
