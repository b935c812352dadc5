import { categories } from '../../src/core/category.ts'
import type { SerialisedModel } from '../../src/curate/learned/model.ts'
import type { Example } from './examples.ts'

const leastRepositories = 4
const notablePasses = 6
const notablePace = 0.05
const filingPasses = 2
const filingPace = 0.15
const importantWeight = 4
const firstGradient = 1e-3

interface Weighted {
  /** Which repository it is of. */
  repository: number
  rows: Int32Array
  weight: number
  example: Example
}

/** Learns a model from the examples of some repositories. */
export function trainModel(repositories: Example[][]): SerialisedModel {
  const index = indexTraits(repositories)
  const notable = learn({
    examples: weigh(repositories, index, 300, 0.7, (each) => (each.important ? importantWeight : 1)),
    rows: index.size,
    classes: 1,
    passes: notablePasses,
    pace: notablePace,
    target: (each) => (each.listed ? 0 : -1),
  })
  const important = learn({
    examples: weigh(repositories, index, 300, 0.5, () => 1),
    rows: index.size,
    classes: 1,
    passes: notablePasses,
    pace: notablePace,
    target: (each) => (each.important ? 0 : -1),
  })
  const filed = repositories.map((examples) => examples.filter(({ category }) => category !== null))
  const category = learn({
    examples: weigh(filed, index, 100, 0.5, () => 1),
    rows: index.size,
    classes: categories.length,
    passes: filingPasses,
    pace: filingPace,
    target: (each) => categories.indexOf(each.category!),
  })
  const packedNotable = pack(notable.weights)
  const packedImportant = pack(important.weights)
  const packedCategory = pack(category.weights)
  return {
    hashes: asBase64(Uint32Array.from(index.keys())),
    notable: packedNotable.base64,
    notableStep: packedNotable.step,
    notableBias: notable.bias[0]!,
    important: packedImportant.base64,
    importantStep: packedImportant.step,
    importantBias: important.bias[0]!,
    category: packedCategory.base64,
    categoryStep: packedCategory.step,
    categoryBias: [...category.bias],
  }
}

/** Only traits that several repositories know can mean the same in another one. */
function indexTraits(repositories: Example[][]): Map<number, number> {
  const known = new Map<number, number>()
  for (const examples of repositories) {
    const own = new Set(examples.flatMap(({ traits }) => traits))
    for (const trait of own) known.set(trait, (known.get(trait) ?? 0) + 1)
  }
  const common = [...known].filter(([, count]) => count >= leastRepositories).map(([trait]) => trait)
  return new Map(common.sort((a, b) => a - b).map((trait, row) => [trait, row]))
}

/** Large repositories count for more than small ones, but not in proportion. */
function weigh(
  repositories: Example[][],
  index: Map<number, number>,
  size: number,
  power: number,
  own: (example: Example) => number,
): Weighted[] {
  return repositories.flatMap((examples, repository) => {
    const share = Math.min(1, (size / Math.max(1, examples.length)) ** power)
    return examples.map((example) => ({
      repository,
      rows: Int32Array.from(
        example.traits.map((trait) => index.get(trait) ?? -1).filter((row) => row !== -1),
      ),
      weight: share * own(example),
      example,
    }))
  })
}

interface Lesson {
  examples: Weighted[]
  rows: number
  /** One for yes or no, several for a choice. */
  classes: number
  passes: number
  pace: number
  /** The class of an example; -1 for none of them. */
  target: (example: Example) => number
}

/**
 * Logistic or softmax regression with AdaGrad steps, in an order that is always the same. Each repository has a
 * leaning of its own, so that what is peculiar to it is not laid on its words; the average leaning is kept.
 */
function learn({ examples, rows, classes, passes, pace, target }: Lesson) {
  const weights = new Float64Array(rows * classes)
  const gradients = new Float64Array(rows * classes).fill(firstGradient)
  const bias = new Float64Array(classes)
  const biasGradients = new Float64Array(classes).fill(firstGradient)
  const repositories = [...new Set(examples.map(({ repository }) => repository))]
  const leanings = new Float64Array((Math.max(...repositories) + 1) * classes)
  const leaningGradients = new Float64Array(leanings.length).fill(firstGradient)
  const order = examples.map((_, at) => at)
  const random = randomFrom(7)
  for (let pass = 0; pass < passes; pass += 1) {
    shuffle(order, random)
    for (const at of order) {
      const { rows: own, weight, example, repository } = examples[at]!
      const scale = 1 / Math.sqrt(Math.max(1, own.length))
      const home = repository * classes
      const scores = bias.map((each, type) => each + leanings[home + type]!)
      for (const row of own)
        for (let type = 0; type < classes; type += 1) scores[type]! += weights[row * classes + type]! * scale
      const chances = chancesOf(scores)
      const right = target(example)
      for (let type = 0; type < classes; type += 1) {
        const error = (chances[type]! - (type === right ? 1 : 0)) * weight
        biasGradients[type]! += error * error
        bias[type]! -= (pace * error) / Math.sqrt(biasGradients[type]!)
        leaningGradients[home + type]! += error * error
        leanings[home + type]! -= (pace * error) / Math.sqrt(leaningGradients[home + type]!)
        const gradient = error * scale
        if (Math.abs(gradient) < 1e-5) continue
        for (const row of own) {
          const cell = row * classes + type
          gradients[cell]! += gradient * gradient
          weights[cell]! -= (pace * gradient) / Math.sqrt(gradients[cell]!)
        }
      }
    }
  }
  const average = bias.map((each, type) => {
    const sum = repositories.reduce((total, home) => total + leanings[home * classes + type]!, 0)
    return each + sum / repositories.length
  })
  return { weights, bias: average }
}

function chancesOf(scores: Float64Array): Float64Array {
  if (scores.length === 1) return scores.map((score) => 1 / (1 + Math.exp(-score)))
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function shuffle(order: number[], random: () => number): void {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
}

/** Numbers as whole steps from -127 to 127. */
function pack(weights: Float64Array): { base64: string; step: number } {
  const step = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127
  const packed = Int8Array.from(weights, (weight) => Math.round(weight / step))
  return { base64: asBase64(packed), step }
}

function asBase64({ buffer }: Int8Array | Uint32Array): string {
  return Buffer.from(buffer).toString('base64')
}
