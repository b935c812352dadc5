import { headingClasses } from '../../core/category.ts'
import { RowIndex } from './row-index.ts'
import { weights } from './weights.ts'

/** Weights learned from many projects: how each feature affects notability and the classes of headings. */
export interface NotabilityModel {
  /** The row of a feature by its hash. */
  rows: RowIndex
  notable: WeightColumn
  /** How each feature affects being breaking, a removal, a deprecation or a security fix. */
  important: WeightColumn
  /** A weight for each class of headings per row. */
  category: WeightColumn
  notableBias: number
  importantBias: number
  categoryBias: number[]
}

/** Weights as multiples of a step. */
interface WeightColumn {
  steps: Int8Array
  step: number
}

/** The model as `weights.ts` stores it: multiples of a step in base64. */
export type SerialisedModel = typeof weights

/** Decodes a serialised model. */
export function decodeModel(serialised: SerialisedModel): NotabilityModel {
  return {
    rows: new RowIndex(new Uint32Array(decodeBase64(serialised.hashes))),
    notable: { steps: new Int8Array(decodeBase64(serialised.notable)), step: serialised.notableStep },
    important: { steps: new Int8Array(decodeBase64(serialised.important)), step: serialised.importantStep },
    category: { steps: new Int8Array(decodeBase64(serialised.category)), step: serialised.categoryStep },
    notableBias: serialised.notableBias,
    importantBias: serialised.importantBias,
    categoryBias: serialised.categoryBias,
  }
}

function decodeBase64(base64: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, 'base64')
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

/** The model that ships with Notewright. */
export const shippedModel = decodeModel(weights)

/** The scores of a unit, as log-odds. */
interface FeatureScores {
  /** Whether maintainers list it: above 0 more likely than not. */
  notable: number
  /** Whether it is breaking, a removal, a deprecation or a security fix. */
  important: number
  /** How well it fits each class of headings. */
  categories: number[]
  /** The notability weight of each feature; 0 when the model does not know it. */
  weights: number[]
}

/** Adds up the weights of some features in one pass: a long history has a million of them. */
export function scoreFeatures(model: NotabilityModel, hashes: number[]): FeatureScores {
  const { rows, notable, important, category } = model
  const sums = new Array<number>(headingClasses.length).fill(0)
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
  const scale = scaleForCount(known)
  const stepScale = category.step * scale
  for (let type = 0; type < sums.length; type += 1)
    sums[type] = model.categoryBias[type]! + sums[type]! * stepScale
  return {
    notable: model.notableBias + notableSum * notable.step * scale,
    important: model.importantBias + importantSum * important.step * scale,
    categories: sums,
    weights,
  }
}

/** Scales a sum of weights, so that a unit with many features does not get extreme scores. */
export function scaleForCount(count: number): number {
  return 1 / Math.sqrt(Math.max(1, count))
}

/** Converts a score to a probability between 0 and 1. */
export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
