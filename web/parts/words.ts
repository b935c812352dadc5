import type { HostKind } from '../../src/core/web-address.ts'

/** A number with its noun in the right form. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

/** The beginning of a SHA, as people cite it. */
export function shortSha(sha: string): string {
  return sha.slice(0, 7)
}

/** A moment, as people say it. */
export function asMoment(time: number): string {
  return new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

/** What a gateway asks for, with as many digits as matter. */
export function asCost(cost: number): string {
  if (cost === 0) return 'nothing'
  return `about ${cost.toLocaleString('en', { maximumSignificantDigits: 2 })} in the gateway’s currency`
}

/** The names of the hosts' kinds, as they call themselves. */
export const hostNames: Record<HostKind, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
  bitbucket: 'Bitbucket',
  git: 'git server',
  local: 'this machine',
}
