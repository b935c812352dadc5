import { type Category, categories } from '../../core/category.ts'
import type { History } from '../../core/history.ts'
import { findRemainingUnits } from '../group/find-remaining-units.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { findExclusion } from '../rules/exclusion-rules.ts'
import { findNoOp } from '../rules/find-no-op.ts'
import { findMustInclude } from '../rules/must-include.ts'
import { extractFeatures } from './features.ts'
import { type Model, scoreFeatures } from './model.ts'
import { Regression, type RegressionOptions } from './regression.ts'

/** A release that people have written notes for: what happened, and what they listed of it. */
export interface PastRelease {
  history: Pick<History, 'commits' | 'pullRequests' | 'logins'>
  listed: { pullRequests: number[]; commits: string[]; category: Category | null }[]
}

/** A unit of a past release, and whether its maintainers told it. */
export interface PastUnit {
  /** Its pull request, by which a later release knows it again. */
  pullRequest: number | null
  /** What it does, then its other common traits, then those that mean something only here. */
  traits: number[]
  deeds: number
  common: number
  notable: number
  categories: number[]
  listed: boolean
  category: Category | null
}

/** What a repository's own past adds to the common judgement. */
export interface HouseStyle {
  /** How many units of the past it was learned from, how many of them were listed, and how many filed. */
  units: number
  listed: number
  filed: number
  /** Whether it has lately listed nearly everything. */
  listsNearlyAll: boolean
  /** The traits it has met, as rows. */
  rowsOf(traits: number[]): number[]
  /** What it adds to the score for telling, and to that of each category. */
  notableShift(rows: number[], count: number): number
  filingShifts(rows: number[], count: number): number[]
  /** What a trait adds to the score for telling. */
  weightOf(trait: number): number
  /** Pull requests that an earlier release already had, and whether it listed them. */
  seen: ReadonlyMap<number, boolean>
}

const leastUnits = 3
const leastRecent = 8
const mostRecent = 200
const nearlyAll = 0.85
// A house is a little less peculiar than its past makes believe.
const trust = 0.8
// Who made a change, and where, says most about what a house tells; what is done, about where it files it.
const choosing: RegressionOptions = {
  classes: 1,
  voices: { deed: 1, word: 1, place: 3 },
  pace: 0.4,
  passes: 4,
  pull: 1e-3,
}
const filing: RegressionOptions = {
  classes: categories.length,
  voices: { deed: 3, word: 1, place: 1 },
  pace: 0.1,
  passes: 4,
  pull: 0,
}

/** Reads the units of a past release whose fate is known, the oldest first. */
export function extractPastUnits({ history, listed }: PastRelease, model: Model): PastUnit[] {
  const byNumber = new Map(listed.flatMap((each) => each.pullRequests.map((number) => [number, each])))
  const bySha = new Map(listed.flatMap((each) => each.commits.map((sha) => [sha, each])))
  const units = findRemainingUnits(history)
  return units.flatMap((unit) => {
    const found =
      (unit.pullRequest === null ? undefined : byNumber.get(unit.pullRequest)) ??
      unit.commits.map(({ commit }) => bySha.get(commit.sha)).find((each) => each !== undefined)
    // Of a commit without a pull request nobody can say that it was left out on purpose.
    if ((unit.pullRequest === null && found === undefined) || findNoOp(unit) !== null) return []
    return [asPast(unit, { mates: units.length, found }, model)]
  })
}

function asPast(
  unit: ChangeUnit,
  { mates, found }: { mates: number; found: { category: Category | null } | undefined },
  model: Model,
): PastUnit {
  const must = findMustInclude(unit)
  const { list, deeds, common } = extractFeatures(unit, {
    must,
    quiet: findExclusion(unit)?.reason ?? null,
    mates,
  })
  const traits = list.hashes
  const scores = scoreFeatures(model, traits)
  return {
    pullRequest: unit.pullRequest,
    traits,
    deeds,
    common,
    notable: scores.notable,
    categories: scores.categories,
    listed: found !== undefined,
    category: found?.category ?? null,
  }
}

/** Learns how a repository chooses and files from its older releases, the oldest first; null when there are too few. */
export function learnHouseStyle(releases: PastUnit[][]): HouseStyle | null {
  const house = new HouseStyleLearner()
  for (const release of releases) house.learn(release)
  return house.style()
}

function listsNearlyAll(recent: boolean[]): boolean {
  return recent.length >= leastRecent && recent.filter(Boolean).length >= nearlyAll * recent.length
}

/** A repository's habit while it is learned, release by release and in time linear in their size. */
export class HouseStyleLearner {
  readonly #rows = new Map<number, number>()
  readonly #choosing = new Regression(choosing)
  readonly #filing = new Regression(filing)
  readonly #seen = new Map<number, boolean>()
  #recent: boolean[] = []
  #units = 0
  #listed = 0
  #filed = 0

  /** Learns from one more release, which is newer than those before. */
  learn(release: PastUnit[]): void {
    const rows = release.map((unit) => this.#addRows(unit))
    // A commit without a pull request is here only when it was listed: it would teach that they always are.
    const known = release.flatMap(({ pullRequest, notable, listed }, at) =>
      pullRequest === null ? [] : [{ rows: rows[at]!, known: [notable], right: listed ? 0 : -1 }],
    )
    const filed = release.flatMap(({ category, categories: scores }, at) =>
      category === null ? [] : [{ rows: rows[at]!, known: scores, right: categories.indexOf(category) }],
    )
    this.#choosing.learn(known)
    this.#filing.learn(filed)
    this.#recent = [...this.#recent, ...known.map(({ right }) => right === 0)].slice(-mostRecent)
    this.#units += known.length
    this.#listed += known.filter(({ right }) => right === 0).length
    this.#filed += filed.length
    for (const { pullRequest, listed } of release)
      if (pullRequest !== null) this.#seen.set(pullRequest, listed || this.#seen.get(pullRequest) === true)
  }

  /** What was learned so far; null when it is too little. */
  style(): HouseStyle | null {
    if (this.#units < leastUnits) return null
    return {
      units: this.#units,
      listed: this.#listed,
      filed: this.#filed,
      listsNearlyAll: listsNearlyAll(this.#recent),
      rowsOf: (traits) => traits.flatMap((trait) => this.#rows.get(trait) ?? []),
      notableShift: (rows, count) => trust * this.#choosing.shiftsOf(rows, count)[0]!,
      filingShifts: (rows, count) => this.#filing.shiftsOf(rows, count),
      weightOf: (trait) => {
        const row = this.#rows.get(trait)
        return row === undefined ? 0 : trust * this.#choosing.weightOf(row)
      },
      seen: this.#seen,
    }
  }

  #addRows({ traits, deeds, common }: PastUnit): number[] {
    return traits.map((trait, at) => {
      const known = this.#rows.get(trait)
      if (known !== undefined) return known
      const kind = at < deeds ? 'deed' : at < common ? 'word' : 'place'
      this.#choosing.addRow(kind)
      this.#filing.addRow(kind)
      this.#rows.set(trait, this.#rows.size)
      return this.#rows.size - 1
    })
  }
}
