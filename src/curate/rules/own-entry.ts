import type { Evidence } from '../../core/change.ts'
import { isChangelogPath, isFragmentPath } from '../../core/changelog-paths.ts'
import { declaredBump } from '../../core/declared-bump.ts'
import type { OwnLine, OwnWords } from '../../core/own-words.ts'
import type { PackagePaths } from '../../core/repository-config.ts'
import { countShared, wordsOf } from '../../text/shared-words.ts'
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

// What templates of changelogs contain where an entry should be.
const placeholder =
  /^(?:your contribution here|tbd|todo|to be (?:done|announced)|n\/a|none|nothing(?: yet)?|no changes(?: yet)?|placeholder|[.…]{1,3})[.!]?$/i
// A commit that adds more lines prepares a release; it describes the changes of others.
const maxOwnLines = 6

interface OwnLineContext {
  /** Whether a number belongs to another change of the range. */
  isOtherChange: (number: number) => boolean
  /** The packages that the notes are about; null for all. */
  packages: PackagePaths[] | null
}

/**
 * Finds what the authors of a unit wrote about it for the changelog: the lines that its commits added, except those
 * that cite another change of the range, or else the lines of the changelog that cite its pull request.
 */
export function findOwnLines(
  { commits, pullRequest, pullRequestDetails }: ChangeUnit,
  { bySha, cited }: OwnWords,
  { isOtherChange, packages }: OwnLineContext,
): OwnLine[] {
  const lines = commits.flatMap(({ commit }) => bySha.get(commit.sha) ?? noLines)
  const added = linesOfPackages(lines, packages).filter(({ text }) => !placeholder.test(text))
  if (added.length === 0) return findCitedLines(pullRequest, cited)
  const citing = added.filter(({ numbers }) => pullRequest !== null && numbers.includes(pullRequest))
  const own = citing.length > 0 ? citing : added.filter(({ numbers }) => !numbers.some(isOtherChange))
  const paths = [...commits.flatMap(({ commit }) => commit.paths), ...(pullRequestDetails?.paths ?? [])]
  // Hosts do not list the files of every commit.
  const isHousekeeping =
    paths.length > 0 && paths.every((path) => isChangelogPath(path) || isFragmentPath(path))
  if (own.length > 0 && own.length <= maxOwnLines && !isHousekeeping) return dropRepeated(own)
  return findCitedLines(pullRequest, cited)
}

const noLines: OwnLine[] = []
const byNumberOf = new WeakMap<OwnLine[], Map<number, OwnLine[]>>()

/** The lines of the changelog that cite a pull request, unless there are too many of them. */
function findCitedLines(pullRequest: number | null, cited: OwnLine[]): OwnLine[] {
  if (pullRequest === null) return noLines
  const byNumber = byNumberOf.get(cited) ?? indexByNumber(cited)
  byNumberOf.set(cited, byNumber)
  const lines = byNumber.get(pullRequest) ?? noLines
  return lines.length <= maxOwnLines ? dropRepeated(lines) : noLines
}

function indexByNumber(lines: OwnLine[]): Map<number, OwnLine[]> {
  const byNumber = new Map<number, OwnLine[]>()
  for (const line of lines)
    for (const number of line.numbers) {
      const citing = byNumber.get(number)
      if (citing) citing.push(line)
      else byNumber.set(number, [line])
    }
  return byNumber
}

/**
 * The lines that are about some packages: what declares a new version only for other packages of the configuration is
 * about those. What is major for another package is not breaking here.
 */
function linesOfPackages(lines: OwnLine[], packages: PackagePaths[] | null): OwnLine[] {
  if (!packages) return lines
  const names = packages.map(({ name }) => name)
  const all = packages[0]?.all ?? []
  return lines.flatMap((line) => {
    if (!line.declares) return [line]
    const bump = declaredBump(line, names)
    if (bump === null) return declaredBump(line, all) === null ? [line] : []
    const isMajorElsewhere = bump !== 'major' && line.declares.some((each) => each.bump === 'major')
    return [isMajorElsewhere ? { ...line, breaking: false } : line]
  })
}

/** The last version of lines that were edited within the change. */
function dropRepeated(lines: OwnLine[]): OwnLine[] {
  const kept: OwnLine[] = []
  for (const line of lines) {
    if (!kept.some((other) => isSimilar(other.text, line.text))) kept.push(line)
  }
  return kept
}

function isSimilar(one: string, other: string): boolean {
  const [some, others] = [wordsOf(one), wordsOf(other)]
  return countShared(some, others) >= 0.6 * Math.min(some.size, others.size)
}
