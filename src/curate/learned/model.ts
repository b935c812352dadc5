import { categories } from '../../types.ts'
import { weights } from './weights.ts'

/** Numbers learned from many projects: what each trait says about notability, and about the six types. */
export interface Model {
  /** The row of a trait by its hash. */
  rows: Map<number, number>
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

/** The number by which a trait is known: FNV-1a, with its bits mixed once more. */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  // 31 bits: what engines keep in a machine word.
  return ((hash ^ (hash >>> 15)) >>> 0) >>> 1
}

/** Makes a model out of its written form. */
export function readModel(written: WrittenModel): Model {
  const hashes = new Uint32Array(bytesOf(written.hashes).buffer)
  const rows = new Map<number, number>()
  for (let row = 0; row < hashes.length; row += 1) rows.set(hashes[row]!, row)
  return {
    rows,
    notable: unpack(written.notable, written.notableStep),
    important: unpack(written.important, written.importantStep),
    category: unpack(written.category, written.categoryStep),
    notableBias: written.notableBias,
    importantBias: written.importantBias,
    categoryBias: written.categoryBias,
  }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
}

function unpack(base64: string, step: number): Float32Array {
  return Float32Array.from(new Int8Array(bytesOf(base64).buffer), (value) => value * step)
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
