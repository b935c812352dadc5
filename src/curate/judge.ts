import type { Audience, Category, Evidence, OmissionReason } from '../types.ts'
import type { Unit } from './find-units.ts'
import { isDependencyTitle, type MustTell } from './must-tell.ts'
import { kindOfPaths } from './path-kind.ts'
import { isBot } from './people.ts'
import { isMerge } from './read-commit.ts'
import { skipLabel } from './read-labels.ts'

/** Whether a unit is told, how much it matters, and why. */
export type Judgement =
  | { told: true; notability: number; evidence: Evidence[] }
  | { told: false; reason: OmissionReason; detail: string }

const userTypes = new Set(['feat', 'fix', 'perf', 'change', 'security', 'deprecate', 'remove', 'revert'])
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
const releaseTitle =
  /^(?:(?:chore|build|release|ci)(?:\([^()]{0,40}\))?!?: ?)?(?:prepare(?: for)? v?\d+\.\d+\S*|(?:(?:prepare(?: for)?|cut|tag|publish|bump|set|update)(?: the)? )?(?:new )?(?:release|version)s?(?: bump)?(?: (?:to|for|of))?:?(?: (?:packages?|v?\d\S*))*|v?\d+\.\d+(?:\.\d+)?\S*|bump(?: version)? to v?\d+\.\d+\S*|version packages?|publish|\[maven-release-plugin\].{0,100}|release[ -]v?\d\S*|v?\d+\.\d+\S* release|(?:begin|start) (?:next )?development.{0,60})\.?$/i
const followUp =
  /^(?:fixup!|squash!|amend!|wip\b|work in progress|address(?:es|ed)? (?:review|feedback|comments?|pr)|review (?:comments?|feedback|changes)|code review|apply suggestions? from code review|nits?\b|oops|typos?\b|fix(?:es|ed)? (?:a )?typos?\b|fix(?:es|ed)? (?:the )?(?:lint|linting|format|formatting|build|ci|tests?|style|whitespace|indentation|merge conflicts?)\b|more fixes|minor (?:fix|fixes|changes|tweaks?)$|cleanup$|clean up$|updates?$|changes$|fix$|fixes$|stuff$|\.+$)/i
const internalWork =
  /\b(?:refactor(?:s|ed|ing)?|clean(?:s|ed|ing)?[ -]?ups?|reformat(?:s|ted|ting)?|lint(?:s|er|ing)?|prettier|eslint|rubocop|clippy|gitignore|editorconfig|codeowners|github actions?|ci pipeline|travis|appveyor|circleci|unused|dead code|code style|whitespace|pre-commit|dev ?container)\b/i
const aboutDocs = /\b(?:readme|changelog|docs?|documentation|docstrings?|code comments?|broken links?)\b/i
const aboutTests = /\b(?:tests?|specs?|flaky|coverage|fixtures?|mocks?|snapshots?)\b/i

const weight: Record<Category, number> = {
  Security: 0.9,
  Removed: 0.8,
  Deprecated: 0.75,
  Added: 0.7,
  Fixed: 0.6,
  Changed: 0.5,
}

/** Decides what a unit deserves; what must be told stands above every other rule. */
export function judge(unit: Unit, must: MustTell, category: Category, audience: Audience): Judgement {
  if (
    unit.commits.every((read) => isMerge(read) && !read.message.merge?.title && read.pullRequest === null)
  ) {
    return leftOut('merge', 'A merge; what it brought is told by its own commits.')
  }
  if (
    unit.commits.every((read) => isMerge(read) && read.message.merge?.title === null && read.known === null)
  ) {
    return leftOut('merge', `The merge of #${unit.pullRequest}; what it brought is told by its own commits.`)
  }
  if (releaseTitle.test(unit.title)) return leftOut('release', 'It only makes a release.')
  const important = must.breaking || must.security || must.deprecated || must.removed
  const quiet = important ? null : whyQuiet(unit)
  if (quiet && !(audience === 'developers' && ['internal', 'docs', 'test'].includes(quiet.reason)))
    return quiet
  const notability = quiet
    ? 0.2
    : must.breaking
      ? 1
      : weight[category] + (unit.header.type === null ? -0.05 : 0)
  const evidence = quiet ? [{ kind: 'audience', detail: `Told to developers only: ${quiet.detail}` }] : []
  return { told: true, notability, evidence }
}

function leftOut(reason: OmissionReason, detail: string) {
  return { told: false as const, reason, detail }
}

function whyQuiet(unit: Unit) {
  const { type, scope, description } = unit.header
  const skip = skipLabel(unit.known?.labels ?? [])
  if (skip !== null) return leftOut('not-notable', `The label "${skip}" asks for it.`)
  const byMachine = unit.commits.every(({ commit }) => isBot(commit.author))
  if (isDependencyTitle(unit.title) || /^deps\b|dependenc(?:y|ies)/i.test(scope ?? '')) {
    return leftOut('dependency', 'It only updates a dependency.')
  }
  if (byMachine && (type === null || !userTypes.has(type))) {
    return leftOut('bot', `Made by ${unit.commits[0]!.commit.author.name}, on its own account.`)
  }
  const byType = quietTypes.get(type ?? '')
  if (byType) return leftOut(byType, `The type is ${type}.`)
  const byScope = quietScopes.get((scope ?? '').toLowerCase())
  if (byScope) return leftOut(byScope, `The scope is ${scope}.`)
  const paths = kindOfPaths([
    ...unit.commits.flatMap(({ commit }) => commit.paths),
    ...(unit.known?.paths ?? []),
  ])
  if (paths === 'docs' && (type === null || aboutDocs.test(description))) {
    return leftOut('docs', 'Only documentation was changed.')
  }
  if (paths === 'test' && (type === null || aboutTests.test(description))) {
    return leftOut('test', 'Only tests were changed.')
  }
  if (type !== null) return null
  if (description === '') return leftOut('not-notable', 'The message is empty.')
  if (paths === 'internal') return leftOut('internal', 'Only tooling and settings were changed.')
  return byWording(description)
}

/** The last resort, for titles that carry no type: what the words say. */
function byWording(description: string) {
  const hasty = followUp.exec(description)?.[0]
  if (hasty !== undefined) return leftOut('not-notable', `The title says only "${hasty}".`)
  const internal = internalWork.exec(description)?.[0]
  if (internal !== undefined) return leftOut('internal', `The title speaks of "${internal}".`)
  if (
    /^(?:add|fix|improve|update|rewrite|extend|write|correct)\w* (?:\w+ ){0,3}(?:tests?|specs?|coverage)\b/i.test(
      description,
    )
  ) {
    return leftOut('test', 'The title speaks of tests.')
  }
  if (
    /^(?:add|fix|improve|update|rewrite|extend|write|correct|document|clarify)\w* (?:\w+ ){0,3}(?:readme|changelog|docs|documentation|docstrings?|comments?)\b/i.test(
      description,
    )
  ) {
    return leftOut('docs', 'The title speaks of documentation.')
  }
  return null
}
