import { isSameRelease, parseTag } from '../../git/tag.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { isMerge } from '../parse/parse-commits.ts'
import { isBranchMerge } from '../parse/parse-message.ts'
import type { Exclusion } from './exclusion-rules.ts'

const releaseTitle =
  /^(?:(?:chore|build|release|ci)(?:\([^()]{0,40}\))?!?: ?)?(?:prepare(?: for| to release| for release| release of)? v?\d{1,9}\.\d\S*|(?:(?:prepare(?: for)?|cut|tag|publish|bump|set|update)(?: the)? )?(?:new )?(?:release|version)s?(?: bump)?(?: (?:to|for|of))?:?(?: (?:packages?|v?\d\S{0,60})){0,12}|v?\d+\.\d+(?:\.\d+)?\S*|bump(?: version)? to v?\d+\.\d+\S*|version packages?|publish|\[maven-release-plugin\].{0,100}|release[ -]v?\d\S*|v?\d+\.\d+\S* release|(?:begin|start) (?:next )?development.{0,60})\.?$/i

/** Why a unit changes nothing itself: it only merges, or it only makes a release. */
export function findNoOp(unit: ChangeUnit): Exclusion | null {
  const idle = (reason: Exclusion['reason'], detail: string) => ({ reason, detail, isFinal: true })
  if (
    unit.commits.every((read) => isMerge(read) && !read.message.merge?.title && read.pullRequest === null)
  ) {
    return idle('merge', 'A merge; what it brought is told by its own commits.')
  }
  if (
    unit.commits.every((read) => isMerge(read) && read.message.merge?.title === null && read.known === null)
  ) {
    return idle('merge', `The merge of #${unit.pullRequest}; what it brought is told by its own commits.`)
  }
  if (isBranchMerge(unit.title) && unit.commits.every(({ message }) => isBranchMerge(message.title)))
    return idle('merge', 'It only brings one branch into another.')
  return releaseTitle.test(unit.title) || isNamedAsTagged(unit)
    ? idle('release', 'It only makes a release.')
    : null
}

const mostNameWords = 3

/** Whether a title is but a name and the version that its commit is tagged with, as in `Widget 1.5.0`. */
function isNamedAsTagged({ title, commits }: ChangeUnit): boolean {
  const words = title.split(' ', mostNameWords + 1)
  const version = words.length > mostNameWords ? null : parseTag(words.at(-1)!)
  if (!version) return false
  return commits.some(({ commit }) =>
    commit.tags.some((name) => {
      const tag = parseTag(name)
      return tag !== null && isSameRelease(tag, version)
    }),
  )
}
