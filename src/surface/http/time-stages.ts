import type { Counters } from '../../state/counters.ts'
import type { Progress, Stage } from '../../types.ts'

/** Makes a listener that measures how long each stage of a generation takes. */
export function timeStages(counters: Counters): (progress: Progress) => void {
  let running: { stage: Stage; began: number } | null = null
  const end = () => {
    if (!running) return
    const seconds = (performance.now() - running.began) / 1000
    counters.time('notewright_stage_seconds', { stage: running.stage }, seconds)
    running = null
  }
  return ({ stage, done, total }) => {
    if (stage !== running?.stage) {
      end()
      running = { stage, began: performance.now() }
    }
    // Nothing comes after the last stage that would end it.
    if (stage === 'render' && done === total) end()
  }
}
