import type { EndNames } from '../core/end-names.ts'
import type { CommitRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import { spellingsOf } from '../verify/name-spellings.ts'

const maxNames = 40

/** Creates the lookup of names at the ends of a range: in its changed files, and in all files if the host can search. */
export function createEndNames(
  repository: Repository,
  { fromSha, toSha }: CommitRange,
  changedFiles: Buffer[],
): EndNames {
  const isAbsent = new Map<string, boolean>()
  const isInChangedFiles = (name: string) => changedFiles.some((file) => file.includes(name))
  return {
    isInChangedFiles,
    findAbsent: async (names) => {
      const open = names.filter((name) => !isAbsent.has(name) && !isInChangedFiles(name)).slice(0, maxNames)
      if (open.length > 0) {
        const shas = fromSha === null ? [toSha] : [toSha, fromSha]
        const found = await repository.searchTrees?.(shas, [...new Set(open.flatMap(spellingsOf))])
        for (const name of open)
          isAbsent.set(name, found ? !spellingsOf(name).some((spelling) => found.has(spelling)) : false)
      }
      return new Set(names.filter((name) => isAbsent.get(name)))
    },
  }
}
