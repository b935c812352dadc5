/** A date in the heading of a release. */
export interface HeadingDate {
  start: number
  end: number
  /** The date as YYYY-MM-DD; null if the order of day and month is not clear, or the day is missing. */
  iso: string | null
  /** Formats another date in the same way. */
  format: (iso: string) => string
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)([a-z]{0,6})(\\.?)'
const ordinal = '(st|nd|rd|th)?'

/** The parts of a date: year, month from 1, and day. */
interface Parts {
  year: number
  month: number
  day: number
}

/** Reads one form of date; null if its numbers are not a date. */
type DateForm = [
  pattern: RegExp,
  read: (found: RegExpExecArray) => Pick<HeadingDate, 'iso' | 'format'> | null,
]

const forms: DateForm[] = [
  [
    /(?<![\d.])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d.])/,
    ([, year, sign, monthDigits, day]) => {
      const isPadded = monthDigits!.length === 2 && day!.length === 2
      return readDate([year, monthDigits, day], (parts) =>
        [parts.year, pad(parts.month, isPadded), pad(parts.day, isPadded)].join(sign),
      )
    },
  ],
  [
    new RegExp(`(?<![\\w.])(\\d{1,2})${ordinal}([ -]|\\. )${month}(,?[ -])(\\d{4})(?!\\d)`, 'i'),
    ([, day, suffix, before, name, rest, dot, after, year]) => {
      const isPadded = day!.startsWith('0')
      return readDate([year, monthNumber(name!), day], (parts) => {
        const number = pad(parts.day, isPadded) + (suffix === undefined ? '' : ordinalOf(parts.day))
        return `${number}${before}${nameLike(`${name}${rest}`, parts.month)}${dot}${after}${parts.year}`
      })
    },
  ],
  [
    new RegExp(`(?<!\\w)${month} (\\d{1,2})${ordinal}(,? ?| )(\\d{4})(?!\\d)`, 'i'),
    ([, name, rest, dot, day, suffix, separator, year]) => {
      const isPadded = day!.startsWith('0')
      return readDate([year, monthNumber(name!), day], (parts) => {
        const number = pad(parts.day, isPadded) + (suffix === undefined ? '' : ordinalOf(parts.day))
        return `${nameLike(`${name}${rest}`, parts.month)}${dot} ${number}${separator}${parts.year}`
      })
    },
  ],
  [
    /(?<![\d./])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\d./])/,
    ([, first, sign, second, year]) => {
      // Points mean day and month; with slashes one of the numbers must be above 12.
      const isDayFirst = sign === '.' || Number(first) > 12
      const isClear = isDayFirst || Number(second) > 12
      if (!isClear) return { iso: null, format: (iso) => iso }
      const isPadded = first!.length === 2 && second!.length === 2
      const [day, monthDigits] = isDayFirst ? [first, second] : [second, first]
      return readDate([year, monthDigits, day], (parts) => {
        const [one, other] = isDayFirst ? [parts.day, parts.month] : [parts.month, parts.day]
        return [pad(one, isPadded), pad(other, isPadded), parts.year].join(sign)
      })
    },
  ],
  [
    new RegExp(`(?<!\\w)${month}(,? )(\\d{4})(?!\\d)`, 'i'),
    ([, name, rest, dot, separator]) => ({
      iso: null,
      format: (iso) => {
        const parts = partsOf(iso)
        return `${nameLike(`${name}${rest}`, parts.month)}${dot}${separator}${parts.year}`
      },
    }),
  ],
  [
    /(?<![\d.])(20\d{2})(\d{2})(\d{2})(?![\d.])/,
    ([, year, monthDigits, day]) =>
      readDate([year, monthDigits, day], (parts) => `${parts.year}${pad(parts.month)}${pad(parts.day)}`),
  ],
]

/** Finds the first date in a heading; null if it has none. */
export function findDate(text: string): HeadingDate | null {
  for (const [pattern, read] of forms) {
    const found = pattern.exec(text)
    const date = found && read(found)
    if (date) return { ...date, start: found.index, end: found.index + found[0].length }
  }
  return null
}

function readDate(
  [year, monthDigits, day]: (string | undefined)[],
  format: (parts: Parts) => string,
): Pick<HeadingDate, 'iso' | 'format'> | null {
  const parts = { year: Number(year), month: Number(monthDigits), day: Number(day) }
  if (parts.month < 1 || parts.month > 12 || parts.day < 1 || parts.day > 31) return null
  return {
    iso: `${year}-${pad(parts.month)}-${pad(parts.day)}`,
    format: (iso) => format(partsOf(iso)),
  }
}

function partsOf(iso: string): Parts {
  const [year = 0, monthDigits = 1, day = 1] = iso.split('-').map(Number)
  return { year, month: monthDigits, day }
}

function pad(number: number, isPadded = true): string {
  return isPadded ? String(number).padStart(2, '0') : String(number)
}

function monthNumber(name: string): string {
  return String(monthNames.findIndex((each) => each.toLowerCase().startsWith(name.toLowerCase())) + 1)
}

/** Returns the name of a month as long as the existing one: in full, or with three letters. */
function nameLike(existing: string, number: number): string {
  const name = monthNames[number - 1]!
  const isFull = monthNames.some((each) => each.toLowerCase() === existing.toLowerCase() && each !== 'May')
  const sized = isFull || existing === 'May' ? name : name.slice(0, 3)
  return existing === existing.toLowerCase() ? sized.toLowerCase() : sized
}

function ordinalOf(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}
