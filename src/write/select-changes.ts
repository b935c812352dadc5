import type { Change } from '../core/change.ts'
import type { WriteRequest } from '../core/request.ts'
import { type Warning, warn } from '../core/warnings.ts'

/** The changes that the model writes, those that the rules write, and a warning for unknown ids. */
interface SelectedChanges {
  selected: Change[]
  others: Change[]
  warnings: Warning[]
}

/**
 * Splits the changes by the ids in `only`. An empty list selects all of them, except those whose authors wrote a text
 * for the changelog: it stands as it is, unless another language or other instructions are asked for.
 */
export function selectChanges(
  changes: Change[],
  { only, language, instructions }: WriteRequest,
): SelectedChanges {
  if (only.length === 0) {
    const keepsOwnText = /^en\b/i.test(language) && instructions === null
    const isKept = ({ ownText }: Change) => keepsOwnText && ownText !== undefined
    const selected = changes.filter((change) => !isKept(change))
    return { selected, others: changes.filter(isKept), warnings: [] }
  }
  const ids = new Set(only)
  const selected = changes.filter(({ id }) => ids.has(id))
  const others = changes.filter(({ id }) => !ids.has(id))
  for (const { id } of selected) ids.delete(id)
  return { selected, others, warnings: ids.size === 0 ? [] : [warn('unknown-change', { ids: [...ids] })] }
}
