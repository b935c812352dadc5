import type { HostKind } from '../../src/core/web-address.ts'

/** Formats a number with its noun in singular or plural. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

/** Returns the first seven characters of a SHA. */
export function shortSha(sha: string): string {
  return sha.slice(0, 7)
}

/** Formats a date and time for the user. */
export function formatTime(time: number): string {
  return new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

/** Formats a cost with two significant digits. */
export function formatCost(cost: number): string {
  if (cost === 0) return 'no cost'
  return `about ${cost.toLocaleString('en', { maximumSignificantDigits: 2 })} in the gateway’s currency`
}

/** The display names of the kinds of hosts. */
export const hostNames: Record<HostKind, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
  bitbucket: 'Bitbucket',
  git: 'Git server',
  local: 'this machine',
}
