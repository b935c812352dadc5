import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'

/** Finds whether a change edits the project's own changelog. */
export function findOwnEntry(
  { commits, pullRequestDetails }: ChangeUnit,
  changelog: string | null,
): Evidence | null {
  if (changelog === null) return null
  const isEdited =
    commits.some(({ commit }) => commit.paths.includes(changelog)) ||
    pullRequestDetails?.paths.includes(changelog)
  return isEdited ? { kind: 'own-entry', detail: `It also edits ${changelog}.` } : null
}
