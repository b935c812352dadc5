/** Removes line breaks and brackets from a version; returns null if nothing is left. */
export function readVersion(typed: string): string | null {
  const version = typed.replace(/[[\]\s]+/g, ' ').trim()
  return version === '' ? null : version
}

/** Formats a date such as 2026-07-22 for reading. */
export function formatDate(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time)
    ? date
    : new Date(time).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
}

/** Reads a date as people write it; returns null for none, and undefined if it is not a date. */
export function readDate(typed: string): string | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const time = Date.parse(
    /^\d{4}-\d{1,2}-\d{1,2}$/.test(text)
      ? `${text.replace(/-(\d)(?=-|$)/g, '-0$1')}T00:00:00Z`
      : `${text} UTC`,
  )
  if (Number.isNaN(time)) return undefined
  const date = new Date(time).toISOString().slice(0, 10)
  return /^\d{4}-/.test(date) ? date : undefined
}
