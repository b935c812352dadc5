import { setImmediate } from 'node:timers'

const maxRoundMs = 10
const maxPerRound = 200

const waiting: (() => void)[] = []
let roundBegan: number | null = null
let scheduled = 0

/**
 * Waits for a turn if this round of the event loop has been long already. Work that begins when data arrives calls it
 * before each step: when hundreds of answers arrive at once, other requests and timers are handled between them.
 */
export async function takeTurn(): Promise<void> {
  if (waiting.length === 0 && !isRoundLong()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (scheduled === 0) scheduleTurns()
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

/** Starts those that wait one after the other in the next round, as far as its time allows. */
function scheduleTurns(): void {
  scheduled = Math.min(waiting.length, maxPerRound)
  for (let count = 0; count < scheduled; count += 1) setImmediate(startNext)
}

function startNext(): void {
  scheduled -= 1
  // What was started runs before the next call of this function.
  if (!isRoundLong()) waiting.shift()?.()
  if (scheduled === 0 && waiting.length > 0) scheduleTurns()
}
