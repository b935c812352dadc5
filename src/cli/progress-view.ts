import { progressMessage } from '../api/progress-messages.ts'
import type { Progress, Stage } from '../core/progress.ts'
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

/** Writes a line for each stage, for logs. */
export function progressLines(write: (text: string) => void): ProgressView {
  let last: Stage | null = null
  return {
    show: (progress) => {
      if (progress.stage === last && !progress.plan) return
      last = progress.stage
      write(`${progressMessage(progress)}\n`)
    },
    end: () => {},
  }
}

/** Shows nothing. */
export const noProgress: ProgressView = { show: () => {}, end: () => {} }
