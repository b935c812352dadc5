import { scaleOf } from './model.ts'

/** How loud the kinds of traits are: what is done, what is said of it, and who did it where. */
export interface FeatureScales {
  deed: number
  word: number
  place: number
}

/** How a regression learns. */
export interface RegressionOptions {
  /** One for yes or no, several for a choice. */
  classes: number
  voices: FeatureScales
  pace: number
  passes: number
  /** How strongly weights are drawn back to nothing. */
  pull: number
}

/** A unit to learn from: its traits as rows, what is known of it already, and what became of it. */
export interface TrainingExample {
  rows: number[]
  known: number[]
  /** The class of the unit; -1 for none of them. */
  right: number
}

const firstGradient = 0.05
const leastError = 1e-3
const firstRoom = 4096

/** Logistic or softmax regression that moves on from what is known already, by AdaGrad steps, release by release. */
export class Regression {
  readonly #manner: RegressionOptions
  readonly #voices: number[] = []
  #weights = new Float32Array(firstRoom)
  #gradients = new Float32Array(firstRoom).fill(firstGradient)
  readonly #bias: number[]
  readonly #biasGradients: number[]

  constructor(manner: RegressionOptions) {
    this.#manner = manner
    this.#bias = new Array<number>(manner.classes).fill(0)
    this.#biasGradients = new Array<number>(manner.classes).fill(firstGradient)
  }

  /** Makes room for one more trait. */
  addRow(kind: keyof FeatureScales): void {
    this.#voices.push(this.#manner.voices[kind])
    const size = this.#voices.length * this.#manner.classes
    if (size <= this.#weights.length) return
    const [weights, gradients] = [this.#weights, this.#gradients]
    this.#weights = new Float32Array(2 * size)
    this.#weights.set(weights)
    this.#gradients = new Float32Array(2 * size).fill(firstGradient)
    this.#gradients.set(gradients)
  }

  /** Goes over the units of a release, the oldest first, several times. */
  learn(lessons: TrainingExample[]): void {
    for (let pass = 0; pass < this.#manner.passes; pass += 1) for (const each of lessons) this.#step(each)
  }

  /** What is added to what is known already, for each class; `count` also counts traits that were never met. */
  shiftsOf(rows: number[], count: number): number[] {
    const { classes } = this.#manner
    const sums = new Array<number>(classes).fill(0)
    for (const row of rows) {
      const voice = this.#voices[row]!
      const start = row * classes
      for (let type = 0; type < classes; type += 1) sums[type]! += this.#weights[start + type]! * voice
    }
    const scale = scaleOf(count)
    for (let type = 0; type < classes; type += 1) sums[type] = this.#bias[type]! + sums[type]! * scale
    return sums
  }

  /** What one trait adds for the first class. */
  weightOf(row: number): number {
    return this.#weights[row * this.#manner.classes]! * this.#voices[row]!
  }

  #step({ rows, known, right }: TrainingExample): void {
    const { classes, pace } = this.#manner
    const scale = scaleOf(rows.length)
    const scores = this.shiftsOf(rows, rows.length)
    for (let type = 0; type < classes; type += 1) scores[type]! += known[type]!
    const chances = chancesOf(scores)
    for (let type = 0; type < classes; type += 1) {
      const error = chances[type]! - (type === right ? 1 : 0)
      this.#biasGradients[type]! += error * error
      this.#bias[type]! -= (pace * error) / Math.sqrt(this.#biasGradients[type]!)
      if (Math.abs(error) < leastError) continue
      for (const row of rows) this.#move(row, type, error * scale)
    }
  }

  #move(row: number, type: number, error: number): void {
    const { classes, pace, pull } = this.#manner
    const cell = row * classes + type
    const gradient = error * this.#voices[row]! + pull * this.#weights[cell]!
    this.#gradients[cell]! += gradient * gradient
    this.#weights[cell]! -= (pace * gradient) / Math.sqrt(this.#gradients[cell]!)
  }
}

function chancesOf(scores: number[]): number[] {
  if (scores.length === 1) return [1 / (1 + Math.exp(-scores[0]!))]
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}
