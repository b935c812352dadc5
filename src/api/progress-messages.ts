import type { Progress, Stage } from '../core/progress.ts'

const labels: Record<Stage, string> = {
  resolve: 'Resolving the range',
  collect: 'Reading commits',
  curate: 'Selecting changes',
  write: 'Writing',
  verify: 'Verifying',
  render: 'Rendering',
}

/** A progress report as one line of text. */
export function progressMessage({ stage, done, total, plan, spent }: Progress): string {
  if (plan) {
    const tokens = formatNumber(plan.inputTokens + plan.outputTokens)
    const cost = plan.cost === null ? '' : `, cost about ${plan.cost.toPrecision(2)}`
    return `Using ${plan.model}: ${plan.calls === 1 ? '1 call' : `${plan.calls} calls`}, about ${tokens} tokens${cost} …`
  }
  if (spent) {
    const tokens = formatNumber(spent.inputTokens + spent.outputTokens)
    return `${labels[stage]} (${done} of ${total}; ${spent.calls} ${spent.calls === 1 ? 'call' : 'calls'}, ${tokens} tokens) …`
  }
  const count = done > 0 ? done : total
  return `${labels[stage]}${count === null || stage === 'resolve' ? '' : ` (${count})`} …`
}

function formatNumber(value: number): string {
  return value.toLocaleString('en')
}
