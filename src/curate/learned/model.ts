import { categories } from '../../core/category.ts'
import { RowIndex } from './row-index.ts'
import { weights } from './weights.ts'

/** Numbers learned from many projects: what each trait says about notability, and about the six categories. */
export interface Model {
  /** The row of a trait by its hash. */
  rows: RowIndex
  notable: Column
  /** What each trait says about being breaking, a removal, a deprecation or a matter of security. */
  important: Column
  /** Six numbers a row. */
  category: Column
  notableBias: number
  importantBias: number
  categoryBias: number[]
}

/** Numbers as whole steps, and what one step is worth. */
interface Column {
  steps: Int8Array
  step: number
}

/** The numbers as they are written down: whole numbers in base64, and what one step of them is worth. */
export type WrittenModel = typeof weights

/** Makes a model out of its written form. */
export function readModel(written: WrittenModel): Model {
  return {
    rows: new RowIndex(new Uint32Array(bytesOf(written.hashes))),
    notable: { steps: new Int8Array(bytesOf(written.notable)), step: written.notableStep },
    important: { steps: new Int8Array(bytesOf(written.important)), step: written.importantStep },
    category: { steps: new Int8Array(bytesOf(written.category)), step: written.categoryStep },
    notableBias: written.notableBias,
    importantBias: written.importantBias,
    categoryBias: written.categoryBias,
  }
}

function bytesOf(base64: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, 'base64')
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

/** The model that comes with the program. */
export const shippedModel = readModel(weights)

/** What the traits of a unit say together. */
export interface Scores {
  /** How strongly they speak for telling it: above 0 more likely than not. */
  notable: number
  /** How strongly they speak for something that nobody may miss. */
  important: number
  /** How strongly they speak for each of the six categories. */
  categories: number[]
  /** What each of them says about telling; 0 where the model does not know it. */
  weights: number[]
}

/** Adds up what a model knows of some traits, in one pass: a long history has a million of them. */
export function scoreFeatures(model: Model, hashes: number[]): Scores {
  const { rows, notable, important, category } = model
  const sums = new Array<number>(categories.length).fill(0)
  const weights = new Array<number>(hashes.length).fill(0)
  let notableSum = 0
  let importantSum = 0
  let known = 0
  for (let at = 0; at < hashes.length; at += 1) {
    const row = rows.get(hashes[at]!)
    if (row === -1) continue
    known += 1
    weights[at] = notable.steps[row]! * notable.step
    notableSum += notable.steps[row]!
    importantSum += important.steps[row]!
    const start = row * sums.length
    for (let type = 0; type < sums.length; type += 1) sums[type]! += category.steps[start + type]!
  }
  const scale = scaleOf(known)
  const worth = category.step * scale
  for (let type = 0; type < sums.length; type += 1)
    sums[type] = model.categoryBias[type]! + sums[type]! * worth
  return {
    notable: model.notableBias + notableSum * notable.step * scale,
    important: model.importantBias + importantSum * important.step * scale,
    categories: sums,
    weights,
  }
}

/** Many traits must not shout down few. */
export function scaleOf(count: number): number {
  return 1 / Math.sqrt(Math.max(1, count))
}

/** A score as a chance between 0 and 1. */
export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
