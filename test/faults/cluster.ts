import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ReplicaSettings } from './replica.ts'

/** A running replica. */
export interface Replica {
  url: string
  child: ChildProcess
}

/** The outcome of one request. */
export interface Outcome {
  status: number
  /** The whole answer; null when the connection broke before it was there. */
  text: string | null
  milliseconds: number
}

/** Starts replicas, each in a process of its own. */
export function startReplicas(count: number, settings: ReplicaSettings): Promise<Replica[]> {
  return Promise.all(Array.from({ length: count }, () => startReplica(settings)))
}

/** Starts one replica. */
export async function startReplica(settings: ReplicaSettings): Promise<Replica> {
  const file = join(import.meta.dirname, 'replica.ts')
  const child = spawn(process.execPath, ['--expose-gc', file, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [text] = (await once(child.stdout!, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${Number(text)}`, child }
}

/** Ends replicas, whatever state they are in. */
export async function endReplicas(replicas: Replica[]): Promise<void> {
  for (const { child } of replicas) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await ended
  }
}

/** Asks a replica for the notes of a caller's repository. */
export async function callReplica(
  { url }: Pick<Replica, 'url'>,
  token: string,
  options: { repo?: string; headers?: Record<string, string>; body?: object; signal?: AbortSignal } = {},
): Promise<Outcome> {
  const began = performance.now()
  const took = () => performance.now() - began
  try {
    const answered = await fetch(`${url}/api/v1/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...options.headers },
      body: JSON.stringify({
        repoFullName: options.repo ?? `${token}/widget`,
        fromRef: 'v1',
        ...options.body,
      }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
    return { status: answered.status, text: await answered.text(), milliseconds: took() }
  } catch {
    // Only the failure matters; the scenario decides whether it was expected.
    return { status: 0, text: null, milliseconds: took() }
  }
}

/** Sums a metric over replicas; `begin` is the beginning of its line. */
export async function sumOf(replicas: Replica[], begin: string): Promise<number> {
  const texts = await Promise.all(
    replicas.map(async ({ url }) => (await fetch(`${url}/metrics`)).text().catch(() => '')),
  )
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.startsWith(begin))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
