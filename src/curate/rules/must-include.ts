import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import { isDependencyTitle } from '../parse/dependency-title.ts'
import { findBreakingLabel } from '../parse/pull-request-labels.ts'
import { classifyPaths } from './classify-path.ts'

/** What must never be left out, with the words that gave it away. */
export interface MustInclude {
  breaking: boolean
  breakingNotes: string[]
  security: boolean
  advisories: string[]
  deprecated: boolean
  removed: boolean
  evidence: Evidence[]
}

const advisory = /\b(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[23456789cfghjmpqrvwx]{4}){3})\b/gi
const weakness =
  /\b(?:vulnerabilit(?:y|ies)|xss|csrf|ssrf|xxe|redos|rce|sql injection|command injection|code injection|path traversal|directory traversal|prototype pollution|open redirect|cross-site scripting|remote code execution|privilege escalation|security (?:issue|fix|hole|bug|flaw)|timing attack|zip slip)\b/i
const saysDeprecated = /^mark(?:s|ed|ing)? .{1,80} (?:as )?deprecated\b/i
const aboutWarnings = /deprecat(?:ed|ion) (?:warning|message|notice|usage|call|api|function|method)/i
const supportEnds =
  /\b(?:support|compatibility)\b|\bdeprecated\b|\bend[- ]of[- ]life\b|\bnode(?:\.?js)? v?\d|\bpython \d|\bruby \d|\bphp \d|\bjava \d|\bgo 1\.\d/i
const housekeeping =
  /\b(?:unused|dead|obsolete code|debug|console\.log|print statements?|whitespace|trailing|redundant|unnecessary|unneeded|duplicated?|leftover|stray|stale|todo|comments?|imports?|files?|dependency|dependencies|devdependenc\w*|log(?:ging)? (?:line|statement)s?|typos?|tests?|flaky|workaround|hack)\b/i
// What users hold in their hands; the rest of a removal is judged like any other work.
const publicThing =
  /`|(?:^|\s)--\w|\b(?:flags?|options?|apis?|commands?|features?|methods?|functions?|arguments?|param(?:eter)?s?|propert(?:y|ies)|settings?|endpoints?|class(?:es)?|attributes?|alias(?:es)?|fields?|interfaces?|exports?|events?|hooks?|macros?|plugins?|integrations?)\b/i
// A name from the code, as in `Remove TypeInfo` or `Remove parse_file`.
const codeName = /(?:^|\s)(?:[A-Z][a-z0-9]+[A-Z]\w*|[a-z][a-z0-9]+_\w+|'[\w-]{2,40}')(?=$|[\s,.])/
// A removal that comes second: `Rework the clock, remove \`old_clock\``.
const alsoRemoves = /(?:,| and| &|;) (?:also )?(?:remov|drop)(?:es?|ed|s|ped|ping|ing)? (?:the )?`/i
const saysBreaking =
  /\b(?:this|it|which|that) (?:is|was|will be) (?:a |an |technically a )?(?:breaking(?: api)? change|backwards?[- ]incompatible)\b/i
const ownUse =
  /\b(?:deprecated (?:calls?|usages?|uses?|imports?|methods? calls?)|(?:calls? to|usages? of|use of) )/i
const silentTypes = new Set(['docs', 'test', 'ci', 'style'])
const workTypes = new Set(['chore', 'build', 'refactor', 'deps', 'release'])

/** Whether a removal takes away only what its authors had lying about. */
export function isHousekeeping(title: string): boolean {
  // What stands in code spans is a name, whatever word it is.
  return housekeeping.test(title.replace(/`[^`]{0,100}`/g, '`'))
}

/** Whether a unit must be told, whatever else is said of it. */
export function isImportant({ breaking, security, deprecated, removed }: MustInclude): boolean {
  return breaking || security || deprecated || removed
}

/** Looks for breaking, security, deprecation and removal in several independent places. */
export function findMustInclude(unit: ChangeUnit): MustInclude {
  const evidence: Evidence[] = []
  const updates = isUpdate(unit)
  const breakingNotes = findBreaking(unit, updates, evidence)
  const security = findSecurity(unit, updates, evidence)
  return {
    breaking: evidence.some(({ kind }) => kind === 'breaking'),
    breakingNotes,
    security: security !== null,
    advisories: security ?? [],
    deprecated: findDeprecation(unit, evidence),
    removed: findRemoval(unit, evidence),
    evidence,
  }
}

function findBreaking(unit: ChangeUnit, updates: boolean, evidence: Evidence[]): string[] {
  const marked = unit.header.breaking || unit.commits.some(({ message }) => message.header.breaking)
  if (marked) evidence.push({ kind: 'breaking', detail: 'The header carries the mark of a breaking change.' })
  const label = findBreakingLabel(unit.known?.labels ?? [])
  if (label !== null) evidence.push({ kind: 'breaking', detail: `The label "${label}" says so.` })
  const notes = new Set(unit.commits.flatMap(({ message }) => message.breakingNotes))
  for (const note of notes)
    evidence.push({ kind: 'breaking', detail: `A footer says BREAKING CHANGE: ${shorten(note)}` })
  const spoken = silentTypes.has(unit.header.type ?? '') || updates ? null : findSpoken(unit)
  if (spoken !== null) evidence.push({ kind: 'breaking', detail: `A message says "${spoken}".` })
  return [...notes]
}

/** The words of a message that call its change breaking. */
function findSpoken({ commits }: ChangeUnit): string | null {
  for (const { message } of commits) {
    if (!/breaking|incompatible/i.test(message.body)) continue
    const said = saysBreaking.exec(withoutQuotes(message.body))
    if (said) return said[0]
  }
  return null
}

/** Whether a unit only updates dependencies: its body quotes the notes of other projects. */
function isUpdate({ commits }: ChangeUnit): boolean {
  return commits.every(({ message }) => isDependencyTitle(message.title))
}

/** The advisories a unit names; null when it is no matter of security. */
function findSecurity(unit: ChangeUnit, updates: boolean, evidence: Evidence[]): string[] | null {
  const { type } = unit.header
  if (silentTypes.has(type ?? '')) return null
  const repairs = type === 'fix' || updates || unit.action?.action === 'fix'
  const named = namedAdvisories(unit, updates)
  const word = weakness.exec(unit.title)?.[0] ?? (updates ? /\[security\]/i.exec(unit.title)?.[0] : undefined)
  const says = named.map((id) => `The commit names ${id}.`)
  if (word !== undefined && repairs) says.push(`The title speaks of "${word}".`)
  // Who only writes about a weakness mends none, unless it is named as mended.
  const isAside = says.length > 0 && classifyPaths(listPaths(unit)) === 'docs'
  if (isAside && !(repairs && named.length > 0)) says.length = 0
  if (type === 'security') says.push('The header has the type security.')
  if (says.length === 0) return null
  evidence.push(...says.map((detail): Evidence => ({ kind: 'security', detail })))
  return named
}

function namedAdvisories(unit: ChangeUnit, updates: boolean): string[] {
  // The body of a dependency update quotes the notes of other projects; only its title speaks of ours.
  const texts = updates
    ? [unit.title]
    : [
        unit.title,
        unit.known?.body ?? '',
        ...unit.commits.flatMap(({ message }) => [message.subject, message.body]),
      ]
  const spoken = texts.filter((text) => /CVE-|GHSA-/i.test(text)).map(withoutQuotes)
  if (spoken.length === 0) return []
  const inTitle = unit.title.match(advisory)
  // Beside what a title names, a body also names what was mended long ago.
  const claimed = inTitle ? spoken.flatMap((text) => text.split('\n').filter(claimsAdvisory)) : spoken
  const ids = [...(inTitle ?? []), ...claimed.flatMap((text) => text.match(advisory) ?? [])]
  return [...new Set(ids.map(asAdvisory))]
}

/** Whether a line says that it mends what it names, or is nothing but names. */
function claimsAdvisory(line: string): boolean {
  return /\b(?:fix|address|resolv|mitigat|patch|clos)/i.test(line) || !/\w/.test(line.replace(advisory, ''))
}

function asAdvisory(id: string): string {
  return id.toUpperCase().startsWith('CVE') ? id.toUpperCase() : `GHSA${id.slice(4).toLowerCase()}`
}

/** A body without its quotations and code blocks: what stands there is somebody else's word. */
function withoutQuotes(body: string): string {
  let fenced = false
  const own = body.split('\n').filter((line) => {
    const fence = /^\s*(?:```|~~~)/.test(line)
    if (fence) fenced = !fenced
    return !fence && !fenced && !line.startsWith('>') && !line.startsWith('    ')
  })
  return own.join('\n')
}

function findDeprecation({ header, action }: ChangeUnit, evidence: Evidence[]): boolean {
  const { type, description } = header
  if (silentTypes.has(type ?? '') || (type === 'fix' && !/^deprecate\b/i.test(description))) return false
  const says = action?.action === 'deprecate' && !/^deprecated? (?:warning|message|notice)/i.test(description)
  if (type !== 'deprecate' && !says && !saysDeprecated.test(description)) return false
  if (aboutWarnings.test(description) && !says) return false
  evidence.push({
    kind: 'deprecated',
    detail: says ? `The title begins with "${action.verb}".` : 'The title says so.',
  })
  return true
}

function findRemoval(unit: ChangeUnit, evidence: Evidence[]): boolean {
  const { header, action, commits } = unit
  const { type, description } = header
  const begins = action?.action === 'remove'
  const second = alsoRemoves.exec(description)?.[0]
  if (type === 'remove') evidence.push({ kind: 'removed', detail: 'The header has the type remove.' })
  if (type === 'remove') return true
  if ((!begins && second === undefined) || type === 'fix' || type === 'perf' || silentTypes.has(type ?? ''))
    return false
  const breaks = header.breaking || commits.some(({ message }) => message.breakingNotes.length > 0)
  const shipped = ['shipped', null].includes(classifyPaths(listPaths(unit)))
  const ends = shipped && supportEnds.test(description) && !ownUse.test(description)
  const noticed =
    shipped && (publicThing.test(description) || codeName.test(description)) && !isHousekeeping(description)
  if (!breaks && !ends && (workTypes.has(type ?? '') || !noticed)) return false
  evidence.push({
    kind: 'removed',
    detail: begins ? `The title begins with "${action.verb}".` : 'The title also takes something away.',
  })
  return true
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160).trimEnd()}…` : text
}
