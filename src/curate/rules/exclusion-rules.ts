import type { OmissionReason } from '../../core/change.ts'
import { isBot } from '../group/find-contributors.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import { userFacingTypes } from '../parse/commit-types.ts'
import { isDependencyTitle } from '../parse/dependency-title.ts'
import { findSkipLabel } from '../parse/pull-request-labels.ts'
import { classifyPaths } from './classify-path.ts'

/** Why a rule excludes a unit. */
export interface Exclusion {
  reason: OmissionReason
  detail: string
  /** Whether neither the project nor the prediction can override it. */
  isFinal: boolean
}

const excludedTypes = new Map<string, OmissionReason>([
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

const excludedScopes = new Map<string, OmissionReason>([
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
const hastyTitle =
  /^(?:fixup!|squash!|amend!|wip\b|work in progress|address(?:es|ed)? (?:review|feedback|comments?|pr)|review (?:comments?|feedback|changes)|code review|apply suggestions? from code review|nits?\b|oops|typos?\b|fix(?:es|ed)? (?:a )?typos?\b|make (?:lint|fmt|format)$|fix(?:es|ed)? (?:the )?(?:lint|linting|format|formatting|build|ci|tests?|style|whitespace|indentation|merge conflicts?)\b|more fixes|minor (?:fix|fixes|changes|tweaks?)$|backport of commit [0-9a-f]{7,40}$|(?:initial|first) commit\.?$|init$|cleanup$|clean up$|updates?$|changes$|fix$|fixes$|stuff$|\.+$)/i
const internalWork =
  /\b(?:refactor(?:s|ed|ing)?|clean(?:s|ed|ing)?[ -]?ups?|reformat(?:s|ted|ting)?|lint(?:s|er|ing)?|prettier|eslint|rubocop|clippy|gitignore|editorconfig|codeowners|github actions?|ci pipeline|travis|appveyor|circleci|unused|dead code|code style|whitespace|pre-commit|dev ?container)\b/i
const mentionsDocs = /\b(?:readme|changelog|docs?|documentation|docstrings?|code comments?|broken links?)\b/i
const mentionsTests = /\b(?:tests?|specs?|flaky|coverage|fixtures?|mocks?|snapshots?)\b/i

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

function exclude(reason: OmissionReason, detail: string, isFinal = false): Exclusion {
  return { reason, detail, isFinal }
}

/** Finds the rule that excludes a unit: by label, bot, type, scope, paths or title; null when none does. */
export function findExclusion(unit: ChangeUnit): Exclusion | null {
  const { type, scope, description } = unit.header
  const skip = findSkipLabel(unit.pullRequestDetails?.labels ?? [])
  if (skip !== null) return exclude('not-notable', `The label "${skip}" excludes it.`, true)
  const isUserFacing = type !== null && userFacingTypes.has(type)
  if (!isUserFacing && (changelogTitle.test(description) || changelogTitle.test(unit.title)))
    return exclude('docs', 'It only updates the changelog.', true)
  if (!isUserFacing && preparesRelease.test(description))
    return exclude('release', 'It only prepares a release.', true)
  const isByBot = unit.commits.every(({ commit }) => isBot(commit.author))
  if (isDependencyTitle(unit.title) || /^deps\b|dependenc(?:y|ies)/i.test(scope ?? '')) {
    return exclude('dependency', 'It only updates a dependency.')
  }
  if (isByBot && !isUserFacing) {
    return exclude('bot', `Its author, ${unit.commits[0]!.commit.author.name}, is a bot.`)
  }
  const byType = excludedTypes.get(type ?? '')
  if (byType) return exclude(byType, `The type is ${type}.`)
  const byScope = excludedScopes.get((scope ?? '').toLowerCase())
  if (byScope) return exclude(byScope, `The scope is ${scope}.`)
  const paths = classifyPaths(listPaths(unit))
  if (paths === 'docs' && (type === null || mentionsDocs.test(description))) {
    return exclude('docs', 'It only changes documentation.')
  }
  // A `fix:` or `perf:` that changes nothing but tests does not reach users.
  if (
    paths === 'test' &&
    (type === null || type === 'fix' || type === 'perf' || mentionsTests.test(description))
  ) {
    return exclude('test', 'It only changes tests.')
  }
  if (type !== null) return null
  if (description === '') return exclude('not-notable', 'The commit message is empty.', true)
  if (paths === 'internal') return exclude('internal', 'It only changes tooling and configuration.')
  return findExclusionInTitle(description)
}

/** Finds the wording that excludes a title without a type. */
function findExclusionInTitle(description: string): Exclusion | null {
  const hasty = hastyTitle.exec(description)?.[0]
  if (hasty !== undefined) return exclude('not-notable', `The title only says "${hasty}".`)
  const internal = internalWork.exec(description)?.[0]
  if (internal !== undefined) return exclude('internal', `The title mentions "${internal}".`)
  if (
    /^(?:add|fix|improve|update|rewrite|extend|write|correct)\w* (?:[\w-]+ ){0,3}(?:[\w-]+-)?(?:tests?|specs?|coverage|benchmarks?)\b/i.test(
      description,
    )
  ) {
    return exclude('test', 'The title is about tests.')
  }
  if (
    /^(?:add|fix|improve|update|rewrite|extend|write|correct|document|clarify)\w* (?:[\w-]+ ){0,3}(?:readme|changelog|docs|documentation|docstrings?|comments?)\b|^comment (?:why|how|that|on|about)\b/i.test(
      description,
    )
  ) {
    return exclude('docs', 'The title is about documentation.')
  }
  return null
}
