import type { OtherSide } from '../../core/history.ts'
import { isMerge, type ParsedCommit, parseCommits } from '../parse/parse-commits.ts'
import { cancelReverts } from './cancel-reverts.ts'
import { comparePaths } from './compare-paths.ts'
import { copyKeyOf, plainTitle } from './find-duplicates.ts'
import { findIntroducingMerges } from './find-introducing-merges.ts'

/**
 * Finds commits of a diverged range whose change the other side has too, by SHA with the reason: a cherry-pick in
 * either direction, a copy with the same title, author and author date, the same pull request, the same patch, or the
 * same title and files.
 */
export function findReleasedElsewhere(
  commits: ParsedCommit[],
  introducedBy: Map<string, ParsedCommit>,
  otherSide: OtherSide,
): Map<string, string> {
  const other = indexOtherSide(otherSide)
  const released = new Map<string, string>()
  const reasonFor = (parsed: ParsedCommit) => {
    const found = other.find(parsed)
    if (found) return `${otherSide.ref} has the same change: ${found.commit.sha.slice(0, 7)}.`
    const isListed = parsed.pullRequest !== null && other.listed.has(parsed.pullRequest)
    return isListed ? `The changelog lists #${parsed.pullRequest} in a release of ${otherSide.ref}.` : null
  }
  for (const parsed of commits) {
    const reason = reasonFor(parsed)
    if (reason !== null) released.set(parsed.commit.sha, reason)
  }
  // What a released pull request introduced is released, and so is a merge whose commits all are.
  const byMerge = Map.groupBy(commits, ({ commit }) => introducedBy.get(commit.sha)?.commit.sha)
  for (const [merge, merged] of byMerge) {
    if (merge === undefined) continue
    const reason = released.get(merge)
    if (reason !== undefined) {
      for (const { commit } of merged) if (!released.has(commit.sha)) released.set(commit.sha, reason)
    } else if (merged.every(({ commit }) => released.has(commit.sha))) {
      released.set(merge, `${otherSide.ref} has everything it merged.`)
    }
  }
  return released
}

interface OtherSideIndex {
  find: (parsed: ParsedCommit) => ParsedCommit | undefined
  /** The pull requests that the changelog lists in releases of the other side. */
  listed: ReadonlySet<number>
}

function indexOtherSide({ commits, listedNumbers, samePatches }: OtherSide): OtherSideIndex {
  const parsed = parseCommits({ commits, pullRequests: [], logins: new Map() })
  // A change that the other side reverted was not released there.
  const { cancelled } = cancelReverts(parsed, findIntroducingMerges(parsed))
  const present = parsed.filter(({ commit }) => !cancelled.has(commit.sha))
  const bySha = new ShaIndex(present.map((each) => ({ sha: each.commit.sha, parsed: each })))
  const bySource = new ShaIndex(
    present.flatMap((each) => each.message.cherryPickedFrom.map((sha) => ({ sha, parsed: each }))),
  )
  const titled = present.filter(isTitledNonMerge)
  const byKey = new Map(titled.map((each) => [copyKeyOf(each), each]))
  const byFiles = Map.groupBy(titled, filesKey)
  const byNumber = new Map(present.flatMap((each) => citedNumbers(each).map((number) => [number, each])))
  const ownNumbers = new Map(
    present.flatMap((each) => (each.pullRequest === null ? [] : [[each.pullRequest, each] as const])),
  )
  const findCopy = (given: ParsedCommit) => {
    const copy = isTitledNonMerge(given) ? byKey.get(copyKeyOf(given)) : undefined
    return copy && comparePaths([copy], [given]) !== 'different' ? copy : undefined
  }
  /** Two commits with the same patch have the same files; without one, the same title is needed too. */
  const findSameFiles = (given: ParsedCommit) => {
    if (!isTitledNonMerge(given) || !hasFiles(given)) return undefined
    const alike = byFiles.get(filesKey(given)) ?? []
    const title = plainTitle(given)
    const sameTitle = alike.find((each) => plainTitle(each) === title)
    if (samePatches.has(given.commit.sha))
      return sameTitle ?? alike.find((each) => samePatches.has(each.commit.sha))
    return title.split(' ').length >= minTitleWords ? sameTitle : undefined
  }
  const find = (given: ParsedCommit) => {
    const sources = given.message.cherryPickedFrom
    return (
      bySource.get(given.commit.sha) ??
      firstOf(sources, (sha) => bySha.get(sha) ?? bySource.get(sha)) ??
      findCopy(given) ??
      (given.pullRequest === null ? undefined : byNumber.get(given.pullRequest)) ??
      firstOf(citedNumbers(given), (number) => ownNumbers.get(number)) ??
      findSameFiles(given)
    )
  }
  return { find, listed: new Set(listedNumbers) }
}

/** Commits by SHA; either the given SHA or the indexed one may be abbreviated. */
class ShaIndex {
  readonly #byStart: Map<string, { sha: string; parsed: ParsedCommit }[]>

  constructor(commits: { sha: string; parsed: ParsedCommit }[]) {
    this.#byStart = Map.groupBy(commits, ({ sha }) => sha.slice(0, 7))
  }

  get(given: string): ParsedCommit | undefined {
    const alike = this.#byStart.get(given.slice(0, 7)) ?? []
    return alike.find(({ sha }) => sha.startsWith(given) || given.startsWith(sha))?.parsed
  }
}

function firstOf<Key>(keys: Key[], find: (key: Key) => ParsedCommit | undefined): ParsedCommit | undefined {
  for (const key of keys) {
    const found = find(key)
    if (found) return found
  }
  return undefined
}

function isTitledNonMerge(parsed: ParsedCommit): boolean {
  return !isMerge(parsed) && parsed.message.title !== ''
}

// Short titles such as "Fix typo" are given to many changes of the same file.
const minTitleWords = 4

function hasFiles({ commit }: ParsedCommit): boolean {
  return commit.paths.length > 0 && !commit.pathsCut
}

function filesKey({ commit }: ParsedCommit): string {
  return commit.paths.toSorted().join('\0')
}

const backportLine = /^.{0,200}\b(?:back-?port|cherry[- ]?pick)/i

/** The pull requests that a commit is or copies: `fix: crash (#12) (#15)`, `Backport of #12`. */
function citedNumbers({ pullRequest, message }: ParsedCommit): number[] {
  const inTitle = [...message.subject.matchAll(/\((?:[\w.-]+\/[\w.-]+)?[#!](\d{1,9})\)/g)]
  const inBody = message.body
    .split('\n')
    .filter((line) => backportLine.test(line))
    .flatMap((line) => [...line.slice(0, 500).matchAll(/(?<![\w&])[#!](\d{1,9})(?!\w)/g)])
  const numbers = [...inTitle, ...inBody].map(([, number]) => Number(number))
  return [...new Set(pullRequest === null ? numbers : [pullRequest, ...numbers])]
}
