/** Returns a date as git writes it: to the second, with a numeric offset. */
export function toGitDate(date: string): string {
  return date.replace(/\.\d+/, '').replace(/Z$/i, '+00:00')
}

/** Returns a date in seconds since 1970. */
export function toUnixSeconds(date: string): number {
  return Math.floor(Date.parse(date) / 1000)
}

/** Returns a time in seconds since 1970 as an ISO date. */
export function toIsoDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
