import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

/**
 * Commits that are another commit of the range over again: cherry-picks that name their source, and copies
 * with the same subject, author and moment of writing, as back-ports and rebases leave them.
 */
export function findDuplicates(commits: ParsedCommit[]): Map<string, string> {
  const duplicates = new Map<string, string>()
  const originals = new Map<string, ParsedCommit>()
  const bySha = new Map(commits.map((read) => [read.commit.sha, read]))
  // Oldest first: the first one is the original, the later ones are the copies.
  for (const read of commits.toReversed().filter(isTitledWork)) {
    const source = read.message.cherryPickedFrom
      .map((sha) => bySha.get(sha))
      .find((found) => found && found !== read && !duplicates.has(found.commit.sha))
    const key = keyOf(read)
    const original = source ?? originals.get(key)
    if (original) duplicates.set(read.commit.sha, `The same change as ${original.commit.sha.slice(0, 7)}.`)
    else originals.set(key, read)
  }
  return duplicates
}

function isTitledWork(read: ParsedCommit): boolean {
  return !isMerge(read) && read.message.title !== ''
}

function keyOf({ commit, message }: ParsedCommit): string {
  // No title holds a line feed, so that the parts cannot run into each other.
  return `${message.title}\n${commit.author.email}\n${commit.authoredAt}`
}
