import type { Wait } from '../state/app-state.ts'
import { troubleOf } from './refusal.ts'

/** Who is told about a wait, and how it is given up. */
export interface Patience {
  signal?: AbortSignal | undefined
  /** Told when a wait begins, and null when it is over. */
  onWait?: ((wait: Wait | null) => void) | undefined
}

// Where nobody is told, nobody can give up: such waits are few and short.
const untold = { tries: 3, seconds: 5 }
const told = { tries: 20, seconds: 3600 }

/** Does something that may be refused for a while: waits as long as was asked, and goes on by itself. */
export async function waitOut<Result>(
  work: () => Promise<Result>,
  { signal, onWait }: Patience,
): Promise<Result> {
  const most = onWait ? told : untold
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const { retryAfter, title } = troubleOf(error)
      if (signal?.aborted || retryAfter === null || retryAfter > most.seconds || tries >= most.tries)
        throw error
      const milliseconds = Math.max(1, retryAfter) * 1000
      onWait?.({ until: Date.now() + milliseconds, why: title })
      await pause(milliseconds, signal)
      onWait?.(null)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
