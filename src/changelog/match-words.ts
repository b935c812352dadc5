import { splitWords } from './split-words.ts'

const maxTexts = 5000

/** What a small file does not show: how many of twenty entries of other changelogs have one of the most frequent stems. */
const usualSize = 20
const usualCounts = new Map([
  ['fix', 5],
  ['ad', 4],
  ...'us support error remov chang updat'.split(' ').map((word): [string, number] => [word, 2]),
  ...'set new default option handl allow typ issu version instead valu fil improv bug test crash'
    .split(' ')
    .map((word): [string, number] => [word, 1]),
])

/** How much words say in a changelog: the rarer, the more. */
export class WordWeights {
  readonly #counts = new Map<string, number>()
  readonly #size: number

  constructor(all: string[]) {
    const texts = all.slice(0, maxTexts)
    this.#size = texts.length
    for (const text of texts)
      for (const word of new Set(splitWords(text))) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
  }

  /** Returns the weight of a stem. */
  of(word: string): number {
    const count = (this.#counts.get(word) ?? 0) + (usualCounts.get(word) ?? 0)
    return Math.log((this.#size + usualSize) / (count + 0.5))
  }
}

/** A text as its words, with their weights. */
interface WeighedText {
  words: string[]
  unique: Set<string>
  pairs: Set<string>
  weight: number
}

/** A new entry and an existing line that share words. */
interface WordPair {
  entry: number
  line: number
  score: number
}

/** What two texts have in common. */
interface Overlap {
  ofEntry: number
  ofLine: number
  ofBoth: number
  ofPairs: number
  shared: number
  rarest: number
  count: number
  entrySize: number
  lineSize: number
  isOtherObject: boolean
}

/** The weights of `npm run bench:changelog-matcher -- --corpus DIR --fit`, trained on one half of the projects. */
const trained = {
  bias: -4.23,
  ofEntry: -1.01,
  ofLine: 0.28,
  ofBoth: -0.4,
  ofPairs: -1.62,
  shared: 1.31,
  rarest: 1.34,
  count: 1.23,
  entrySize: -1.21,
  lineSize: -1.96,
  isOtherObject: -0.75,
  entryLead: 4.54,
  lineLead: 8,
}

/** The features of a pair of texts, by name. */
export type WordFeatures = Record<keyof typeof trained, number>

/** The score from which on two texts count as the same entry; see docs/quality.md for the rates of errors. */
const wordThreshold = 1

const maxEntrySize = 12
const maxLinesPerWord = 50
const maxWordsPerEntry = 40

/**
 * Finds the existing line of each new entry by their words. Each line matches at most one entry, the most similar
 * pairs first. Returns the pairs by the indexes of the entries.
 */
export function matchByWords(
  entries: string[],
  lines: string[],
  { weights, threshold = wordThreshold }: { weights: WordWeights; threshold?: number },
): Map<number, WordPair> {
  const pairs = describePairs(entries, lines, weights)
    .filter(({ features }) => mayBeSame(features))
    .map(({ entry, line, features }) => ({ entry, line, score: scoreOf(features) }))
    .filter(({ score }) => score >= threshold)
    .sort((one, other) => other.score - one.score)
  const matched = new Map<number, WordPair>()
  const taken = new Set<number>()
  for (const pair of pairs) {
    if (matched.has(pair.entry) || taken.has(pair.line)) continue
    matched.set(pair.entry, pair)
    taken.add(pair.line)
  }
  return matched
}

/** One or two words say too little unless the line has them all, and so does a sentence about something else. */
function mayBeSame({ entrySize, ofEntry, isOtherObject }: WordFeatures): boolean {
  const size = entrySize * maxEntrySize
  return (size >= 3 || (size >= 2 && ofEntry > 0.99)) && isOtherObject === 0
}

function scoreOf(features: WordFeatures): number {
  let score = 0
  for (const [name, value] of Object.entries(features)) score += trained[name as keyof typeof trained] * value
  return score
}

/** Describes all pairs of an entry and a line that share a word. */
export function describePairs(
  entries: string[],
  lines: string[],
  weights: WordWeights,
): { entry: number; line: number; features: WordFeatures }[] {
  const weighed = lines.map((line) => weigh(line, weights))
  const index = indexWords(weighed)
  const found = entries.flatMap((text, entry) => {
    const ours = weigh(text, weights)
    return listCandidates(ours, index, weights).map((line) => {
      const overlap = compare(ours, weighed[line]!, weights)
      return { entry, line, overlap, likeness: likenessOf(overlap) }
    })
  })
  const ofEntry = new TopTwo(found.map(({ entry, likeness }) => [entry, likeness]))
  const ofLine = new TopTwo(found.map(({ line, likeness }) => [line, likeness]))
  return found.map(({ entry, line, overlap, likeness }) => ({
    entry,
    line,
    features: {
      bias: 1,
      ofEntry: overlap.ofEntry,
      ofLine: overlap.ofLine,
      ofBoth: overlap.ofBoth,
      ofPairs: overlap.ofPairs,
      shared: Math.log1p(overlap.shared),
      rarest: overlap.rarest / 8,
      count: Math.min(overlap.count, 6) / 6,
      entrySize: Math.min(overlap.entrySize, maxEntrySize) / maxEntrySize,
      lineSize: Math.min(overlap.lineSize, 40) / 40,
      isOtherObject: overlap.isOtherObject ? 1 : 0,
      entryLead: likeness - ofEntry.bestBeside(entry, likeness),
      lineLead: likeness - ofLine.bestBeside(line, likeness),
    },
  }))
}

function weigh(text: string, weights: WordWeights): WeighedText {
  const words = splitWords(text)
  const unique = new Set(words)
  const pairs = new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`))
  return { words, unique, pairs, weight: sumWeights(unique, weights) }
}

function sumWeights(words: Iterable<string>, weights: WordWeights): number {
  let sum = 0
  for (const word of words) sum += weights.of(word)
  return sum
}

function indexWords(lines: WeighedText[]): Map<string, number[]> {
  const index = new Map<string, number[]>()
  lines.forEach(({ unique }, line) => {
    for (const word of unique) {
      const known = index.get(word)
      if (!known) index.set(word, [line])
      else if (known.length < maxLinesPerWord) known.push(line)
    }
  })
  return index
}

/** The lines that share a word with an entry, found by its rarest words. */
function listCandidates(
  { unique }: WeighedText,
  index: Map<string, number[]>,
  weights: WordWeights,
): number[] {
  const rarest = [...unique].sort((one, other) => weights.of(other) - weights.of(one))
  return [...new Set(rarest.slice(0, maxWordsPerEntry).flatMap((word) => index.get(word) ?? []))]
}

function compare(ours: WeighedText, theirs: WeighedText, weights: WordWeights): Overlap {
  const common = [...ours.unique].filter((word) => theirs.unique.has(word))
  const shared = sumWeights(common, weights)
  const pairs = [...ours.pairs].filter((pair) => theirs.pairs.has(pair)).length
  return {
    ofEntry: ours.weight === 0 ? 0 : shared / ours.weight,
    ofLine: theirs.weight === 0 ? 0 : shared / theirs.weight,
    ofBoth: (2 * shared) / (ours.weight + theirs.weight || 1),
    ofPairs: ours.pairs.size === 0 ? 0 : pairs / ours.pairs.size,
    shared,
    rarest: Math.max(0, ...common.map((word) => weights.of(word))),
    count: common.length,
    entrySize: ours.unique.size,
    lineSize: theirs.unique.size,
    isOtherObject: differInObject(ours.words, theirs.words),
  }
}

/** Whether two texts are the same but for one word, as "Add dark mode to the editor" and "… to the settings". */
function differInObject(ours: string[], theirs: string[]): boolean {
  const shorter = Math.min(ours.length, theirs.length)
  let start = 0
  while (start < shorter && ours[start] === theirs[start]) start += 1
  let end = 0
  while (end < shorter - start && ours.at(-1 - end) === theirs.at(-1 - end)) end += 1
  // Another first word is mostly another verb for the same.
  return (
    start >= 1 && start + end >= 2 && ours.length - start - end === 1 && theirs.length - start - end === 1
  )
}

/** A first measure of likeness, by which a pair is compared with the other pairs of its entry and its line. */
function likenessOf({ ofEntry, ofLine, ofPairs }: Overlap): number {
  return 0.5 * ofEntry + 0.3 * ofLine + 0.2 * ofPairs
}

/** The two highest values of each key. */
class TopTwo {
  readonly #values = new Map<number, [number, number]>()

  constructor(pairs: [number, number][]) {
    for (const [key, value] of pairs) {
      const top = this.#values.get(key) ?? [0, 0]
      if (value > top[0]) this.#values.set(key, [value, top[0]])
      else if (value > top[1]) this.#values.set(key, [top[0], value])
    }
  }

  /** The highest value of a key apart from one of this value. */
  bestBeside(key: number, value: number): number {
    const [first, second] = this.#values.get(key) ?? [0, 0]
    return value >= first ? second : first
  }
}
