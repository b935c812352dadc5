import { type Readable, readCommits } from '../parse/read-commit.ts'
import { cancelReverts } from './cancel-reverts.ts'
import { findDuplicates } from './find-duplicates.ts'
import { findOwners } from './find-owners.ts'
import { findUnits, type Unit } from './find-units.ts'

/** The units of a history that neither a revert nor a copy takes away. */
export function findStandingUnits(history: Readable): Unit[] {
  const all = readCommits(history)
  const owners = findOwners(all)
  const cancelled = cancelReverts(all, owners)
  const standing = all.filter(({ commit }) => !cancelled.has(commit.sha))
  const duplicates = findDuplicates(standing)
  return findUnits(
    standing.filter(({ commit }) => !duplicates.has(commit.sha)),
    owners,
  )
}
