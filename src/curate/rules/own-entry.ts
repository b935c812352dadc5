import type { Evidence } from '../../core/change.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'

/** What is said of a change whose authors edited the project's changelog with it. */
export function sayOwnEntry(path: string): string {
  return `It changed ${path} itself.`
}

/** Tells that a change edited the project's own changelog, where it did. */
export function findOwnEntry({ commits, known }: ChangeUnit, changelog: string | null): Evidence[] {
  if (changelog === null) return []
  const isEdited =
    commits.some(({ commit }) => commit.paths.includes(changelog)) || known?.paths.includes(changelog)
  return isEdited ? [{ kind: 'own-entry', detail: sayOwnEntry(changelog) }] : []
}
