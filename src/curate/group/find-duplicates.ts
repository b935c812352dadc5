import { isMerge, type ParsedCommit } from '../parse/parse-commits.ts'
import { splitPullRequestNumber } from '../parse/split-pull-request-number.ts'
import { comparePaths } from './compare-paths.ts'

/**
 * Finds copies of other commits of the range, by SHA with the reason: cherry-picks that name their source, back-ports
 * that name the pull request of their source, and commits with the same author, author date and files whose title or
 * patch is the same.
 */
export function findDuplicates(
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit> = new Map(),
  patches: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const duplicates = new Map<string, string>()
  const originals = new Map<string, ParsedCommit[]>()
  const bySha = new Map(commits.map((parsed) => [parsed.commit.sha, parsed]))
  const byNumber = indexNumbers(commits)
  const byPatch = new Map<string, ParsedCommit>()
  // Oldest first: the oldest is the original, the later ones are copies.
  for (const parsed of commits.toReversed().filter(isTitledNonMerge)) {
    const isOriginal = (found: ParsedCommit | undefined) =>
      found !== undefined && found !== parsed && !duplicates.has(found.commit.sha)
    const source =
      parsed.message.cherryPickedFrom.map((sha) => bySha.get(sha)).find(isOriginal) ??
      findBackported(parsed, byNumber).find(isOriginal)
    const key = copyKeyOf(parsed)
    const alike = originals.get(key) ?? []
    const patch = patches.get(parsed.commit.sha)
    const original =
      source ??
      alike.find((found) => isSameChange(found, parsed, patches)) ??
      (patch === undefined ? undefined : byPatch.get(patch))
    if (patch !== undefined && !original) byPatch.set(patch, parsed)
    if (original) duplicates.set(parsed.commit.sha, `The same change as ${original.commit.sha.slice(0, 7)}.`)
    else if (alike.length === 0) originals.set(key, [parsed])
    else if (alike.length < maxAlike) alike.push(parsed)
  }
  addEmptyMerges(commits, introducedBy, duplicates)
  return duplicates
}

// A tool that writes many commits per second may give all of them the same title.
const maxAlike = 20

function isTitledNonMerge(parsed: ParsedCommit): boolean {
  return !isMerge(parsed) && parsed.message.title !== ''
}

/** Two commits with the same key are copies of each other: same title, author and author date. */
export function copyKeyOf({ commit, message }: ParsedCommit): string {
  // A title contains no line feed, so the parts stay distinct.
  return `${message.title}\n${commit.author.email}\n${commit.authoredAt}`
}

/** Whether two commits of the same title, author and second are one change: their patches decide, or else their files. */
function isSameChange(one: ParsedCommit, other: ParsedCommit, patches: ReadonlyMap<string, string>): boolean {
  const patch = patches.get(one.commit.sha)
  const otherPatch = patches.get(other.commit.sha)
  if (patch !== undefined && otherPatch !== undefined) return patch === otherPatch
  return comparePaths([one], [other]) !== 'different'
}

/** The commits by pull-request number; empty when no commit is a back-port. */
function indexNumbers(commits: ParsedCommit[]): Map<number, ParsedCommit[]> {
  const byNumber = new Map<number, ParsedCommit[]>()
  if (!commits.some((parsed) => listSourceNumbers(parsed).length > 0)) return byNumber
  for (const parsed of commits) {
    if (parsed.pullRequest === null) continue
    const list = byNumber.get(parsed.pullRequest)
    if (list) list.push(parsed)
    else byNumber.set(parsed.pullRequest, [parsed])
  }
  return byNumber
}

/** The pull requests that a commit says it back-ports, and the first number of `Title (#12) (#34)`. */
function listSourceNumbers({ message }: ParsedCommit): number[] {
  const inner = message.title.endsWith(')') ? splitPullRequestNumber(message.title).number : null
  return inner === null ? message.backportOf : [...message.backportOf, inner]
}

function findBackported(parsed: ParsedCommit, byNumber: Map<number, ParsedCommit[]>): ParsedCommit[] {
  if (byNumber.size === 0) return []
  const title = plainTitle(parsed)
  return listSourceNumbers(parsed)
    .flatMap((number) => byNumber.get(number) ?? [])
    .filter(
      (source) =>
        source.pullRequest !== parsed.pullRequest &&
        source.position < parsed.position &&
        (plainTitle(source) === title || source.message.merge?.title?.toLowerCase() === title) &&
        comparePaths([source], [parsed]) !== 'different',
    )
}

/** The description of a commit without the numbers and the marks of a back-port. */
export function plainTitle({ message }: ParsedCommit): string {
  return message.header.description
    .replace(/\s*\((?:[#!]\d{1,9}|(?:backport|cherry[- ]pick)[^()]{0,60})\)/gi, '')
    .toLowerCase()
}

/** A merge that introduced only copies is the merge of a back-port. */
function addEmptyMerges(
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit>,
  duplicates: Map<string, string>,
): void {
  if (duplicates.size === 0) return
  const own = new Set<string>()
  const copied = new Map<string, string>()
  for (const { commit } of commits) {
    const merge = introducedBy.get(commit.sha)?.commit.sha
    const detail = duplicates.get(commit.sha)
    if (merge === undefined) continue
    if (detail === undefined) own.add(merge)
    else copied.set(merge, detail)
  }
  for (const [merge, detail] of copied) if (!own.has(merge)) duplicates.set(merge, detail)
}
