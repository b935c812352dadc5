import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Collects twice, because the memory of a buffer is released in the second round. */
function collectGarbage(): void {
  collect()
  collect()
}

/** Does the work and returns whether it ever held more than `bound` bytes of live memory at once. */
export async function heldMoreThan(bound: number, work: () => Promise<unknown>): Promise<boolean> {
  const most = aliveBefore() + bound
  let beyond = false
  const look = () => {
    if (beyond || held() <= most) return
    // Garbage still counts until it is collected.
    collectGarbage()
    beyond = held() > most
  }
  const watch = setInterval(look, 5)
  await work().finally(() => clearInterval(watch))
  look()
  return beyond
}

let known: { file: string | undefined; alive: number } | null = null
const littleGarbage = 32 * 1024 * 1024

/**
 * The live memory before the work. Collecting is slow in a process that has run many tests, so within a file it is
 * repeated only when there is garbage.
 */
function aliveBefore(): number {
  const file = expect.getState().testPath
  if (known?.file !== file || held() > known!.alive + littleGarbage) {
    collectGarbage()
    known = { file, alive: held() }
  }
  return known!.alive
}

function held(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}
