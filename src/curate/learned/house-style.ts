import { categories, type HeadingClass, headingClasses } from '../../core/category.ts'
import type { PastRelease } from '../../core/history.ts'
import { findRemainingUnits } from '../group/find-remaining-units.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { findExclusion } from '../rules/exclusion-rules.ts'
import { findNoOp } from '../rules/find-no-op.ts'
import { findMustInclude, isMustInclude } from '../rules/must-include.ts'
import { extractFeatures } from './features.ts'
import { matchPastUnits } from './match-past-units.ts'
import { type NotabilityModel, scoreFeatures } from './model.ts'
import { type LearnedWeights, Regression, type RegressionOptions } from './regression.ts'

/** A unit of a past release, and whether its maintainers listed it. */
export interface PastUnit {
  /** Its pull request, by which a later release recognises it. */
  pullRequest: number | null
  /** Whether it is here whether it was listed or not; others are only here because they were listed. */
  isKnown: boolean
  /** The hashes of its features: those of the action, then the other common ones, then the local ones. */
  features: number[]
  actions: number
  common: number
  /** Its scores by the shipped model. */
  notable: number
  categories: number[]
  listed: boolean
  category: HeadingClass | null
  /** The kind of work by which the exclusion rules exclude it. */
  excludedKind: string | null
}

/** How a repository's own past corrects the predictions of the shipped model. */
export interface HouseStyle {
  /** How many past units it was learned from, how many of them were listed, and how many in a known category. */
  units: number
  listed: number
  categorised: number
  /** Whether its changelog shows in which category each change belongs. */
  knowsCategories: boolean
  /** Whether recent releases list nearly everything. */
  listsNearlyAll: boolean
  /** The rows of the features that occurred in the past. */
  findRows(features: number[]): number[]
  /** The correction of the notability score. */
  computeNotabilityShift(rows: number[], count: number): number
  /** The correction of the score of each category. */
  computeCategoryShifts(rows: number[], count: number): number[]
  /** How much a feature corrects the notability score. */
  weightOf(feature: number): number
  /** Whether the project lists a kind of work that the exclusion rules exclude. */
  listsKind(kind: string): boolean
  /** The pull requests of past releases, and whether they were listed. */
  pastPullRequests: ReadonlyMap<number, boolean>
  /** Everything of it as plain data. */
  data: HouseStyleData
}

/** A house style as plain data, which other threads and replicas can open. */
export interface HouseStyleData
  extends Pick<HouseStyle, 'units' | 'listed' | 'categorised' | 'knowsCategories' | 'listsNearlyAll'> {
  /** The hash of the feature of each row. */
  features: Int32Array
  listing: LearnedWeights
  category: LearnedWeights
  /** The kinds of work that the exclusion rules exclude and the project lists. */
  listedKinds: string[]
  pastPullRequests: ReadonlyMap<number, boolean>
}

const minUnits = 3
const minRecent = 8
const maxRecent = 200
const nearlyAllShare = 0.85
// What the rules exclude is included only if the project really lists such work.
const minOfKind = 20
const minShareOfKind = 0.6
// A heading for one category only, and many entries without a heading, do not tell categories apart.
const maxShareWithoutHeading = 0.25
const maxShareOfOneCategory = 0.9
// Damps the correction, because the past exaggerates how special a project is.
const damping = 0.8
// Author and folder predict best what a project lists; the action predicts best the category.
const listingOptions: RegressionOptions = {
  classes: 1,
  featureScales: { action: 1, description: 1, origin: 3 },
  learningRate: 0.4,
  passes: 4,
  regularisation: 1e-3,
}
const categoryOptions: RegressionOptions = {
  classes: headingClasses.length,
  featureScales: { action: 3, description: 1, origin: 1 },
  learningRate: 0.1,
  passes: 4,
  regularisation: 0,
}

/** Extracts the units of a past release of which is known whether they were listed, the oldest first. */
export function extractPastUnits({ history, listed }: PastRelease, model: NotabilityModel): PastUnit[] {
  const units = findRemainingUnits(history)
  const matches = matchPastUnits(units, listed)
  return units.flatMap((unit) => {
    const found = matches.entryOf(unit)
    const isKnown = matches.isKnown(unit)
    // Where notes cite pull requests, an unlisted commit without one may have been overlooked.
    if ((!isKnown && found === undefined) || findNoOp(unit) !== null) return []
    return [toPastUnit(unit, { releaseSize: units.length, found, isKnown }, model)]
  })
}

function toPastUnit(
  unit: ChangeUnit,
  {
    releaseSize,
    found,
    isKnown,
  }: { releaseSize: number; found: { category: HeadingClass | null } | undefined; isKnown: boolean },
  model: NotabilityModel,
): PastUnit {
  const mustInclude = findMustInclude(unit)
  const exclusion = findExclusion(unit)
  const { list, actions, common } = extractFeatures(unit, {
    mustInclude,
    exclusion: exclusion?.reason ?? null,
    releaseSize,
  })
  const features = list.hashes
  const scores = scoreFeatures(model, features)
  return {
    pullRequest: unit.pullRequest,
    isKnown,
    features,
    actions,
    common,
    notable: scores.notable,
    categories: scores.categories,
    listed: found !== undefined,
    category: found?.category ?? null,
    // A security fix or a removal is listed for what it does, whichever work it looks like.
    excludedKind: isMustInclude(mustInclude) ? null : (exclusion?.kind ?? null),
  }
}

/** Learns from past releases, the oldest first, what a repository lists in which category; null when there are too few. */
export function learnHouseStyle(releases: PastUnit[][]): HouseStyle | null {
  const learner = new HouseStyleLearner()
  for (const release of releases) learner.learn(release)
  return learner.style()
}

/**
 * Whether a project's headings tell categories apart. A changelog that has a heading for one category only, such as its
 * fixes, and lists other changes without a heading does not show where those belong.
 */
function knowsCategories(classes: Record<HeadingClass, number>, allListed: number): boolean {
  const counts = categories.map((category) => classes[category])
  const all = counts.reduce((sum, count) => sum + count, 0)
  const listed = allListed - classes.Other
  const isPartial = all < (1 - maxShareWithoutHeading) * listed
  const isOne = Math.max(...counts) >= maxShareOfOneCategory * all
  return all > 0 && !(isPartial && isOne)
}

function listsNearlyAll(recent: boolean[]): boolean {
  return recent.length >= minRecent && recent.filter(Boolean).length >= nearlyAllShare * recent.length
}

/** Opens a house style that was learned before, here or elsewhere. */
export function openHouseStyle(data: HouseStyleData): HouseStyle {
  const { units, listed, categorised, pastPullRequests } = data
  const rows = new Map<number, number>()
  for (const [row, feature] of data.features.entries()) rows.set(feature, row)
  const listing = Regression.open(listingOptions, data.listing)
  const category = Regression.open(categoryOptions, data.category)
  const listedKinds = new Set(data.listedKinds)
  return {
    ...{ units, listed, categorised, pastPullRequests, data },
    knowsCategories: data.knowsCategories,
    listsNearlyAll: data.listsNearlyAll,
    findRows: (features) => features.flatMap((feature) => rows.get(feature) ?? []),
    computeNotabilityShift: (found, count) => damping * listing.computeShifts(found, count)[0]!,
    computeCategoryShifts: (found, count) => category.computeShifts(found, count),
    weightOf: (feature) => {
      const row = rows.get(feature)
      return row === undefined ? 0 : damping * listing.weightOf(row)
    },
    listsKind: (kind) => listedKinds.has(kind),
  }
}

/** Learns the house style of a repository release by release, in time linear in their size. */
export class HouseStyleLearner {
  readonly #rows = new Map<number, number>()
  readonly #listing = new Regression(listingOptions)
  readonly #category = new Regression(categoryOptions)
  readonly #pastPullRequests = new Map<number, boolean>()
  readonly #kinds = new Map<string, { changes: number; listed: number }>()
  #recent: boolean[] = []
  #units = 0
  #allListed = 0
  #listed = 0
  #categorised = 0
  readonly #classes = Object.fromEntries(headingClasses.map((each) => [each, 0])) as Record<
    HeadingClass,
    number
  >

  /** Learns from one more release, which is newer than the previous ones. */
  learn(release: PastUnit[]): void {
    const rows = release.map((unit) => this.#addRows(unit))
    // Units that are only here because they were listed would bias the result.
    const choices = release.flatMap(({ isKnown, notable, listed }, at) =>
      !isKnown ? [] : [{ rows: rows[at]!, baseScores: [notable], target: listed ? 0 : -1 }],
    )
    const categorised = release.flatMap(({ category, categories: scores }, at) =>
      category === null
        ? []
        : [{ rows: rows[at]!, baseScores: scores, target: headingClasses.indexOf(category) }],
    )
    this.#listing.learn(choices)
    this.#category.learn(categorised)
    this.#recent = [...this.#recent, ...choices.map(({ target }) => target === 0)].slice(-maxRecent)
    this.#units += choices.length
    this.#listed += choices.filter(({ target }) => target === 0).length
    this.#categorised += categorised.length
    this.#allListed += release.filter(({ listed }) => listed).length
    for (const { category } of release) if (category !== null) this.#classes[category] += 1
    for (const { pullRequest, isKnown, listed, excludedKind } of release) {
      if (isKnown && excludedKind !== null) this.#countKind(excludedKind, listed)
      if (pullRequest !== null)
        this.#pastPullRequests.set(pullRequest, listed || this.#pastPullRequests.get(pullRequest) === true)
    }
  }

  /** The house style learned so far; null when it is based on too few units. */
  style(): HouseStyle | null {
    if (this.#units < minUnits) return null
    return openHouseStyle({
      units: this.#units,
      listed: this.#listed,
      categorised: this.#categorised,
      knowsCategories: knowsCategories(this.#classes, this.#allListed),
      listsNearlyAll: listsNearlyAll(this.#recent),
      features: Int32Array.from(this.#rows.keys()),
      listing: this.#listing.toWeights(),
      category: this.#category.toWeights(),
      listedKinds: [...this.#kinds].flatMap(([kind, { changes, listed }]) =>
        changes >= minOfKind && listed >= minShareOfKind * changes ? [kind] : [],
      ),
      pastPullRequests: new Map(this.#pastPullRequests),
    })
  }

  #countKind(kind: string, listed: boolean): void {
    const { changes, listed: before } = this.#kinds.get(kind) ?? { changes: 0, listed: 0 }
    this.#kinds.set(kind, { changes: changes + 1, listed: before + (listed ? 1 : 0) })
  }

  #addRows({ features, actions, common }: PastUnit): number[] {
    return features.map((feature, at) => {
      const known = this.#rows.get(feature)
      if (known !== undefined) return known
      const group = at < actions ? 'action' : at < common ? 'description' : 'origin'
      this.#listing.addRow(group)
      this.#category.addRow(group)
      this.#rows.set(feature, this.#rows.size)
      return this.#rows.size - 1
    })
  }
}
