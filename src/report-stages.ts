import { setImmediate } from 'node:timers/promises'
import type { Stage, World } from './types.ts'

/** Tells the beginning and the end of each stage, and stops between two when nobody waits any more. */
export function reportStages({ signal, onProgress }: Pick<World, 'signal' | 'onProgress'>) {
  let running: { stage: Stage; total: number | null } | null = null
  return async (stage: Stage | null, total: number | null): Promise<void> => {
    // The pure stages hold the thread; between two of them everybody else gets a turn.
    await setImmediate()
    signal.throwIfAborted()
    if (running?.total) onProgress({ ...running, done: running.total })
    running = stage && { stage, total }
    if (running) onProgress({ ...running, done: 0 })
  }
}
