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

/** Formats a day such as `Jul 21, 2026`, in UTC like the days of the notes. */
export function formatDay(day: string): string {
  return new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
}

const minuteMs = 60_000

/** Formats how long ago a time was, such as `2 min ago` or `yesterday`; older times are days. */
export function formatAge(time: number, now: number): string {
  const minutes = Math.floor((now - time) / minuteMs)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const days = Math.round((startOfDay(now) - startOfDay(time)) / (24 * 60 * minuteMs))
  if (days === 0) return `${formatCount(Math.floor(minutes / 60), 'hour')} ago`
  if (days === 1) return 'yesterday'
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return new Date(time).toLocaleDateString('en', {
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}

/** The display names of the kinds of hosts. */
export const hostNames: Record<HostKind, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
  bitbucket: 'Bitbucket',
  git: 'Git server',
  local: 'This machine',
}
