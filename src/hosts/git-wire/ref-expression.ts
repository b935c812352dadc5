import type { RefTip } from './ls-refs.ts'

/** A ref as it is written, taken apart. */
export interface RefExpression {
  ref: string
  base: string
  /** The ways to go from the base: which parent, one after the other. */
  steps: Step[]
}

type Step = { parent: number; times: number }

/** Takes a ref such as `v1.2^2~3` apart. */
export function readExpression(ref: string): RefExpression {
  const tail = /[~^][~^\d]*$/.exec(ref)?.[0] ?? ''
  const steps = [...tail.matchAll(/([~^])(\d*)/g)].map(([, sign, digits]): Step => {
    const number = digits === '' ? 1 : Number(digits)
    if (sign === '~') return { parent: 1, times: number }
    return { parent: number, times: number === 0 ? 0 : 1 }
  })
  return { ref, base: ref.slice(0, ref.length - tail.length), steps }
}

/** Deeper than any history, and what every git server still reads as a number. */
const deepest = 1_000_000_000

/** How many commits deep the steps go; one when there are none. */
export function depthOf({ steps }: RefExpression): number {
  return Math.min(
    deepest,
    steps.reduce((depth, { times }) => depth + times, 1),
  )
}

/** Goes the steps from a commit; null where the history is too short. */
export function walk(
  start: string,
  steps: Step[],
  parentsOf: (sha: string) => string[] | null,
): string | null {
  let current = start
  for (const { parent, times } of steps) {
    for (let count = 0; count < times; count += 1) {
      const next = parentsOf(current)?.[parent - 1]
      if (next === undefined || parentsOf(next) === null) return null
      current = next
    }
  }
  return current
}

/** The full names that a short one can stand for, in git's order (`gitrevisions`). */
export function candidatesFor(base: string): string[] {
  return [
    ...(base === 'HEAD' || base.startsWith('refs/') ? [base] : []),
    `refs/${base}`,
    `refs/tags/${base}`,
    `refs/heads/${base}`,
    `refs/remotes/${base}`,
    `refs/remotes/${base}/HEAD`,
  ]
}

/** The full name of the tag that a ref would be. */
export function tagNameOf(base: string): string {
  return `refs/tags/${base.replace(/^refs\/tags\//, '')}`
}

/** The id that a full SHA is. */
export function fullIdOf(base: string, length: number): string | null {
  return base.length === length && /^[0-9a-f]+$/i.test(base) ? base.toLowerCase() : null
}

/** The beginning of an id that a ref may be, alone or at the end of what `git describe` prints. */
export function abbreviatedIdOf(base: string): string | null {
  return /(?:^|.-g)([0-9a-f]{4,63})$/i.exec(base)?.[1]?.toLowerCase() ?? null
}

/** The ids among refs that begin so. */
export function idsAmong(refs: Map<string, RefTip>, start: string): string[] {
  const ids = [...refs.values()].flatMap(({ id, peeled }) => (peeled === null ? [id] : [id, peeled]))
  return [...new Set(ids)].filter((id) => id.startsWith(start))
}
