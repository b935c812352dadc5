import type { Progress, Stage } from '../core/progress.ts'

const names: Record<Stage, string> = {
  resolve: 'Finding the range',
  collect: 'Reading commits',
  curate: 'Choosing what matters',
  write: 'Writing',
  verify: 'Checking',
  render: 'Laying out',
}

/** A sign of life as a person reads it. */
export function progressMessage({ stage, done, total, plan, spent }: Progress): string {
  if (plan) {
    const tokens = number(plan.inputTokens + plan.outputTokens)
    const cost = plan.cost === null ? '' : `, cost about ${plan.cost.toPrecision(2)}`
    return `Asking ${plan.model}: ${plan.calls === 1 ? 'one call' : `${plan.calls} calls`}, about ${tokens} tokens${cost} …`
  }
  if (spent) {
    const tokens = number(spent.inputTokens + spent.outputTokens)
    return `${names[stage]} (${done} of ${total}; ${spent.calls} calls, ${tokens} tokens) …`
  }
  const count = done > 0 ? done : total
  return `${names[stage]}${count === null || stage === 'resolve' ? '' : ` (${count})`} …`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
