import { progressMessage } from '../api/progress-messages.ts'
import type { Progress } from '../core/progress.ts'
import { stages } from '../core/progress.ts'

/** Shows progress. */
export interface ProgressView {
  show: (progress: Progress) => void
  end: () => void
}

const barWidth = 12

/** Draws a bar on one line of a terminal, with no escape sequences but the carriage return. */
export function progressBar(write: (text: string) => void): ProgressView {
  let longest = 0
  const draw = (line: string) => {
    write(`\r${line.padEnd(longest)}`)
    longest = Math.max(longest, line.length)
  }
  return {
    show: (progress) => {
      const filled = Math.round((barWidth * (stages.indexOf(progress.stage) + 1)) / stages.length)
      draw(`[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${progressMessage(progress)}`)
    },
    end: () => {
      if (longest > 0) write(`\r${' '.repeat(longest)}\r`)
    },
  }
}

/** Writes only what the use of a model will cost, for pipes and logs. */
export function planLines(write: (text: string) => void): ProgressView {
  return {
    show: (progress) => {
      if (progress.plan) write(`${progressMessage(progress)}\n`)
    },
    end: () => {},
  }
}

/** Shows nothing. */
export const noProgress: ProgressView = { show: () => {}, end: () => {} }
