import type { Progress, Stage } from '../../types.ts'
import { stages } from '../../types.ts'

/** Where progress is shown. */
export interface ProgressView {
  show: (progress: Progress) => void
  end: () => void
}

const names: Record<Stage, string> = {
  resolve: 'Finding the range',
  collect: 'Reading commits',
  curate: 'Choosing what matters',
  write: 'Writing',
  verify: 'Checking',
  render: 'Laying out',
}

const barWidth = 12

/** A bar that stays on one line of a terminal, without any command a terminal would have to know. */
export function progressBar(write: (text: string) => void): ProgressView {
  let longest = 0
  const draw = (line: string) => {
    write(`\r${line.padEnd(longest)}`)
    longest = Math.max(longest, line.length)
  }
  return {
    show: (progress) => {
      const filled = Math.round((barWidth * (stages.indexOf(progress.stage) + 1)) / stages.length)
      draw(`[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${sentence(progress)}`)
    },
    end: () => {
      if (longest > 0) write(`\r${' '.repeat(longest)}\r`)
    },
  }
}

/** A plain line for each stage, for logs. */
export function progressLines(write: (text: string) => void): ProgressView {
  let last: Stage | null = null
  return {
    show: (progress) => {
      if (progress.stage === last && !progress.plan) return
      last = progress.stage
      write(`${sentence(progress)}\n`)
    },
    end: () => {},
  }
}

/** Nothing at all. */
export const noProgress: ProgressView = { show: () => {}, end: () => {} }

function sentence({ stage, done, total, plan, spent }: Progress): string {
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
