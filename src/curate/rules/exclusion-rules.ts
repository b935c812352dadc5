import type { OmissionReason } from '../../core/change.ts'
import { guarded } from '../../text/guarded-pattern.ts'
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
  /** The kind of work that the rule recognises, such as `type ci`; a house style counts how often each is listed. */
  kind: string
  /** Whether neither the project nor the prediction can override it. */
  isFinal: boolean
  /** Whether it is work that readers never notice, such as a spelling or the complaint of a tool. */
  isHousekeeping?: boolean
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

const toolingScopes =
  'ci clang-format clippy codeowners codespell dependabot devcontainer eslint flake8 github-actions gitignore golangci-lint husky lint linter linting mypy phpstan pre-commit prettier pylint release renovate rubocop rustfmt workflow workflows'
const excludedScopes = new Map<string, OmissionReason>([
  ...toolingScopes.split(' ').map((scope): [string, OmissionReason] => [scope, 'internal']),
  ['test', 'test'],
  ['tests', 'test'],
  ['e2e', 'test'],
  ['docs', 'docs'],
  ['doc', 'docs'],
  ['readme', 'docs'],
  ['changelog', 'docs'],
])
const hastyTitle =
  /^(?:fixup!|squash!|amend!|wip\b|work in progress|nits?\b|oops|typos?\b|fix(?:es|ed)? (?:a )?typos?\b|make (?:lint|fmt|format)$|fix(?:es|ed)? (?:the )?(?:lint|linting|format|formatting|build|ci|tests?|style|whitespace|indentation|merge conflicts?)\b|more fixes|minor (?:fix|fixes|changes|tweaks?)$|(?:resolve|fix)(?:e?[sd]|es|ing)? (?:the |some |all )?(?:merge )?conflicts?\b|(?:\w+ )?updates? (?:round|part) \d+$|backport of commit [0-9a-f]{7,40}$|(?:initial|first) commit\.?$|init$|cleanup$|clean up$|updates?$|changes$|fix$|fixes$|stuff$|\.+$)/i
const tools =
  'prettier|eslint|stylelint|rubocop|clippy|rustfmt|cargo fmt|gofmt|goimports|golangci-lint|golint|clang-format|clang-tidy|flake8|pylint|mypy|pyright|phpstan|psalm|php-cs-fixer|ktlint|detekt|swiftlint|swiftformat|shellcheck|scalafmt|dialyzer|codespell|pre-commit|dependabot|renovate|codecov|coveralls|sonarqube|sonarcloud'
const internalWork = new RegExp(
  `\\b(?:refactor(?:s|ed|ing)?|clean(?:s|ed|ing)?[ -]?ups?|reformat(?:s|ted|ting)?|lint(?:s|er|ing)?|${tools}|gitignore|editorconfig|codeowners|github actions?|ci pipeline|travis|appveyor|circleci|unused|dead code|code style|whitespace|dev ?container)\\b`,
  'i',
)
// Work on the complaints of a tool, whichever type its author wrote: `fix: clippy warnings`.
const toolComplaints = guarded(
  new RegExp(`lint|${tools}`, 'i'),
  new RegExp(
    `^(?:(?:fix|resolve|address|appease|satisfy|silence|correct|make)(?:e?[sd]|es|ing)? )?(?:the |all |some |new |more |remaining |\\d{1,4} ){0,3}(?:${tools}|lint(?:er|ing)?) (?:warnings?|lints?|errors?|offen[cs]es?|issues?|violations?|complaints?|suggestions?|findings?|nits?|hints?|happy)\\b`,
    'i',
  ),
)
// `Re-order imports to satisfy credo`
const satisfiesTool = guarded(
  /to (?:satisfy|appease|please|silence|placate) /i,
  new RegExp(
    `\\bto (?:satisfy|appease|please|silence|placate) (?:the )?(?:${tools}|credo|linters?|lint|checkers?|ci)\\b`,
    'i',
  ),
)
const movesCode = guarded(
  /^(?:move|extract|split|factor|hoist|relocate)/i,
  /^(?:move|extract|split|factor|hoist|relocate)(?:e?[sd]|ted|ting|ing)? .{1,80}? (?:out )?(?:in)?to (?:(?:its|their|an?|the|own|one|separate|new|dedicated|shared|common|internal|private|single|helper|utility) ){1,3}(?:\S{1,30} )?(?:files?|modules?|class(?:es)?|helpers?|functions?|methods?|folders?|director(?:y|ies)|traits?|mixins?|components?|utils?|submodules?|headers?|namespaces?)\b/i,
)
// Every pattern needs one of these words, and most titles contain none of them.
const reviewWord = /review|feedback|comment|suggest|nit|remark|\bpr\b|pull request/i
const reviewFollowUps = [
  // Address review comments; incorporate the feedback of Ada
  /^(?:address|incorporat|respond|act)(?:e[sd]?|es|ed|ing|s)? (?:to |on )?(?:\S{1,40} ){0,5}?(?:feedback|reviews?|comments?|suggestions?|nits?|remarks?)(?: (?:from|by|on|in|of|for|and) .{1,60})?\.?$/i,
  // Apply suggestions from code review
  /^appl(?:y|ies|ied|ying) (?:the |some |more |all )?(?:suggest(?:ions?|ed (?:changes|edits|fixes))|(?:code )?review\b)/i,
  // Code review; PR feedback; review fixes
  /^(?:more |some |minor |further |post-)?(?:code[- ]?review|pr|pull request|review(?:er)?) (?:feedback|comments?|suggestions?|changes|fixes|nits?|fixups?|tweaks?|follow-?ups?|remarks?|adjustments?)(?: (?:from|by|on|in|of|for|part|round|#|\d).{0,60})?\.?$/i,
  /^(?:code[- ]review|review)\.?$/i,
  /^(?:fix|implement|handle|resolve)(?:e?[sd]|es|ing)? (?:the |all |some |more )?(?:code[- ]review|review(?:er)?|pr|pull request) (?:feedback|comments?|suggestions?|changes|remarks?|nits?|requests?)\b/i,
  /^(?:changes|updates?|fixes|tweaks?|edits) (?:from|per|after|based on|following|requested in|suggested (?:by|in)) (?:\S{1,40} ){0,3}?(?:review|feedback|suggestions?)\.?$/i,
]
const onlySpelling = guarded(
  /typo|spelling|grammar|broken link/i,
  /^(?:(?:fix|correct)(?:e[sd]|ing|s)? )?(?:an? |some |the |several |minor |various |more |small |few ){0,3}(?:typos?|spelling|grammar|misspellings?|spelling (?:errors?|mistakes?)|grammar (?:errors?|mistakes?)|broken links?)(?: fix(?:es)?)?(?: in (?:an? |the |some |its |our ){0,2}(?:\S{1,40} )?(?:docs?|documentation|comments?|readme(?:\.\w{1,5})?|changelog|docstrings?|code|tests?|guides?))?\.?$/i,
)
/** The mark at the end of a title that tells a CI service to skip the commit. */
export const skipsCi = / ?\[(?:skip ci|ci skip|skip actions|no ci)\]$/i
const mentionsDocs = /\b(?:readme|changelog|docs?|documentation|docstrings?|code comments?|broken links?)\b/i
const mentionsTests = /\b(?:tests?|specs?|flaky|coverage|fixtures?|mocks?|snapshots?)\b/i

const changelogTitle =
  /^(?:(?:update|regenerate|write|fix|edit|tidy)(?:e?[ds])? (?:the |various |some |all )?(?:changelogs?|release notes)(?:\.\w{1,5})?(?: (?:(?:for|to) v?\d\S*|for \w+ consistency))?|(?:add )?(?:the )?(?:changelog|release notes) (?:for|of) v?\d\S*|changelog (?:fix(?:es)?|updates?|tweaks?|entr(?:y|ies))|(?:release-?notes|changelog|news)(?:\.\w{1,5})?: (?:synced|update[ds]?))\.?$/i
const preparesRelease = guarded(
  /release|version|^back to |^(?:master|main|develop) /i,
  new RegExp(
    `^(?:${[
      'prepare(?: for| before)?(?: the)? v?\\d+\\.\\d\\S* release',
      '(?:prepare|preparing|prep|preparations?)(?: for| of| the| a| next| new){0,3} (?:release|version)(?: (?:notes|branch|candidate|of|for|v?\\d\\S{0,40})){0,3}',
      '(?:final )?release (?:prep|preparations?|notes|tasks|housekeeping)(?: (?:of|for|v?\\d\\S{0,40})){0,2}',
      'back to (?:dev|development)(?: (?:mode|version|v?\\d\\S{0,40})){0,2}',
      '(?:post|pre)-?release (?:cleanup|changes|updates?|housekeeping|tasks|steps|chores)',
      '(?:bump|updat|increment|set|rais)(?:e|es|ed|s|ing)? (?:the |package |gem |crate |module |plugin |project |library ){0,2}version(?: numbers?| strings?| constants?| files?)?(?: (?:to|for|after|of)(?: (?:the|next|new|developing|development|release|iteration|cycle|snapshot|v?\\d\\S{0,40}|alpha|beta|rc)){1,4})?',
      'start version v?\\d\\S*',
      'post-?release (?:version )?bump',
      'bump(?:ed|s)?(?: (?:the |development |next |pre-?release ){1,3}version(?: numbers?)?)(?: to v?\\d\\S*)?',
      'bump(?:ed|s)? (?:the )?version (?:for v?\\d\\S* release|and (?:add|update)(?:ed|d|s)? .{1,20} for v?\\d\\S*)',
      '\\d{4}-\\d\\d-\\d\\d,? version v?\\d\\S*(?: \\([^()]{1,40}\\))?',
      '(?:master|main|develop) v?\\d+\\.\\d+\\S*',
    ].join('|')})\\.?$`,
    'i',
  ),
)

function exclude(reason: OmissionReason, kind: string, detail: string): Exclusion {
  return { reason, kind, detail, isFinal: false }
}

/** Excludes work that even a project which lists most of its changes seldom lists. */
function excludeHousekeeping(reason: OmissionReason, kind: string, detail: string): Exclusion {
  return { ...exclude(reason, kind, detail), isHousekeeping: true }
}

function excludeFinally(reason: OmissionReason, kind: string, detail: string): Exclusion {
  return { reason, kind, detail, isFinal: true }
}

/** Finds the rule that excludes a unit: by label, bot, type, scope, paths or title; null when none does. */
export function findExclusion(unit: ChangeUnit): Exclusion | null {
  const { type, scope } = unit.header
  const description = unit.header.description.replace(skipsCi, '')
  const skip = findSkipLabel(unit.pullRequestDetails?.labels ?? [])
  if (skip !== null) return excludeFinally('not-notable', 'label', `The label "${skip}" excludes it.`)
  const isUserFacing = type !== null && userFacingTypes.has(type)
  if (!isUserFacing && (changelogTitle.test(description) || changelogTitle.test(unit.title)))
    return excludeFinally('docs', 'changelog', 'It only updates the changelog.')
  if (!isUserFacing && preparesRelease.test(description))
    return excludeFinally('release', 'release', 'It only prepares a release.')
  if (reviewWord.test(description) && reviewFollowUps.some((pattern) => pattern.test(description)))
    return excludeFinally('not-notable', 'review', 'It only follows up on a review.')
  const isByBot = unit.commits.every(({ commit }) => isBot(commit.author))
  if (isDependencyTitle(unit.title) || /^deps\b|dependenc(?:y|ies)/i.test(scope ?? '')) {
    return exclude('dependency', 'dependency', 'It only updates a dependency.')
  }
  if (isByBot && !isUserFacing) {
    return exclude('bot', 'bot', `Its author, ${unit.commits[0]!.commit.author.name}, is a bot.`)
  }
  const byType = excludedTypes.get(type ?? '')
  if (byType) return exclude(byType, `type ${type}`, `The type is ${type}.`)
  const byScope = excludedScopes.get((scope ?? '').toLowerCase())
  if (byScope) return excludeHousekeeping(byScope, `scope ${scope!.toLowerCase()}`, `The scope is ${scope}.`)
  if (onlySpelling.test(description))
    return excludeHousekeeping('docs', 'spelling', 'It only corrects spelling.')
  const complaints = toolComplaints.exec(description)?.[0]
  if (complaints !== undefined)
    return excludeHousekeeping('internal', 'tooling', `The title is about tooling: "${complaints}".`)
  if (satisfiesTool.test(description))
    return excludeHousekeeping('internal', 'tooling', 'It only satisfies a tool.')
  if (movesCode.test(description)) return excludeHousekeeping('internal', 'moved code', 'It only moves code.')
  const paths = classifyPaths(listPaths(unit))
  if (paths === 'docs' && (type === null || mentionsDocs.test(description))) {
    return exclude('docs', 'files docs', 'It only changes documentation.')
  }
  // A `fix:` or `perf:` that changes nothing but tests does not reach users.
  if (
    paths === 'test' &&
    (type === null || type === 'fix' || type === 'perf' || mentionsTests.test(description))
  ) {
    return exclude('test', 'files test', 'It only changes tests.')
  }
  if (type !== null) return null
  if (description === '') return excludeFinally('not-notable', 'empty', 'The commit message is empty.')
  if (paths === 'internal')
    return exclude('internal', 'files internal', 'It only changes tooling and configuration.')
  return findExclusionInTitle(description)
}

/** Finds the wording that excludes a title without a type. */
function findExclusionInTitle(description: string): Exclusion | null {
  const hasty = hastyTitle.exec(description)?.[0]
  if (hasty !== undefined) return exclude('not-notable', 'title hasty', `The title only says "${hasty}".`)
  const internal = internalWork.exec(description)?.[0]
  if (internal !== undefined)
    return exclude('internal', 'title internal', `The title mentions "${internal}".`)
  if (
    /^(?:add|fix|improve|update|rewrite|extend|write|correct)\w* (?:[\w-]+ ){0,3}(?:[\w-]+-)?(?:tests?|specs?|coverage|benchmarks?)\b|\btest suite\b/i.test(
      description,
    )
  ) {
    return exclude('test', 'title test', 'The title is about tests.')
  }
  if (
    /^(?:add|fix|improve|update|rewrite|extend|write|correct|document|clarify)\w* (?:[\w-]+ ){0,3}(?:readme|changelog|docs|documentation|docstrings?|comments?)\b|^(?:reorgani[sz]e|tidy|reword|polish|tweak|expand|revise|format|small|minor|various|some|more)\w* (?:the )?(?:readme|changelog|docs|documentation)\b|^document(?:s|ed|ing)? (?!symbol|highlight|link|format|outline|store|view|load|type|node|root|fragment|element|is\b|not\b)|^comment (?:why|how|that|on|about)\b/i.test(
      description,
    )
  ) {
    return exclude('docs', 'title docs', 'The title is about documentation.')
  }
  return null
}
