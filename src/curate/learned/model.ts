import { categories } from '../../types.ts'
import { RowIndex } from './row-index.ts'
import { weights } from './weights.ts'

/** Numbers learned from many projects: what each trait says about notability, and about the six types. */
export interface Model {
  /** The row of a trait by its hash. */
  rows: RowIndex
  notable: Float32Array
  /** What each trait says about being breaking, a removal, a deprecation or a matter of security. */
  important: Float32Array
  /** Six numbers a row. */
  category: Float32Array
  notableBias: number
  importantBias: number
  categoryBias: number[]
}

/** The numbers as they are written down: whole numbers in base64, and what one step of them is worth. */
export type WrittenModel = typeof weights

/** Makes a model out of its written form. */
export function readModel(written: WrittenModel): Model {
  return {
    rows: new RowIndex(new Uint32Array(bytesOf(written.hashes).buffer)),
    notable: unpack(written.notable, written.notableStep),
    important: unpack(written.important, written.importantStep),
    category: unpack(written.category, written.categoryStep),
    notableBias: written.notableBias,
    importantBias: written.importantBias,
    categoryBias: written.categoryBias,
  }
}

function bytesOf(base64: string): Uint8Array {
  const signs = atob(base64)
  const bytes = new Uint8Array(signs.length)
  for (let at = 0; at < signs.length; at += 1) bytes[at] = signs.charCodeAt(at)
  return bytes
}

function unpack(base64: string, step: number): Float32Array {
  const steps = new Int8Array(bytesOf(base64).buffer)
  const values = new Float32Array(steps.length)
  for (let at = 0; at < steps.length; at += 1) values[at] = steps[at]! * step
  return values
}

/** The model that comes with the program. */
export const shippedModel = readModel(weights)

/** What the traits of a unit say together. */
export interface Scores {
  /** How strongly they speak for telling it: above 0 more likely than not. */
  notable: number
  /** How strongly they speak for something that nobody may miss. */
  important: number
  /** How strongly they speak for each of the six types. */
  categories: number[]
  /** What each of them says about telling; 0 where the model does not know it. */
  weights: number[]
}

/** Adds up what a model knows of some traits, in one pass: a long history has a million of them. */
export function scoreTraits(model: Model, hashes: number[]): Scores {
  const sums = new Array<number>(categories.length).fill(0)
  const weights = new Array<number>(hashes.length).fill(0)
  let notable = 0
  let important = 0
  let known = 0
  for (let at = 0; at < hashes.length; at += 1) {
    const row = model.rows.get(hashes[at]!)
    if (row === undefined) continue
    known += 1
    weights[at] = model.notable[row]!
    notable += model.notable[row]!
    important += model.important[row]!
    const start = row * sums.length
    for (let type = 0; type < sums.length; type += 1) sums[type]! += model.category[start + type]!
  }
  const scale = scaleOf(known)
  for (let type = 0; type < sums.length; type += 1)
    sums[type] = model.categoryBias[type]! + sums[type]! * scale
  return {
    notable: model.notableBias + notable * scale,
    important: model.importantBias + important * scale,
    categories: sums,
    weights,
  }
}

/** Many traits must not shout down few. */
export function scaleOf(count: number): number {
  return 1 / Math.sqrt(Math.max(1, count))
}

/** A score as a chance between 0 and 1. */
export function chanceOf(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
