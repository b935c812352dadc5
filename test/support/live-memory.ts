import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** The bytes of a buffer that a first round finds count as held until a second one. */
function collectGarbage(): void {
  collect()
  collect()
}

/** Does the work, and says whether more than `bound` bytes were ever alive at once on top of what was before. */
export async function heldMoreThan(bound: number, work: () => Promise<unknown>): Promise<boolean> {
  const most = aliveBefore() + bound
  let beyond = false
  const look = () => {
    if (beyond || held() <= most) return
    // What nobody holds any more is still counted until it is collected.
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
 * What is alive before the work. To collect garbage takes long in a process that has run many tests: within a
 * file it is done again only when there is some.
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
