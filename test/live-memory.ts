import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Does the work, and says whether more than `bound` bytes were ever alive at once on top of what was before. */
export async function heldMoreThan(bound: number, work: () => Promise<unknown>): Promise<boolean> {
  collectGarbage()
  const most = held() + bound
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

function held(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
