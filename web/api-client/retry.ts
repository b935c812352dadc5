import type { RetryWait } from '../state/app-state.ts'
import { describeError } from './api-error.ts'

/** How to report a wait and how to cancel it. */
export interface RetryOptions {
  signal?: AbortSignal | undefined
  /** Called when a wait begins, and with null when it ends. */
  onWait?: ((wait: RetryWait | null) => void) | undefined
}

// Without onWait the user does not see the wait and cannot cancel it, so only a few short waits are allowed.
const silentLimits = { tries: 3, seconds: 5 }
const visibleLimits = { tries: 20, seconds: 3600 }

/** Runs a task; when the server names a waiting time, waits that long and tries again. */
export async function withRetry<Result>(
  task: () => Promise<Result>,
  { signal, onWait }: RetryOptions,
): Promise<Result> {
  const limits = onWait ? visibleLimits : silentLimits
  for (let tries = 1; ; tries += 1) {
    try {
      return await task()
    } catch (error) {
      const { retryAfter, title } = describeError(error)
      if (signal?.aborted || retryAfter === null || retryAfter > limits.seconds || tries >= limits.tries)
        throw error
      const milliseconds = Math.max(1, retryAfter) * 1000
      onWait?.({ until: Date.now() + milliseconds, reason: title })
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
