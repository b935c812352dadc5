import { commitTypes } from './commit-types.ts'
import { findAction } from './find-action.ts'

/** The parsed first line of a message. */
export interface CommitHeader {
  /** The conventional type in the spelling of `commitTypes`; null when the author gave none. */
  type: string | null
  scope: string | null
  /** Whether the header marks a breaking change, with `!` or a leading `BREAKING:`. */
  breaking: boolean
  description: string
}

const breakingWords = new Set(['breaking', 'breaking change', 'breaking-change', 'breaking changes'])
const maxHeaderLength = 1000
const maxPrefixLength = 60
const maxPrefixes = 3

/** Parses `type(scope)!: description`, `[type] description` and `area: description`, in linear time. */
export function parseHeader(line: string): CommitHeader {
  const text = line.slice(0, maxHeaderLength)
  return (text.includes('; ') ? parseSeveral(text) : null) ?? parseFrom(text, maxPrefixes)
}

/** The types that users notice, the most important first. */
const userFacingRanking = ['feat', 'security', 'deprecate', 'remove', 'fix', 'perf', 'change']

/** Ranks a header by how much its type matters to users; 0 for work on the project itself. */
export function rankHeader({ type, breaking }: Pick<CommitHeader, 'type' | 'breaking'>): number {
  const rank = userFacingRanking.indexOf(type ?? '')
  return (breaking ? 20 : 0) + (rank === -1 ? 0 : userFacingRanking.length - rank)
}

/** Parses `fix: one thing; test: another`: the highest rank leads, and the title omits parts of rank 0. */
function parseSeveral(text: string): CommitHeader | null {
  const headers: CommitHeader[] = []
  for (const part of text.split('; ')) {
    const header = parseFrom(part, maxPrefixes)
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

function parseFrom(line: string, prefixesLeft: number): CommitHeader {
  const text = stripEmoji(line.trim())
  if (prefixesLeft === 0) return plain(text)
  return (
    parseReference(text, prefixesLeft) ??
    parseBracketed(text, prefixesLeft) ??
    parsePrefixed(text, prefixesLeft) ??
    parseBranchName(text) ??
    plain(text)
  )
}

const leadingReference =
  /^(?:(fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|re|see|issue|bug|ticket)\s+)?(?:#|gh-|(?<=(?:bug|issue|ticket)\s+))\d{1,9}(?:,\s*#\d{1,9}){0,9}\s*(?:--|[-–—:])\s+(?=\S)/i

/** Parses `Fixed #12 -- Added a thing` and `Bug 12 - Wrong order`: drops the issue number in front. */
function parseReference(text: string, prefixesLeft: number): CommitHeader | null {
  const found = /^\D{0,12}\d/.test(text) ? leadingReference.exec(text.slice(0, maxPrefixLength + 20)) : null
  if (!found) return null
  const rest = parseFrom(text.slice(found[0].length), prefixesLeft - 1)
  const isFix = /^(?:fix|bug)/i.test(found[1] ?? '') && findAction(rest.description) === null
  return { ...rest, type: rest.type ?? (isFix ? 'fix' : null) }
}

// A branch that also got the change, as in `[6.0.x]` and `backport:`, is not part of the title.
const branchMark =
  /^(?:(?:back-?port(?:ed|s)?|cherry-?pick(?:ed)?)(?:[\s/-].{1,40})?|v?\d{1,4}(?:\.\d{1,4}){0,2}\.(?:x|\d{1,4})|(?:release|stable|maint)[-/ ]v?\d[\w.]{0,20}|(?:v?\d[\w.-]{0,20}-)?stable|(?:alpha|beta|rc|nightly|stable)[- ]v?\d[\w.]{0,20})$/i

/** Parses a title that a host made from a branch name: `Bugfix/1352 wrong lines`. */
function parseBranchName(text: string): CommitHeader | null {
  const found = /^(feat|feature|fix|bugfix|hotfix)\/(?:#?\d{1,6} )?(\S{1,60} .{1,900})$/i.exec(text)
  if (!found) return null
  const [, word = '', description = ''] = found
  return { type: commitTypes.get(word.toLowerCase())!, scope: null, breaking: false, description }
}

function plain(description: string): CommitHeader {
  return { type: null, scope: null, breaking: false, description }
}

function parsePrefixed(text: string, prefixesLeft: number): CommitHeader | null {
  const colon = text.slice(0, maxPrefixLength).indexOf(':')
  const description = text.slice(colon + 1).trim()
  if (colon < 1 || description === '') return null
  // `std::vector`, `C:\x` and `http://x` are not prefixes.
  if (!/\s/.test(text.charAt(colon + 1)) && !/^[a-z]+(?:\([^()]*\))?!?$/.test(text.slice(0, colon)))
    return null
  if (text.startsWith('::', colon) || text.startsWith('://', colon)) return null
  let prefix = text.slice(0, colon).trim()
  if (breakingWords.has(prefix.toLowerCase()))
    return { ...parseFrom(description, prefixesLeft - 1), breaking: true }
  if (branchMark.test(prefix)) return parseFrom(description, prefixesLeft - 1)
  const breaking = prefix.endsWith('!')
  if (breaking) prefix = prefix.slice(0, -1)
  const parted = /^([^([]+)(?:\((.*)\)|\[(.*)\])$/.exec(prefix)
  if (parted) {
    const [, area = '', round, square = ''] = parted
    const word = area.trim().toLowerCase()
    const scope = (round ?? square).trim()
    if (breakingWords.has(word))
      return { type: null, scope: scope === '' ? null : scope, breaking: true, description }
    const type = commitTypes.get(word)
    if (type !== undefined) return { type, scope: scope === '' ? null : scope, breaking, description }
    // `tsdb(wal): …` names an area within an area.
    return isArea(area) && isArea(scope)
      ? { type: null, scope: `${area}/${scope}`, breaking, description }
      : null
  }
  const type = commitTypes.get(prefix.toLowerCase())
  if (type !== undefined) return { type, scope: null, breaking, description }
  return isArea(prefix) ? { type: null, scope: prefix, breaking, description } : null
}

function parseBracketed(text: string, prefixesLeft: number): CommitHeader | null {
  const isRound = text.startsWith('(')
  if (!isRound && !text.startsWith('[')) return null
  const close = text.slice(0, maxPrefixLength).indexOf(isRound ? ')' : ']')
  const inner = text.slice(1, close).trim()
  const rest = text.slice(close + 1).replace(/^\s*:?\s*/, '')
  // `[text](address)` is a link.
  if (close < 2 || rest === '' || text.charAt(close + 1) === '(') return null
  // Any other text in round brackets is part of the sentence, unless a colon follows: `(prometheus): …`.
  const isLabel = text.charAt(close + 1) === ':' && isArea(inner)
  if (isRound && !isLabel && !commitTypes.has(inner.toLowerCase())) return null
  const following = parseFrom(rest, prefixesLeft - 1)
  if (branchMark.test(inner)) return following
  if (breakingWords.has(inner.toLowerCase())) return { ...following, breaking: true }
  const type = commitTypes.get(inner.toLowerCase())
  if (type !== undefined) return { ...following, type: following.type ?? type }
  return isArea(inner) ? { ...following, scope: following.scope ?? inner } : null
}

/** Whether a prefix names parts of the project, as in `net/http: …` or `parser, lexer: …`. */
function isArea(prefix: string): boolean {
  // A ticket or an advisory such as ABC-123 is not an area.
  return (
    prefix === '*' ||
    (prefix.split(', ').every((part) => /^[\w@][\w@./*,+-]*$/.test(part)) &&
      !/^(?:\d+|[A-Z][A-Z0-9]*-[\d-]+|GHSA-.*)$/.test(prefix))
  )
}

/** Drops a leading ticket such as `ABC-123` or `[ABC-123]`; keeps a leading advisory such as `CVE-…`. */
export function stripTicket(description: string): string {
  if (/^\[?(?:CVE|GHSA|RFC|ISO|UTF|SHA)-/.test(description)) return description
  return description.replace(
    /^(?:\[[A-Z][A-Z0-9]{1,15}-\d{1,6}\]|[A-Z][A-Z0-9]{1,15}-\d{1,6}(?=[\s:]))[\s:–-]{0,5}/,
    '',
  )
}

/** Drops leading emoji and emoji codes such as `:sparkles:`. */
export function stripEmoji(text: string): string {
  return text.replace(
    /^(?::[a-z0-9_+-]{1,40}:|\p{Extended_Pictographic}|[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]|\s)+/u,
    '',
  )
}
