import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'

/**
 * Finds copies of other commits of the range, by SHA with the reason: cherry-picks that name their source, and
 * commits with the same subject, author and author date, as back-ports and rebases create them.
 */
export function findDuplicates(commits: ParsedCommit[]): Map<string, string> {
  const duplicates = new Map<string, string>()
  const originals = new Map<string, ParsedCommit>()
  const bySha = new Map(commits.map((parsed) => [parsed.commit.sha, parsed]))
  // Oldest first: the oldest is the original, the later ones are copies.
  for (const parsed of commits.toReversed().filter(isTitledNonMerge)) {
    const source = parsed.message.cherryPickedFrom
      .map((sha) => bySha.get(sha))
      .find((found) => found && found !== parsed && !duplicates.has(found.commit.sha))
    const key = copyKeyOf(parsed)
    const original = source ?? originals.get(key)
    if (original) duplicates.set(parsed.commit.sha, `The same change as ${original.commit.sha.slice(0, 7)}.`)
    else originals.set(key, parsed)
  }
  return duplicates
}

function isTitledNonMerge(parsed: ParsedCommit): boolean {
  return !isMerge(parsed) && parsed.message.title !== ''
}

/** Two commits with the same key are copies of each other: same title, author and author date. */
export function copyKeyOf({ commit, message }: ParsedCommit): string {
  // A title contains no line feed, so the parts stay distinct.
  return `${message.title}\n${commit.author.email}\n${commit.authoredAt}`
}
