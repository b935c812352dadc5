/** A number in a text, with its unit if it has one. */
export interface NumberMention {
  /** The normalised value: 1,000 is 1000, v1.2 is 1.2, 2.0 is 2. */
  value: string
  /** The short form of the unit; empty if there is none. */
  unit: string
  /** The number as it is written, with its unit. */
  text: string
}

const units: Record<string, string[]> = {
  '%': ['percent', 'per cent'],
  ns: ['nanosecond', 'nanoseconds'],
  µs: ['μs', 'us', 'microsecond', 'microseconds'],
  ms: ['msec', 'millisecond', 'milliseconds'],
  s: ['sec', 'secs', 'second', 'seconds'],
  min: ['mins', 'minute', 'minutes'],
  h: ['hr', 'hrs', 'hour', 'hours'],
  d: ['day', 'days'],
  week: ['weeks'],
  month: ['months'],
  year: ['years'],
  byte: ['bytes', 'b'],
  kb: ['kilobyte', 'kilobytes'],
  mb: ['megabyte', 'megabytes'],
  gb: ['gigabyte', 'gigabytes'],
  tb: ['terabyte', 'terabytes'],
  kib: [],
  mib: [],
  gib: [],
  tib: [],
  px: ['pixel', 'pixels'],
  x: ['×', 'times', 'fold'],
  hz: [],
  khz: [],
  mhz: [],
  ghz: [],
  fps: [],
}
const shortUnit = new Map(
  Object.entries(units).flatMap(([unit, others]) => [unit, ...others].map((each) => [each, unit] as const)),
)
const anyUnit = [...shortUnit.keys()].sort((one, other) => other.length - one.length).join('|')
const optionalUnit = `(?:[ -]?(${anyUnit})(?![\\p{Script=Latin}\\p{N}-]))?`
// A number inside a name (utf-8, x86) or a reference (#12) does not count.
const inDigits = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}_#!&]|[\\p{Script=Latin}\\p{N}][.,:/-])(?:v(?=\\d))?(\\d+(?:[.,:/_-]\\d+)*)${optionalUnit}(?![\\p{Script=Latin}\\p{N}_])`,
  'gu',
)

// `one` is excluded, because it is also a pronoun; words such as two-factor are names.
const numberWords = new Map([
  ...'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 2] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 10 * index + 20] as const),
])
const inWords = new RegExp(
  `(?<![\\p{L}-])(${[...numberWords.keys()].join('|')})(?!\\p{L}|-\\p{L})${optionalUnit}`,
  'gu',
)

/** Finds the numbers of a normalised text that are written in digits. */
export function findNumbers(text: string): NumberMention[] {
  return [...text.matchAll(inDigits)].map(([found, digits = '', unit]) => ({
    value: normaliseNumber(digits),
    unit: shortUnit.get(unit ?? '') ?? '',
    text: found,
  }))
}

/** Finds the numbers of a normalised English text that are written as words. */
export function findNumberWords(text: string): NumberMention[] {
  return [...text.matchAll(inWords)].map(([found, word = '', unit]) => ({
    value: String(numberWords.get(word)),
    unit: shortUnit.get(unit ?? '') ?? '',
    text: found,
  }))
}

function normaliseNumber(digits: string): string {
  const plain = /^\d{1,3}(?:,\d{3})+(?![,\d])/.test(digits) ? digits.replaceAll(',', '') : digits
  return plain.replaceAll('_', '').replace(/^(\d+)(?:\.0)+$/, '$1')
}
