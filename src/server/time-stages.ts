import type { Progress, Stage } from '../core/progress.ts'
import type { ServerContext } from './server-context.ts'

/** Returns a progress listener that measures how long each stage of a generation takes. */
export function timeStages({
  metrics,
  traces,
}: Pick<ServerContext, 'metrics' | 'traces'>): (progress: Progress) => void {
  let running: { stage: Stage; began: number } | null = null
  const end = () => {
    if (!running) return
    const seconds = (performance.now() - running.began) / 1000
    metrics.observe('notewright_stage_seconds', { stage: running.stage }, seconds)
    traces?.record({ name: running.stage, kind: 'internal' }, seconds)
    running = null
  }
  return ({ stage, done, total }) => {
    if (stage !== running?.stage) {
      end()
      running = { stage, began: performance.now() }
    }
    // No later stage ends the last one.
    if (stage === 'render' && done === total) end()
  }
}
