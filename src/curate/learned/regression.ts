import { scaleForCount } from './model.ts'

/** How strongly each group of features counts: what is done, how it is described, and who changed which part. */
export interface FeatureScales {
  action: number
  description: number
  origin: number
}

/** The hyperparameters of a regression. */
export interface RegressionOptions {
  /** 1 for a yes-or-no decision, more for a choice. */
  classes: number
  featureScales: FeatureScales
  learningRate: number
  passes: number
  /** How strongly weights are pulled back to zero. */
  regularisation: number
}

/** A past unit to learn from: its features as rows, its scores by the shipped model, and what maintainers did. */
export interface PastExample {
  rows: number[]
  baseScores: number[]
  /** The class that maintainers chose; -1 for none of them. */
  target: number
}

/** What a regression has learned, as plain data. */
export interface LearnedWeights {
  /** How strongly each row counts. */
  scales: Float32Array
  /** The weights of each row, one for each class. */
  weights: Float32Array
  bias: number[]
}

const initialGradient = 0.05
const minError = 1e-3
const initialCapacity = 4096

/** Logistic or softmax regression that corrects given base scores with AdaGrad steps, release by release. */
export class Regression {
  readonly #options: RegressionOptions
  #scales: number[] = []
  #weights: Float32Array = new Float32Array(initialCapacity)
  #gradients: Float32Array = new Float32Array(initialCapacity).fill(initialGradient)
  #bias: number[]
  readonly #biasGradients: number[]

  constructor(options: RegressionOptions) {
    this.#options = options
    this.#bias = new Array<number>(options.classes).fill(0)
    this.#biasGradients = new Array<number>(options.classes).fill(initialGradient)
  }

  /** Opens a regression that has learned; it can compute, but not learn more. */
  static open(options: RegressionOptions, { scales, weights, bias }: LearnedWeights): Regression {
    const regression = new Regression(options)
    regression.#scales = [...scales]
    regression.#weights = weights
    regression.#bias = bias
    return regression
  }

  /** Returns a copy of what was learned. */
  toWeights(): LearnedWeights {
    return {
      scales: Float32Array.from(this.#scales),
      weights: this.#weights.slice(0, this.#scales.length * this.#options.classes),
      bias: [...this.#bias],
    }
  }

  /** Adds a row for one more feature. */
  addRow(group: keyof FeatureScales): void {
    this.#scales.push(this.#options.featureScales[group])
    const size = this.#scales.length * this.#options.classes
    if (size <= this.#weights.length) return
    const [weights, gradients] = [this.#weights, this.#gradients]
    this.#weights = new Float32Array(2 * size)
    this.#weights.set(weights)
    this.#gradients = new Float32Array(2 * size).fill(initialGradient)
    this.#gradients.set(gradients)
  }

  /** Learns from the units of a release, the oldest first, in several passes. */
  learn(examples: PastExample[]): void {
    for (let pass = 0; pass < this.#options.passes; pass += 1) for (const each of examples) this.#step(each)
  }

  /** The correction of the base score for each class; `count` includes features that were never seen. */
  computeShifts(rows: number[], count: number): number[] {
    const { classes } = this.#options
    const sums = new Array<number>(classes).fill(0)
    for (const row of rows) {
      const featureScale = this.#scales[row]!
      const start = row * classes
      for (let type = 0; type < classes; type += 1) sums[type]! += this.#weights[start + type]! * featureScale
    }
    const scale = scaleForCount(count)
    for (let type = 0; type < classes; type += 1) sums[type] = this.#bias[type]! + sums[type]! * scale
    return sums
  }

  /** The weight of a feature for the first class. */
  weightOf(row: number): number {
    return this.#weights[row * this.#options.classes]! * this.#scales[row]!
  }

  #step({ rows, baseScores, target }: PastExample): void {
    const { classes, learningRate } = this.#options
    const scale = scaleForCount(rows.length)
    const scores = this.computeShifts(rows, rows.length)
    for (let type = 0; type < classes; type += 1) scores[type]! += baseScores[type]!
    const probabilities = toProbabilities(scores)
    for (let type = 0; type < classes; type += 1) {
      const error = probabilities[type]! - (type === target ? 1 : 0)
      this.#biasGradients[type]! += error * error
      this.#bias[type]! -= (learningRate * error) / Math.sqrt(this.#biasGradients[type]!)
      if (Math.abs(error) < minError) continue
      for (const row of rows) this.#updateWeight(row, type, error * scale)
    }
  }

  #updateWeight(row: number, type: number, error: number): void {
    const { classes, learningRate, regularisation } = this.#options
    const cell = row * classes + type
    const gradient = error * this.#scales[row]! + regularisation * this.#weights[cell]!
    this.#gradients[cell]! += gradient * gradient
    this.#weights[cell]! -= (learningRate * gradient) / Math.sqrt(this.#gradients[cell]!)
  }
}

function toProbabilities(scores: number[]): number[] {
  if (scores.length === 1) return [1 / (1 + Math.exp(-scores[0]!))]
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}
