import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import { internalOnlyTypes } from '../parse/commit-types.ts'
import { stripQuotes } from '../parse/strip-quotes.ts'
import { classifyPaths } from './classify-path.ts'

/** The evidence that a unit fixes a vulnerability. */
interface SecurityFindings {
  /** The CVE and GHSA ids it mentions. */
  advisories: string[]
  evidence: Evidence[]
}

const advisoryId = /\b(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[23456789cfghjmpqrvwx]{4}){3})\b/gi
const vulnerability =
  /\b(?:vulnerabilit(?:y|ies)|xss|csrf|ssrf|xxe|redos|rce|sql injection|command injection|code injection|path traversal|directory traversal|prototype pollution|open redirect|cross-site scripting|remote code execution|privilege escalation|security (?:issue|fix|hole|bug|flaw)|timing attack|zip slip)\b/i

/** Detects a security fix by its type, by advisory ids, or by a vulnerability in its title; null when it is none. */
export function detectSecurity(unit: ChangeUnit, isDependencyUpdate: boolean): SecurityFindings | null {
  const { type } = unit.header
  if (unit.commits.some(({ message }) => message.merge?.isFromPrivateFork)) {
    const detail = 'It was merged from the private fork of a security advisory.'
    return { advisories: findAdvisories(unit, false), evidence: [{ kind: 'security', detail }] }
  }
  if (internalOnlyTypes.has(type ?? '')) return null
  // A vulnerability in a tool of the developers does not reach the users of the project.
  if (isDependencyUpdate && isForDevelopment(unit)) return null
  const isFix = type === 'fix' || isDependencyUpdate || unit.action?.action === 'fix'
  const advisories = findAdvisories(unit, isDependencyUpdate)
  const word =
    vulnerability.exec(unit.title)?.[0] ??
    (isDependencyUpdate ? /\[security\]/i.exec(unit.title)?.[0] : undefined)
  const details = advisories.map((id) => `The commit mentions ${id}.`)
  if (word !== undefined && isFix) details.push(`The title mentions "${word}".`)
  // Documentation about a vulnerability fixes nothing, unless it is a fix that names the advisory.
  const isOnlyDocs = details.length > 0 && classifyPaths(listPaths(unit)) === 'docs'
  if (isOnlyDocs && !(isFix && advisories.length > 0)) details.length = 0
  if (type === 'security') details.push('The commit type is security.')
  if (details.length === 0) return null
  return { advisories, evidence: details.map((detail) => ({ kind: 'security', detail })) }
}

function isForDevelopment({ header, title, pullRequestDetails }: ChangeUnit): boolean {
  const marks = [header.scope ?? '', title, ...(pullRequestDetails?.labels ?? [])]
  return marks.some((mark) =>
    /\bdeps?[-_]dev\b|\bdev(?:elopment)?[-_ ]?dep(?:s|endenc(?:y|ies))?\b/i.test(mark),
  )
}

function findAdvisories(unit: ChangeUnit, isDependencyUpdate: boolean): string[] {
  // The body of a dependency update quotes the release notes of other projects; only its title is its own.
  const texts = isDependencyUpdate
    ? [unit.title]
    : [
        unit.title,
        unit.pullRequestDetails?.body ?? '',
        ...unit.commits.flatMap(({ message }) => [message.subject, message.body]),
      ]
  const own = texts.filter((text) => /CVE-|GHSA-/i.test(text)).map(stripQuotes)
  if (own.length === 0) return []
  const inTitle = unit.title.match(advisoryId)
  // When the title names advisories, the body may also mention older ones that this change does not fix.
  const claimed = inTitle ? own.flatMap((text) => text.split('\n').filter(claimsFix)) : own
  const ids = [...(inTitle ?? []), ...claimed.flatMap((text) => text.match(advisoryId) ?? [])]
  return [...new Set(ids.map(normaliseAdvisoryId))]
}

/** Whether a line says that it fixes the advisories it names, or contains nothing but their ids. */
function claimsFix(line: string): boolean {
  return /\b(?:fix|address|resolv|mitigat|patch|clos)/i.test(line) || !/\w/.test(line.replace(advisoryId, ''))
}

function normaliseAdvisoryId(id: string): string {
  return id.toUpperCase().startsWith('CVE') ? id.toUpperCase() : `GHSA${id.slice(4).toLowerCase()}`
}
