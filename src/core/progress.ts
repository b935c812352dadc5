import type { GenerateContext, Stage } from './generate-context.ts'

/** Tells the beginning and the end of each stage, and stops between two when nobody waits any more. */
export function reportStages({ signal, onProgress }: Pick<GenerateContext, 'signal' | 'onProgress'>) {
  let running: { stage: Stage; total: number | null } | null = null
  return async (stage: Stage | null, total: number | null): Promise<void> => {
    await nextTurn()
    signal.throwIfAborted()
    if (running?.total) onProgress({ ...running, done: running.total })
    running = stage && { stage, total }
    if (running) onProgress({ ...running, done: 0 })
  }
}

// The pure stages hold the thread, of which a process has one: so there is one queue for it, and each round of
// the event loop lets one stage go. Whatever else is due, an answer or a new request, comes between two of them.
const waiting: { go: () => void; since: number }[] = []

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ go: resolve, since: performance.now() })
    if (waiting.length === 1) setImmediate(letOneGo)
  })
}

function letOneGo(): void {
  waiting.shift()!.go()
  if (waiting.length > 0) setImmediate(letOneGo)
}

/** How long the stage that is next has waited for its turn, in milliseconds. */
export function turnsLateBy(): number {
  return waiting.length === 0 ? 0 : performance.now() - waiting[0]!.since
}
