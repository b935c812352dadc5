import { headingClasses } from '../../src/core/category.ts'
import type { SerialisedModel } from '../../src/curate/learned/model.ts'
import type { TrainingExample } from './examples.ts'

const minRepositories = 4
const notablePasses = 6
const notableLearningRate = 0.05
const categoryPasses = 2
const categoryLearningRate = 0.15
const importantWeight = 4
const initialGradient = 1e-3

interface WeightedExample {
  /** The index of its repository. */
  repository: number
  rows: Int32Array
  weight: number
  example: TrainingExample
}

/** Trains a model on the examples of some repositories. */
export function trainModel(repositories: TrainingExample[][]): SerialisedModel {
  const index = indexFeatures(repositories)
  const notable = learn({
    examples: weightExamples(repositories, index, 300, 0.7, (each) => (each.important ? importantWeight : 1)),
    rows: index.size,
    classes: 1,
    passes: notablePasses,
    learningRate: notableLearningRate,
    target: (each) => (each.listed ? 0 : -1),
  })
  const important = learn({
    examples: weightExamples(repositories, index, 300, 0.5, () => 1),
    rows: index.size,
    classes: 1,
    passes: notablePasses,
    learningRate: notableLearningRate,
    target: (each) => (each.important ? 0 : -1),
  })
  const categorised = repositories.map((examples) => examples.filter(({ category }) => category !== null))
  const category = learn({
    examples: weightExamples(categorised, index, 100, 0.5, () => 1),
    rows: index.size,
    classes: headingClasses.length,
    passes: categoryPasses,
    learningRate: categoryLearningRate,
    target: (each) => headingClasses.indexOf(each.category!),
  })
  const packedNotable = pack(notable.weights)
  const packedImportant = pack(important.weights)
  const packedCategory = pack(category.weights)
  return {
    hashes: toBase64(Uint32Array.from(index.keys())),
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

/** Indexes the features that occur in several repositories; others mean nothing in a new one. */
function indexFeatures(repositories: TrainingExample[][]): Map<number, number> {
  const known = new Map<number, number>()
  for (const examples of repositories) {
    const own = new Set(examples.flatMap(({ features }) => features))
    for (const feature of own) known.set(feature, (known.get(feature) ?? 0) + 1)
  }
  const common = [...known].filter(([, count]) => count >= minRepositories).map(([feature]) => feature)
  return new Map(common.sort((a, b) => a - b).map((feature, row) => [feature, row]))
}

/** Weights the examples so that large repositories count more than small ones, but less than in proportion. */
function weightExamples(
  repositories: TrainingExample[][],
  index: Map<number, number>,
  size: number,
  power: number,
  own: (example: TrainingExample) => number,
): WeightedExample[] {
  return repositories.flatMap((examples, repository) => {
    const share = Math.min(1, (size / Math.max(1, examples.length)) ** power)
    return examples.map((example) => ({
      repository,
      rows: Int32Array.from(
        example.features.map((feature) => index.get(feature) ?? -1).filter((row) => row !== -1),
      ),
      weight: share * own(example),
      example,
    }))
  })
}

interface TrainingTask {
  examples: WeightedExample[]
  rows: number
  /** 1 for a yes-or-no decision, more for a choice. */
  classes: number
  passes: number
  learningRate: number
  /** The class of an example; -1 for none of them. */
  target: (example: TrainingExample) => number
}

interface TrainedWeights {
  weights: Float64Array
  bias: Float64Array
}

/**
 * Logistic or softmax regression with AdaGrad steps in a deterministic order. Each repository has an offset of its
 * own, so that its peculiarities do not affect the weights; the result contains the average offset.
 */
function learn({ examples, rows, classes, passes, learningRate, target }: TrainingTask): TrainedWeights {
  const weights = new Float64Array(rows * classes)
  const gradients = new Float64Array(rows * classes).fill(initialGradient)
  const bias = new Float64Array(classes)
  const biasGradients = new Float64Array(classes).fill(initialGradient)
  const repositories = [...new Set(examples.map(({ repository }) => repository))]
  const offsets = new Float64Array((Math.max(...repositories) + 1) * classes)
  const offsetGradients = new Float64Array(offsets.length).fill(initialGradient)
  const order = examples.map((_, at) => at)
  const random = createRandom(7)
  for (let pass = 0; pass < passes; pass += 1) {
    shuffle(order, random)
    for (const at of order) {
      const { rows: own, weight, example, repository } = examples[at]!
      const scale = 1 / Math.sqrt(Math.max(1, own.length))
      const start = repository * classes
      const scores = bias.map((each, type) => each + offsets[start + type]!)
      for (const row of own)
        for (let type = 0; type < classes; type += 1) scores[type]! += weights[row * classes + type]! * scale
      const probabilities = toProbabilities(scores)
      const expected = target(example)
      for (let type = 0; type < classes; type += 1) {
        const error = (probabilities[type]! - (type === expected ? 1 : 0)) * weight
        biasGradients[type]! += error * error
        bias[type]! -= (learningRate * error) / Math.sqrt(biasGradients[type]!)
        offsetGradients[start + type]! += error * error
        offsets[start + type]! -= (learningRate * error) / Math.sqrt(offsetGradients[start + type]!)
        const gradient = error * scale
        if (Math.abs(gradient) < 1e-5) continue
        for (const row of own) {
          const cell = row * classes + type
          gradients[cell]! += gradient * gradient
          weights[cell]! -= (learningRate * gradient) / Math.sqrt(gradients[cell]!)
        }
      }
    }
  }
  const average = bias.map((each, type) => {
    const sum = repositories.reduce((total, each) => total + offsets[each * classes + type]!, 0)
    return each + sum / repositories.length
  })
  return { weights, bias: average }
}

function toProbabilities(scores: Float64Array): Float64Array {
  if (scores.length === 1) return scores.map((score) => 1 / (1 + Math.exp(-score)))
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}

function createRandom(seed: number): () => number {
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

/** Packs weights as multiples of a step from -127 to 127. */
function pack(weights: Float64Array): { base64: string; step: number } {
  const step = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127
  const packed = Int8Array.from(weights, (weight) => Math.round(weight / step))
  return { base64: toBase64(packed), step }
}

function toBase64({ buffer }: Int8Array | Uint32Array): string {
  return Buffer.from(buffer).toString('base64')
}
