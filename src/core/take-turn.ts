import { setImmediate } from 'node:timers'

const maxRoundMs = 10

const waiting: (() => void)[] = []
let roundBegan: number | null = null

/**
 * Waits for a turn if this round of the event loop has been long already. Work that begins when data arrives calls it
 * before each step: when hundreds of answers arrive at once, other requests and timers are handled between them.
 */
export async function takeTurn(): Promise<void> {
  if (waiting.length === 0 && !isRoundLong()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(startNext)
  await promise
}

function isRoundLong(): boolean {
  if (roundBegan === null) {
    roundBegan = performance.now()
    setImmediate(endRound)
  }
  return performance.now() - roundBegan > maxRoundMs
}

function endRound(): void {
  roundBegan = null
}

/** Starts one that waits; the next one starts in the next round. */
function startNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startNext)
}
