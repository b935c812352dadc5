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

/** The traits that a model knows, as rows of it. */
export function rowsOf(model: Model, hashes: number[]): number[] {
  const rows: number[] = []
  for (const hash of hashes) {
    const row = model.rows.get(hash)
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** How strongly the traits speak for telling: above 0 more likely than not. */
export function scoreNotable(model: Model, rows: number[]): number {
  return model.notableBias + sumOf(model.notable, rows) * scaleOf(rows.length)
}

/** How strongly the traits speak for something that nobody may miss. */
export function scoreImportant(model: Model, rows: number[]): number {
  return model.importantBias + sumOf(model.important, rows) * scaleOf(rows.length)
}

function sumOf(weights: Float32Array, rows: number[]): number {
  let sum = 0
  for (const row of rows) sum += weights[row]!
  return sum
}

/** How strongly the traits speak for each of the six types. */
export function scoreCategories(model: Model, rows: number[]): number[] {
  const sums = new Float64Array(categories.length)
  for (const row of rows)
    for (let type = 0; type < sums.length; type += 1) sums[type]! += model.category[row * sums.length + type]!
  const scale = scaleOf(rows.length)
  return Array.from(sums, (sum, type) => model.categoryBias[type]! + sum * scale)
}

/** Many traits must not shout down few. */
export function scaleOf(count: number): number {
  return 1 / Math.sqrt(Math.max(1, count))
}

/** A score as a chance between 0 and 1. */
export function chanceOf(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
