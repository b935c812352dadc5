import { Problem } from '../core/errors.ts'

const isoForm =
  /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d)?)?)?$/i
const agoForm = /^(\d{1,4}) (day|week|month|year)s? ago$/i
const daysOf = { day: 1, week: 7, month: 0, year: 0 }

/** Parses the value of `--since`: an ISO date, with or without a time, or a day such as `2 weeks ago`. Times are in UTC. */
export function parseSince(text: string, today: string): Date {
  const date = parseIso(text) ?? parseRelative(text, today)
  if (date === null) {
    throw new Problem(
      'invalid_request',
      `Invalid --since "${text.slice(0, 60)}": must be a date such as 2026-01-31, 2026-01-31T09:30:00Z, yesterday or "2 weeks ago".`,
    )
  }
  if (date.getTime() > Date.parse(`${today}T23:59:59.999Z`)) {
    throw new Problem('invalid_request', `Invalid --since "${text.slice(0, 60)}": the date is in the future.`)
  }
  return date
}

function parseIso(text: string): Date | null {
  const found = isoForm.exec(text)
  if (!found) return null
  const [, year, month, day = '01', hours = '00', minutes = '00', seconds = '00', zone = 'Z'] = found
  const date = `${year}-${month}-${day}`
  const parsed = new Date(`${date}T${hours}:${minutes}:${seconds}${zone.toUpperCase()}`)
  // Dates such as 2026-02-31 would become another day.
  const isDay = new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date
  return isDay && !Number.isNaN(parsed.getTime()) ? parsed : null
}

function parseRelative(text: string, today: string): Date | null {
  const start = new Date(`${today}T00:00:00Z`)
  if (/^today$/i.test(text)) return start
  const [, amount = '', unit = ''] = /^yesterday$/i.test(text) ? ['', '1', 'day'] : (agoForm.exec(text) ?? [])
  if (amount === '') return null
  const name = unit.toLowerCase() as keyof typeof daysOf
  const months = name === 'month' ? Number(amount) : name === 'year' ? 12 * Number(amount) : 0
  start.setUTCDate(start.getUTCDate() - Number(amount) * daysOf[name])
  start.setUTCMonth(start.getUTCMonth() - months)
  return start
}
