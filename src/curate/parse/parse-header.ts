import { types } from './commit-types.ts'
import { findAction } from './find-action.ts'

/** The first line of a message, taken apart. */
export interface CommitHeader {
  /** The conventional type, in its usual spelling; null when the author gave none. */
  type: string | null
  scope: string | null
  /** Whether the header itself says that the change breaks: `!`, or `BREAKING:` in front. */
  breaking: boolean
  description: string
}

const breakingWords = new Set(['breaking', 'breaking change', 'breaking-change', 'breaking changes'])
const mostHeader = 1000
const mostPrefix = 60
const mostPrefixes = 3

/** Reads `type(scope)!: description`, `[type] description` and `area: description`, in linear time. */
export function parseHeader(line: string): CommitHeader {
  const text = line.slice(0, mostHeader)
  return (text.includes('; ') ? readSeveral(text) : null) ?? readFrom(text, mostPrefixes)
}

/** From the weightiest on, what users notice. */
const noticed = ['feat', 'security', 'deprecate', 'remove', 'fix', 'perf', 'change']

/** How much a header says to users; nothing where its type speaks of work on the project itself. */
export function rankHeader({ type, breaking }: Pick<CommitHeader, 'type' | 'breaking'>): number {
  const rank = noticed.indexOf(type ?? '')
  return (breaking ? 20 : 0) + (rank === -1 ? 0 : noticed.length - rank)
}

/** Reads `fix: one thing; test: another`: the weightiest leads, and what users do not notice is not in the title. */
function readSeveral(text: string): CommitHeader | null {
  const headers: CommitHeader[] = []
  for (const part of text.split('; ')) {
    const header = readFrom(part, mostPrefixes)
    if (header.type !== null) headers.push(header)
    else if (headers.length === 0) return null
    else headers.at(-1)!.description += `; ${part}`
  }
  if (headers.length < 2) return null
  const lead = headers.reduce((best, each) => (rankHeader(each) > rankHeader(best) ? each : best))
  const others = headers.filter((each) => each !== lead && rankHeader(each) > 0)
  return {
    ...lead,
    breaking: headers.some(({ breaking }) => breaking),
    description: [lead, ...others].map(({ description }) => description).join('; '),
  }
}

function readFrom(line: string, prefixesLeft: number): CommitHeader {
  const text = stripEmoji(line.trim())
  if (prefixesLeft === 0) return plain(text)
  return (
    readReference(text, prefixesLeft) ??
    readBracketed(text, prefixesLeft) ??
    readPrefixed(text, prefixesLeft) ??
    readBranch(text) ??
    plain(text)
  )
}

const leadingReference =
  /^(?:(fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|re|see|issue|bug|ticket)\s+)?(?:#|gh-|(?<=(?:bug|issue|ticket)\s+))\d{1,9}(?:,\s*#\d{1,9}){0,9}\s*(?:--|[-–—:])\s+(?=\S)/i

/** Reads `Fixed #12 -- Added a thing` and `Bug 12 - Mend it`: the number says where it was asked for, the rest what it is. */
function readReference(text: string, prefixesLeft: number): CommitHeader | null {
  const found = /^\D{0,12}\d/.test(text) ? leadingReference.exec(text.slice(0, mostPrefix + 20)) : null
  if (!found) return null
  const rest = readFrom(text.slice(found[0].length), prefixesLeft - 1)
  const mends = /^(?:fix|bug)/i.test(found[1] ?? '') && findAction(rest.description) === null
  return { ...rest, type: rest.type ?? (mends ? 'fix' : null) }
}

// Where a change went besides, as in `[6.0.x]` and `backport:`, tells its readers nothing.
const branchMark =
  /^(?:(?:back-?port(?:ed|s)?|cherry-?pick(?:ed)?)(?:[\s/-].{1,40})?|v?\d{1,4}(?:\.\d{1,4}){0,2}\.(?:x|\d{1,4})|(?:release|stable|maint)[-/ ]v?\d[\w.]{0,20}|(?:v?\d[\w.-]{0,20}-)?stable)$/i

/** Reads the title that hosts make of a branch's name: `Bugfix/1352 wrong lines`. */
function readBranch(text: string): CommitHeader | null {
  const found = /^(feat|feature|fix|bugfix|hotfix)\/(?:#?\d{1,6} )?(\S{1,60} .{1,900})$/i.exec(text)
  if (!found) return null
  const [, word = '', description = ''] = found
  return { type: types.get(word.toLowerCase())!, scope: null, breaking: false, description }
}

function plain(description: string): CommitHeader {
  return { type: null, scope: null, breaking: false, description }
}

function readPrefixed(text: string, prefixesLeft: number): CommitHeader | null {
  const colon = text.slice(0, mostPrefix).indexOf(':')
  const description = text.slice(colon + 1).trim()
  if (colon < 1 || description === '') return null
  // `std::vector`, `C:\x` and `http://x` are no prefixes.
  if (!/\s/.test(text.charAt(colon + 1)) && !/^[a-z]+(?:\([^()]*\))?!?$/.test(text.slice(0, colon)))
    return null
  if (text.startsWith('::', colon) || text.startsWith('://', colon)) return null
  let prefix = text.slice(0, colon).trim()
  if (breakingWords.has(prefix.toLowerCase()))
    return { ...readFrom(description, prefixesLeft - 1), breaking: true }
  if (branchMark.test(prefix)) return readFrom(description, prefixesLeft - 1)
  const breaking = prefix.endsWith('!')
  if (breaking) prefix = prefix.slice(0, -1)
  const parted = /^([^([]+)(?:\((.*)\)|\[(.*)\])$/.exec(prefix)
  if (parted) {
    const [, area = '', round, square = ''] = parted
    const word = area.trim().toLowerCase()
    const scope = (round ?? square).trim()
    if (breakingWords.has(word))
      return { type: null, scope: scope === '' ? null : scope, breaking: true, description }
    const type = types.get(word)
    if (type !== undefined) return { type, scope: scope === '' ? null : scope, breaking, description }
    // `tsdb(wal): …` names a part of a part.
    return isArea(area) && isArea(scope)
      ? { type: null, scope: `${area}/${scope}`, breaking, description }
      : null
  }
  const type = types.get(prefix.toLowerCase())
  if (type !== undefined) return { type, scope: null, breaking, description }
  return isArea(prefix) ? { type: null, scope: prefix, breaking, description } : null
}

function readBracketed(text: string, prefixesLeft: number): CommitHeader | null {
  const isRound = text.startsWith('(')
  if (!isRound && !text.startsWith('[')) return null
  const close = text.slice(0, mostPrefix).indexOf(isRound ? ')' : ']')
  const inner = text.slice(1, close).trim()
  const rest = text.slice(close + 1).replace(/^\s*:?\s*/, '')
  // `[text](address)` is a link.
  if (close < 2 || rest === '' || text.charAt(close + 1) === '(') return null
  // What else stands in round brackets is part of the sentence.
  if (isRound && !types.has(inner.toLowerCase())) return null
  const following = readFrom(rest, prefixesLeft - 1)
  if (branchMark.test(inner)) return following
  if (breakingWords.has(inner.toLowerCase())) return { ...following, breaking: true }
  const type = types.get(inner.toLowerCase())
  if (type !== undefined) return { ...following, type: following.type ?? type }
  return isArea(inner) ? { ...following, scope: following.scope ?? inner } : null
}

/** Whether a prefix names parts of the project, as in `net/http: …` or `parser, lexer: …`. */
function isArea(prefix: string): boolean {
  // A ticket or an advisory such as ABC-123 is a name, not a place.
  return (
    prefix === '*' ||
    (prefix.split(', ').every((part) => /^[\w@][\w@./*,+-]*$/.test(part)) &&
      !/^(?:\d+|[A-Z][A-Z0-9]*-[\d-]+|GHSA-.*)$/.test(prefix))
  )
}

/** A description without the ticket in front of it, such as `ABC-123` or `[ABC-123]`; advisories are no tickets. */
export function stripTicket(description: string): string {
  if (/^\[?(?:CVE|GHSA|RFC|ISO|UTF|SHA)-/.test(description)) return description
  return description.replace(
    /^(?:\[[A-Z][A-Z0-9]{1,15}-\d{1,6}\]|[A-Z][A-Z0-9]{1,15}-\d{1,6}(?=[\s:]))[\s:–-]{0,5}/,
    '',
  )
}

/** Drops emoji and emoji codes such as `:sparkles:` in front of a text. */
export function stripEmoji(text: string): string {
  return text.replace(
    /^(?::[a-z0-9_+-]{1,40}:|\p{Extended_Pictographic}|[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]|\s)+/u,
    '',
  )
}
