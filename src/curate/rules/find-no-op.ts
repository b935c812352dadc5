import { isSameRelease, parseTag } from '../../git/tag.ts'
import { guarded } from '../../text/guarded-pattern.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { isMerge } from '../parse/parse-commits.ts'
import { isBranchMerge } from '../parse/parse-message.ts'
import { type Exclusion, skipsCi } from './exclusion-rules.ts'

const releaseTitle = guarded(
  /release|version|publish|development|\d\.\d/i,
  /^(?:(?:chore|build|release|ci)(?:\([^()]{0,40}\))?!?: ?)?(?:prepare(?: for| to release| for release| release of)? v?\d{1,9}\.\d\S*|(?:(?:prepare(?: for)?|cut|tag|publish|bump|set|update)(?: the)? )?(?:new )?(?:release|version)s?(?: bump)?(?: (?:to|for|of))?:?(?: (?:packages?|v?\d\S{0,60})){0,12}|v?\d+\.\d+(?:\.\d+)?\S*|bump(?: version)? to v?\d+\.\d+\S*|version packages?|publish|\[maven-release-plugin\].{0,100}|release[ -]v?\d\S*|v?\d+\.\d+\S* release|(?:begin|start) (?:next )?development.{0,60})\.?$/i,
)

/** Finds why a unit changes nothing itself: it is a merge or a release commit; null when it does change something. */
export function findNoOp(unit: ChangeUnit): Exclusion | null {
  if (
    unit.commits.every(
      (parsed) =>
        isMerge(parsed) &&
        !parsed.message.merge?.title &&
        !parsed.message.merge?.isFromPrivateFork &&
        parsed.pullRequest === null,
    )
  ) {
    return noOp('merge', 'A merge commit. The commits it merged are handled individually.')
  }
  if (
    unit.commits.every(
      (parsed) =>
        isMerge(parsed) &&
        parsed.message.merge?.title === null &&
        !parsed.message.merge.isFromPrivateFork &&
        parsed.pullRequestDetails === null,
    )
  ) {
    return noOp(
      'merge',
      `The merge commit of #${unit.pullRequest}. The commits it merged are handled individually.`,
    )
  }
  if (isBranchMerge(unit.title) && unit.commits.every(({ message }) => isBranchMerge(message.title)))
    return noOp('merge', 'It only merges one branch into another.')
  return isReleaseTitle(unit.title) || isNamedAsTagged(unit)
    ? noOp('release', 'It is a release commit.')
    : null
}

/** Whether a title is that of a release commit, such as `chore: release v1.5.0`. */
export function isReleaseTitle(title: string): boolean {
  return releaseTitle.test(title.replace(skipsCi, ''))
}

function noOp(reason: Exclusion['reason'], detail: string): Exclusion {
  return { reason, kind: reason, detail, isFinal: true }
}

const maxNameWords = 3

/** Whether a title is only a name and the version that its commit is tagged with, as in `Widget 1.5.0`. */
function isNamedAsTagged({ title, commits }: ChangeUnit): boolean {
  const words = title.split(' ', maxNameWords + 1)
  const version = words.length > maxNameWords ? null : parseTag(words.at(-1)!)
  if (!version) return false
  return commits.some(({ commit }) =>
    commit.tags.some((name) => {
      const tag = parseTag(name)
      return tag !== null && isSameRelease(tag, version)
    }),
  )
}
