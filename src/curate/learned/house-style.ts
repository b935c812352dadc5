import { type Category, categories, type History } from '../../types.ts'
import { findIdle } from '../find-idle.ts'
import { findQuiet } from '../find-quiet.ts'
import { findStandingUnits } from '../find-standing-units.ts'
import type { Unit } from '../find-units.ts'
import { findMustTell } from '../must-tell.ts'
import { traitsOf } from './features.ts'
import { chanceOf, hashOf, type Model, rowsOf, scaleOf, scoreCategories, scoreNotable } from './model.ts'

/** A release that people have written notes for: what happened, and what they listed of it. */
export interface PastRelease {
  history: Pick<History, 'commits' | 'pullRequests' | 'logins'>
  listed: { pullRequests: number[]; commits: string[]; category: Category | null }[]
}

/** A unit of a past release, and whether its maintainers told it. */
export interface PastUnit {
  /** Its pull request, by which a later release knows it again. */
  pullRequest: number | null
  traits: number[]
  notable: number
  categories: number[]
  listed: boolean
  category: Category | null
}

/** What a repository's own past adds to the common judgement. */
export interface HouseStyle {
  /** How many units of the past it was learned from, and how many of them were listed. */
  units: number
  listed: number
  bias: number
  notable: Map<number, number>
  categoryBias: number[]
  category: Map<number, Float32Array>
  /** Pull requests that an earlier release already had, and whether it listed them. */
  seen: Map<number, boolean>
}

const mostUnits = 1500
const mostFiled = 800
const leastUnits = 10

/** Reads the units of a past release whose fate is known, the oldest first. */
export function readPast({ history, listed }: PastRelease, model: Model): PastUnit[] {
  const byNumber = new Map(listed.flatMap((each) => each.pullRequests.map((number) => [number, each])))
  const bySha = new Map(listed.flatMap((each) => each.commits.map((sha) => [sha, each])))
  const units = findStandingUnits(history)
  return units.flatMap((unit) => {
    const found =
      (unit.pullRequest === null ? undefined : byNumber.get(unit.pullRequest)) ??
      unit.commits.map(({ commit }) => bySha.get(commit.sha)).find((each) => each !== undefined)
    // Notes cite pull requests; of a commit without one nobody can say that it was left out on purpose.
    if (unit.pullRequest === null || findIdle(unit) !== null) return []
    return [asPast(unit, units.length, found, model)]
  })
}

function asPast(
  unit: Unit,
  mates: number,
  found: { category: Category | null } | undefined,
  model: Model,
): PastUnit {
  const must = findMustTell(unit)
  const { common, local } = traitsOf(unit, { must, quiet: findQuiet(unit)?.reason ?? null, mates })
  const traits = [...common, ...local].map(hashOf)
  const rows = rowsOf(model, traits)
  return {
    pullRequest: unit.pullRequest,
    traits,
    notable: scoreNotable(model, rows),
    categories: scoreCategories(model, rows),
    listed: found !== undefined,
    category: found?.category ?? null,
  }
}

/** Learns how a repository chooses and files, from its older releases, the oldest unit first; null when there are too few. */
export function learnHouseStyle(past: PastUnit[]): HouseStyle | null {
  if (past.length < leastUnits) return null
  const recent = past.slice(-mostUnits)
  const filed = past.filter(({ category }) => category !== null).slice(-mostFiled)
  return {
    units: recent.length,
    listed: recent.filter(({ listed }) => listed).length,
    ...learnNotable(recent),
    ...learnCategories(filed),
    seen: seenIn(past),
  }
}

function seenIn(past: PastUnit[]): Map<number, boolean> {
  const seen = new Map<number, boolean>()
  for (const { pullRequest, listed } of past)
    if (pullRequest !== null) seen.set(pullRequest, listed || seen.get(pullRequest) === true)
  return seen
}

const pace = 0.4
const passes = 4
const firstGradient = 0.05
const pull = 1e-3

/** Moves on from the common score by logistic regression with AdaGrad steps. */
function learnNotable(past: PastUnit[]): Pick<HouseStyle, 'bias' | 'notable'> {
  const index = indexTraits(past)
  const weights = new Float32Array(index.size)
  const gradients = new Float32Array(index.size).fill(firstGradient)
  let bias = 0
  let biasGradient = firstGradient
  const ids = past.map(({ traits }) => traits.map((trait) => index.get(trait)!))
  for (let pass = 0; pass < passes; pass += 1) {
    for (const [at, unit] of past.entries()) {
      const own = ids[at]!
      const scale = scaleOf(own.length)
      let sum = 0
      for (const id of own) sum += weights[id]!
      const error = chanceOf(unit.notable + bias + sum * scale) - (unit.listed ? 1 : 0)
      for (const id of own) {
        const gradient = error * scale + pull * weights[id]!
        gradients[id]! += gradient * gradient
        weights[id]! -= (pace * gradient) / Math.sqrt(gradients[id]!)
      }
      biasGradient += error * error
      bias -= (pace * error) / Math.sqrt(biasGradient)
    }
  }
  return { bias, notable: new Map([...index].map(([trait, id]) => [trait, weights[id]!])) }
}

function indexTraits(past: PastUnit[]): Map<number, number> {
  const index = new Map<number, number>()
  for (const { traits } of past)
    for (const trait of traits) if (!index.has(trait)) index.set(trait, index.size)
  return index
}

const filingPace = 0.2
const filingPasses = 3

/** The same for the six types, by softmax regression. */
function learnCategories(past: PastUnit[]): Pick<HouseStyle, 'categoryBias' | 'category'> {
  const index = indexTraits(past)
  const size = categories.length
  const weights = new Float32Array(index.size * size)
  const gradients = new Float32Array(index.size * size).fill(firstGradient)
  const bias = new Float64Array(size)
  const biasGradients = new Float64Array(size).fill(firstGradient)
  const ids = past.map(({ traits }) => traits.map((trait) => index.get(trait)! * size))
  for (let pass = 0; pass < filingPasses; pass += 1) {
    for (const [at, unit] of past.entries()) {
      const own = ids[at]!
      const scale = scaleOf(own.length)
      const chances = softmax(
        unit.categories.map((score, type) => {
          let sum = 0
          for (const id of own) sum += weights[id + type]!
          return score + bias[type]! + sum * scale
        }),
      )
      for (let type = 0; type < size; type += 1) {
        const error = chances[type]! - (categories[type] === unit.category ? 1 : 0)
        biasGradients[type]! += error * error
        bias[type]! -= (filingPace * error) / Math.sqrt(biasGradients[type]!)
        const gradient = error * scale
        if (Math.abs(gradient) < 1e-4) continue
        for (const id of own) {
          gradients[id + type]! += gradient * gradient
          weights[id + type]! -= (filingPace * gradient) / Math.sqrt(gradients[id + type]!)
        }
      }
    }
  }
  const category = new Map(
    [...index].map(([trait, id]) => [trait, weights.slice(id * size, id * size + size)]),
  )
  return { categoryBias: [...bias], category }
}

function softmax(scores: number[]): number[] {
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}
