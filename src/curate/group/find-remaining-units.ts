import { type ParseInput, parseCommits } from '../parse/parse-commits.ts'
import { cancelReverts } from './cancel-reverts.ts'
import { findDuplicates } from './find-duplicates.ts'
import { findIntroducingMerges } from './find-introducing-merges.ts'
import { type ChangeUnit, groupIntoUnits } from './group-into-units.ts'

/** Groups a history into units, without reverted commits and duplicates. */
export function findRemainingUnits(history: ParseInput): ChangeUnit[] {
  const all = parseCommits(history)
  const introducedBy = findIntroducingMerges(all)
  const { cancelled } = cancelReverts(all, introducedBy)
  const remaining = all.filter(({ commit }) => !cancelled.has(commit.sha))
  const duplicates = findDuplicates(remaining, introducedBy)
  return groupIntoUnits(
    remaining.filter(({ commit }) => !duplicates.has(commit.sha)),
    introducedBy,
  )
}
