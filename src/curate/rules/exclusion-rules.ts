import type { OmissionReason } from '../../core/change.ts'
import { isBot } from '../group/find-contributors.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import { isDependencyTitle } from '../parse/dependency-title.ts'
import { findSkipLabel } from '../parse/pull-request-labels.ts'
import { classifyPaths } from './classify-path.ts'

/** What the plain rules hold against telling a unit. */
export interface Exclusion {
  reason: OmissionReason
  detail: string
  /** Whether nothing learned may speak against it. */
  isFinal: boolean
}

/** The types that speak of what users notice. */
export const userFacingTypes = new Set([
  'feat',
  'fix',
  'perf',
  'change',
  'security',
  'deprecate',
  'remove',
  'revert',
])
const quietTypes = new Map<string, OmissionReason>([
  ['docs', 'docs'],
  ['test', 'test'],
  ['chore', 'internal'],
  ['ci', 'internal'],
  ['build', 'internal'],
  ['style', 'internal'],
  ['refactor', 'internal'],
  ['deps', 'dependency'],
  ['release', 'release'],
])
const repairs = new Set(['fix', 'perf'])
const quietScopes = new Map<string, OmissionReason>([
  ['ci', 'internal'],
  ['lint', 'internal'],
  ['release', 'internal'],
  ['workflow', 'internal'],
  ['workflows', 'internal'],
  ['test', 'test'],
  ['tests', 'test'],
  ['e2e', 'test'],
  ['docs', 'docs'],
  ['doc', 'docs'],
  ['readme', 'docs'],
  ['changelog', 'docs'],
])
const followUp =
  /^(?:fixup!|squash!|amend!|wip\b|work in progress|address(?:es|ed)? (?:review|feedback|comments?|pr)|review (?:comments?|feedback|changes)|code review|apply suggestions? from code review|nits?\b|oops|typos?\b|fix(?:es|ed)? (?:a )?typos?\b|make (?:lint|fmt|format)$|fix(?:es|ed)? (?:the )?(?:lint|linting|format|formatting|build|ci|tests?|style|whitespace|indentation|merge conflicts?)\b|more fixes|minor (?:fix|fixes|changes|tweaks?)$|backport of commit [0-9a-f]{7,40}$|(?:initial|first) commit\.?$|init$|cleanup$|clean up$|updates?$|changes$|fix$|fixes$|stuff$|\.+$)/i
const internalWork =
  /\b(?:refactor(?:s|ed|ing)?|clean(?:s|ed|ing)?[ -]?ups?|reformat(?:s|ted|ting)?|lint(?:s|er|ing)?|prettier|eslint|rubocop|clippy|gitignore|editorconfig|codeowners|github actions?|ci pipeline|travis|appveyor|circleci|unused|dead code|code style|whitespace|pre-commit|dev ?container)\b/i
const aboutDocs = /\b(?:readme|changelog|docs?|documentation|docstrings?|code comments?|broken links?)\b/i
const aboutTests = /\b(?:tests?|specs?|flaky|coverage|fixtures?|mocks?|snapshots?)\b/i

const changelogTitle =
  /^(?:(?:update|regenerate)[ds]? (?:the )?(?:changelog|release notes)(?:\.\w{1,5})?(?: (?:for|to) v?\d\S*)?|changelog (?:fix(?:es)?|updates?|tweaks?|entr(?:y|ies))|(?:release-?notes|changelog|news)(?:\.\w{1,5})?: (?:synced|update[ds]?))\.?$/i
const preparesRelease = new RegExp(
  `^(?:${[
    'prepare(?: for| before)?(?: the)? v?\\d+\\.\\d\\S* release',
    'start version v?\\d\\S*',
    'post-?release (?:version )?bump',
    'bump(?:ed|s)?(?: (?:the |development |next |pre-?release ){1,3}version(?: numbers?)?)(?: to v?\\d\\S*)?',
    'bump(?:ed|s)? (?:the )?version (?:for v?\\d\\S* release|and (?:add|update)(?:ed|d|s)? .{1,20} for v?\\d\\S*)',
    '\\d{4}-\\d\\d-\\d\\d,? version v?\\d\\S*(?: \\([^()]{1,40}\\))?',
    '(?:master|main|develop) v?\\d+\\.\\d+\\S*',
  ].join('|')})\\.?$`,
  'i',
)

function leftOut(reason: OmissionReason, detail: string, isFinal = false): Exclusion {
  return { reason, detail, isFinal }
}

/** Looks for a plain reason to leave a unit out: a label, its type, its scope, its paths, its words. */
export function findExclusion(unit: ChangeUnit): Exclusion | null {
  const { type, scope, description } = unit.header
  const skip = findSkipLabel(unit.known?.labels ?? [])
  if (skip !== null) return leftOut('not-notable', `The label "${skip}" asks for it.`, true)
  const saysUse = type !== null && userFacingTypes.has(type)
  if (!saysUse && (changelogTitle.test(description) || changelogTitle.test(unit.title)))
    return leftOut('docs', 'It only updates the changelog.', true)
  if (!saysUse && preparesRelease.test(description))
    return leftOut('release', 'It only prepares a release.', true)
  const byMachine = unit.commits.every(({ commit }) => isBot(commit.author))
  if (isDependencyTitle(unit.title) || /^deps\b|dependenc(?:y|ies)/i.test(scope ?? '')) {
    return leftOut('dependency', 'It only updates a dependency.')
  }
  if (byMachine && !saysUse) {
    return leftOut('bot', `Made by ${unit.commits[0]!.commit.author.name}, on its own account.`)
  }
  const byType = quietTypes.get(type ?? '')
  if (byType) return leftOut(byType, `The type is ${type}.`)
  const byScope = quietScopes.get((scope ?? '').toLowerCase())
  if (byScope) return leftOut(byScope, `The scope is ${scope}.`)
  const paths = classifyPaths(listPaths(unit))
  if (paths === 'docs' && (type === null || aboutDocs.test(description))) {
    return leftOut('docs', 'Only documentation was changed.')
  }
  // Who mends or speeds up nothing but tests writes `fix:` or `perf:` for other developers.
  if (paths === 'test' && (type === null || repairs.has(type) || aboutTests.test(description))) {
    return leftOut('test', 'Only tests were changed.')
  }
  if (type !== null) return null
  if (description === '') return leftOut('not-notable', 'The message is empty.', true)
  if (paths === 'internal') return leftOut('internal', 'Only tooling and settings were changed.')
  return byWording(description)
}

/** The last resort, for titles that carry no type: what the words say. */
function byWording(description: string): Exclusion | null {
  const hasty = followUp.exec(description)?.[0]
  if (hasty !== undefined) return leftOut('not-notable', `The title says only "${hasty}".`)
  const internal = internalWork.exec(description)?.[0]
  if (internal !== undefined) return leftOut('internal', `The title speaks of "${internal}".`)
  if (
    /^(?:add|fix|improve|update|rewrite|extend|write|correct)\w* (?:[\w-]+ ){0,3}(?:[\w-]+-)?(?:tests?|specs?|coverage|benchmarks?)\b/i.test(
      description,
    )
  ) {
    return leftOut('test', 'The title speaks of tests.')
  }
  if (
    /^(?:add|fix|improve|update|rewrite|extend|write|correct|document|clarify)\w* (?:[\w-]+ ){0,3}(?:readme|changelog|docs|documentation|docstrings?|comments?)\b|^comment (?:why|how|that|on|about)\b/i.test(
      description,
    )
  ) {
    return leftOut('docs', 'The title speaks of documentation.')
  }
  return null
}
