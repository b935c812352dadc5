import type { Entry } from './entry.ts'

/**
 * Orders entries: breaking changes, then advisories, then by importance. Small differences mean nothing: such entries
 * keep the order of the history.
 */
export function compareImportance(one: Entry, other: Entry): number {
  return rankUrgency(one) - rankUrgency(other) || levelOf(other) - levelOf(one)
}

function levelOf({ importance }: Entry): number {
  return Math.round(importance * 10)
}

/** 0 for a breaking change, 1 for an advisory, 2 for everything else. */
export function rankUrgency({ breaking, text }: Entry): number {
  return breaking ? 0 : /^(?:CVE|GHSA)-/.test(text) ? 1 : 2
}
