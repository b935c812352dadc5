import { findRefNameError } from './ref-names.ts'

/** A revision as users write it: the name of a ref or a SHA, and the steps back from there (`v2.0.0^2~3`). */
export interface Revision {
  text: string
  /** The ref or SHA before the steps. */
  base: string
  /** The steps as they are written; empty for a plain ref. */
  suffix: string
  steps: RevisionStep[]
}

/** `~n` follows the first parent n times; `^n` follows the nth parent once. */
export interface RevisionStep {
  /** Which parent, counted from 1. */
  parent: number
  /** How often, at least once: `~0` and `^0` are no steps. */
  count: number
}

/** Parses a revision that `findRevisionError` accepts. */
export function parseRevision(text: string): Revision {
  const [base] = text.split(/[~^]/, 1) as [string]
  const suffix = text.slice(base.length)
  const steps = [...suffix.matchAll(/([~^])(\d*)/g)].map(([, sign, digits]): RevisionStep => {
    const number = digits === '' ? 1 : Number(digits)
    return sign === '~' ? { parent: 1, count: number } : { parent: number, count: Math.min(number, 1) }
  })
  return { text, base, suffix, steps: steps.filter(({ count }) => count > 0) }
}

const longestRevision = 250

/** Describes why a revision is invalid by git's rules and ours; null when it is valid. */
export function findRevisionError(text: string): string | null {
  if (text === '') return 'must not be empty'
  if (text.length > longestRevision)
    return `must have at most ${longestRevision} characters, has ${text.length}`
  const { base, suffix } = parseRevision(text)
  if (!/^(?:~\d{0,9}|\^\d{0,4})*$/.test(suffix))
    return 'after a ref only ~n and ^ may follow, as in HEAD~50 or v2.0.0^'
  if (base === '') return 'must name a ref before ~n or ^'
  return findRefNameError(base)
}

/**
 * Whether a revision that reaches past the root commit means "from the beginning": `HEAD~50` does in a history of
 * ten commits, because it only follows first parents. `HEAD^2` of a commit that is no merge is an unknown revision.
 */
export function meansFromRoot({ suffix, steps }: Revision): boolean {
  return suffix !== '' && steps.every(({ parent }) => parent === 1)
}

/**
 * Follows the steps from a commit. Null when a step has no such parent: it goes past the root commit, or a commit
 * is no merge. Undefined when `parentsOf` does not know a commit on the way.
 */
export function walkSteps(
  start: string,
  steps: RevisionStep[],
  parentsOf: (sha: string) => string[] | undefined,
): string | null | undefined {
  let sha = start
  for (const { parent, count } of steps) {
    for (let taken = 0; taken < count; taken += 1) {
      const parents = parentsOf(sha)
      if (parents === undefined) return undefined
      const next = parents[parent - 1]
      if (next === undefined) return null
      sha = next
    }
  }
  return sha
}
