import { type ParseInput, parseCommits } from '../parse/parse-commits.ts'
import { cancelReverts } from './cancel-reverts.ts'
import { findDuplicates } from './find-duplicates.ts'
import { findIntroducingMerges } from './find-introducing-merges.ts'
import { type ChangeUnit, groupIntoUnits } from './group-into-units.ts'

/** The units of a history that neither a revert nor a copy takes away. */
export function findRemainingUnits(history: ParseInput): ChangeUnit[] {
  const all = parseCommits(history)
  const introducedBy = findIntroducingMerges(all)
  const cancelled = cancelReverts(all, introducedBy)
  const standing = all.filter(({ commit }) => !cancelled.has(commit.sha))
  const duplicates = findDuplicates(standing)
  return groupIntoUnits(
    standing.filter(({ commit }) => !duplicates.has(commit.sha)),
    introducedBy,
  )
}
