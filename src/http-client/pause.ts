const firstPauseMs = 500
const longestPauseMs = 8_000

/** How long a server asks to be left alone, in milliseconds, by `Retry-After`; null when it does not say. */
export function askedPause(headers: Headers, now: number): number | null {
  const asked = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(asked)) return Number(asked) * 1000
  // A date begins with its weekday; anything else that could be read as one is a mistake.
  const until = /^[A-Za-z]{3,9},? /.test(asked) ? Date.parse(asked) : Number.NaN
  if (Number.isNaN(until)) return null
  // By the server's own clock, where it tells it: ours may differ.
  const from = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(from) ? now : from))
}

/** The same in whole seconds, as a caller is told it. */
export function askedSeconds(headers: Headers, now: number): number | null {
  const pause = askedPause(headers, now)
  return pause === null ? null : Math.ceil(pause / 1000)
}

/** A longer and longer pause after each attempt, with full jitter. */
export function nextPause(attempt: number, random: () => number): number {
  return random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1))
}
