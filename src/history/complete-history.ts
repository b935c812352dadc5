import { incompleteHistory } from '../core/errors.ts'
import type { History } from '../core/history.ts'
import type { Repository } from '../core/repository.ts'

/** Rejects a range that a shallow clone has only in part: git shows its oldest commits there without their parents. */
export function checkHistoryIsComplete({ shallow }: Pick<Repository, 'shallow'>, { commits }: History): void {
  if (shallow && commits.some(({ parents }) => parents.length === 0)) throw incompleteHistory()
}
