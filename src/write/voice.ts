import type { HouseVoice, Voice } from '../core/house-style.ts'
import { parseTag, type TagVersion } from '../git/tag.ts'
import { compareVersions } from '../git/version.ts'
import { cutText } from '../text/inline-text.ts'
import { learnScopes } from './scope.ts'
import { detectTense, type Tense } from './tense.ts'

const maxExamples = 8
const maxCharacters = 160
const maxRead = 200
const leastRead = 5
const maxOpenings = 6
const maxLearnedFrom = 150
const leastLearnedFrom = 12
const clearShare = 0.8

/** An author at the end, whose link was removed. */
const byAuthor = / by `?@[\w-]{1,40}`?(?: in)?(?: >.{0,200})?$/

/**
 * Returns the newest entries of a project's changelog that are older than a range, without links and references, as
 * examples of its voice. An entry of the range itself would give the model its wording.
 */
export function pastEntries(changelog: string | null, fromRef: string | null): string[] {
  const older = changelog === null ? null : olderSections(changelog, fromRef)
  return readPastTexts(older, maxRead)
    .map((text) => text.replace(byAuthor, ''))
    .filter((text) => text !== '' && text.length <= maxCharacters)
    .slice(0, maxExamples)
}

const headingStart = /^(?:#{1,4}\s|\[?v?\d+\.\d|[\w@/-]{0,60}v?\d+\.\d)/
const headingVersion =
  /v?\d+\.\d+(?:\.\d+){0,2}(?:[-.+]?(?:alpha|beta|rc|pre|dev)[\w.-]{0,20}|-[\w.]{1,20})?/i

/**
 * Returns the part of a changelog from the section of the release at the start of the range, or of an older one. If the
 * start is no release, the first section is left out, because it may be about the range.
 */
function olderSections(changelog: string, fromRef: string | null): string {
  const lines = changelog.split('\n')
  const from = parseVersion(fromRef)
  const isHeading = (line: string, index: number) =>
    headingStart.test(line) || /^[=~-]{3,}\s*$/.test(lines[index + 1] ?? '')
  if (from) {
    const older = lines.findIndex((line, index) => {
      const version = isHeading(line, index) ? parseVersion(line.slice(0, 200)) : null
      return version !== null && compareVersions(version, from) <= 0
    })
    const hasReleases = lines.some(
      (line, index) => isHeading(line, index) && /\d+\.\d+|unreleased/i.test(line),
    )
    return older === -1 ? (hasReleases ? '' : changelog) : lines.slice(older).join('\n')
  }
  const releases = lines.flatMap((line, index) =>
    /\d+\.\d+|unreleased/i.test(line) && isHeading(line, index) ? [index] : [],
  )
  if (releases.length === 0) return changelog
  return releases.length === 1 ? '' : lines.slice(releases[1]).join('\n')
}

/** The version in the name of a tag or in a heading, without the package before it. */
function parseVersion(text: string | null): TagVersion | null {
  const version = headingVersion.exec(text ?? '')?.[0]
  return version === undefined ? null : parseTag(version)
}

/** Describes the voice of a project's changelog: examples, usual length, full stops and first words. */
export function describeVoice(changelog: string | null): HouseVoice {
  const read = readPastTexts(changelog, maxRead)
  const lengths = read.map(({ length }) => length).sort((one, other) => one - other)
  return {
    entries: readPastTexts(changelog, maxExamples).map((text) => cutText(text, maxCharacters)),
    length: read.length < leastRead ? null : lengths[lengths.length >> 1]!,
    stops: read.filter((entry) => entry.endsWith('.')).length,
    read: read.length,
    openings: findOpenings(read),
  }
}

/** A past entry as it is written, and its text without markup, links and references. */
interface PastEntry {
  raw: string
  text: string
}

const maxEntryLines = 8

/** Reads the newest entries of a changelog; an entry goes on in the indented lines below its bullet. */
function readEntries(changelog: string | null, most: number): PastEntry[] {
  const found: PastEntry[] = []
  const lines = (changelog ?? '').split('\n')
  for (let at = 0; at < lines.length && found.length < most; at += 1) {
    const begun = /^ {0,3}[-*+] +(\S.{0,400})$/.exec(lines[at]!)?.[1]
    if (begun === undefined) continue
    const parts = [begun]
    while (parts.length < maxEntryLines && /^(?: {2,}|\t)(?![-*+] |\d+[.)] )\S/.test(lines[at + 1] ?? '')) {
      at += 1
      parts.push(lines[at]!.trim())
    }
    const raw = parts.join(' ')
    const text = withoutReferences(raw)
    if (raw.length > 10 && raw.length <= 600 && text.length >= 15) found.push({ raw, text })
  }
  return found
}

function readPastTexts(changelog: string | null, most: number): string[] {
  return readEntries(changelog, most).map(({ text }) => text)
}

/** Returns the first words that several entries share, the most frequent first. */
function findOpenings(entries: string[]): string[] {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const word = /^\p{L}{2,20}(?=\s)/u.exec(entry)?.[0]
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxOpenings)
    .map(([word]) => word)
}

// What changesets put first: [`7113c01`](https://…) Thanks [@ada](https://…)! -
const leadingCredit =
  /^(?:\[#\d{1,9}\]\([^()\s]{1,300}\) )?\[?`?[0-9a-f]{7,40}`?\]?(?:\([^()\s]{1,300}\))?:? (?:Thanks .{1,200}?! - )?/

/** An entry without its links and references; code, brackets and names of packages stay. */
function withoutReferences(entry: string): string {
  return entry
    .replace(leadingCredit, '')
    .replace(/\[([^[\]]{0,200})\](?:\([^()]{0,300}\)|\[[^[\]]{0,100}\])/g, '$1')
    .split(/(`[^`]{1,200}`)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutMarks(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:]$|, )/g, '')
    .trim()
}

function withoutMarks(text: string): string {
  return text
    .replace(/,? (?:by|thanks(?: to)?) @[\w-]+(?: in \S+)?$/i, '')
    .replace(/\[{1,2}(?:#\d{1,9}|[0-9a-f]{7,40})\]{1,2}/g, '')
    .replace(
      /https?:\/\/\S+|(?<![\w.-])(?:[\w.-]{1,60}\/)?[\w.-]{0,60}#\d{1,9}|(?<![\w/])@[\w-]+(?![\w/-])/g,
      '',
    )
    .replace(
      /(?<=^|\s)(?:\(\s{0,5}[,;]?\s{0,5}(?:by|thanks(?: to)?)?(?: [\w-]{1,40})?\s{0,5}[,;]?\s{0,5}\)|\[\s{0,5}\])/gi,
      '',
    )
    .replace(/[*_]{2}/g, '')
}

// References that some projects put first: `[#12](https://…): `, `[[#12]]: `, `#12: `
const leadingReference =
  /^(?:\[{1,2}#?\d{1,9}\]{1,2}(?:\([^()\s]{0,300}\))?|\(?#\d{1,9}\)?)[:,]? +(?:[-–—] )?/

/** Learns the tense, punctuation and scopes of a project's changelog; null where most entries do not agree. */
export function learnVoice(changelog: string): Voice {
  const entries = readEntries(changelog, maxLearnedFrom)
  const texts = entries.map(({ text }) => text)
  const tenses = texts.map((text) => detectTense(withoutScope(text))).filter((tense) => tense !== null)
  return {
    tense: findHabit<Tense>(tenses),
    fullStop: findHabit(texts.map((text) => text.endsWith('.'))),
    ...learnScopes(entries.map(({ raw }) => withoutTail(raw.replace(leadingReference, '')))),
  }
}

/** `css: Fix x` has the tense of `Fix x`. */
function withoutScope(text: string): string {
  return text.replace(
    /^[`([]{0,2}[\w@./ -]{1,40}[`)\]]{0,2}: +(?=\S)|^[([`]{1,2}[\w@./-]{1,40}[`)\]]{1,2} +(?=\S)/,
    '',
  )
}

/** An entry without the references and names in brackets at its end. */
function withoutTail(entry: string): string {
  return entry.replace(
    /(?: [([]+(?:\[?[#@!][\w-]{1,40}|\[?\[?`?[0-9a-f]{7,40}`?\])[^()]{0,80}(?:\([^()]{0,300}\)[^()]{0,20}){0,3}[)\]]*){1,3}\.?$/,
    '',
  )
}

/** Returns the value that at least 80% of the entries share; null when there is none, or too few entries. */
function findHabit<Kind>(values: Kind[]): Kind | null {
  if (values.length < leastLearnedFrom) return null
  const [first] = values
  const counts = new Map<Kind, number>()
  for (const each of values) counts.set(each, (counts.get(each) ?? 0) + 1)
  const [kind, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [first!, 0])
  return count >= clearShare * values.length ? kind : null
}
