import { parseArgs } from 'node:util'
import { describePairs, matchByWords, type WordFeatures, WordWeights } from '../src/changelog/match-words.ts'
import { type CorpusRelease, type RepositoryReleases, readCorpus } from './quality/corpus.ts'

/**
 * Measures how well words alone find the line of a change in a changelog. A change and the line that cites its number
 * are a true pair; the same change and the other lines of the release are false pairs. All numbers are removed.
 * Weights and threshold are chosen on every second project; the figures are those of the others.
 * Usage: npm run bench:changelog-matcher -- --corpus DIR [--fit] [--list]
 */
const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    fit: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
if (values.corpus === undefined) throw new Error('Name the folder of the corpus with --corpus DIR.')

/** A release with the titles of its changes, its lines, and which line belongs to which change. */
interface MatchCase {
  project: string
  titles: string[]
  lines: string[]
  /** The line of each change; null for changes that are not listed. */
  lineOf: (number | null)[]
  weights: WordWeights
}

const maxLines = 150
const corpus = readCorpus(values.corpus)
const tuned = corpus.filter((_, index) => index % 2 === 0).flatMap(toCases)
const judged = corpus.filter((_, index) => index % 2 === 1).flatMap(toCases)
if (values.fit) console.log(fitWeights(tuned))
else {
  const figures = [-4, -3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 2, 3]
  console.log('projects for tuning:')
  printRates(tuned, figures)
  console.log('other projects:')
  printRates(judged, figures)
}

function toCases({ name, releases }: RepositoryReleases): MatchCase[] {
  return releases.flatMap((release, index) => {
    const older = releases.slice(index).flatMap(({ entries }) => entries.map(({ text }) => text))
    const found = toCase(name, release, older)
    return found ? [found] : []
  })
}

function toCase(project: string, { items, entries }: CorpusRelease, texts: string[]): MatchCase | null {
  if (entries.length === 0 || entries.length > maxLines) return null
  const titles: string[] = []
  const lineOf: (number | null)[] = []
  for (const { key, title, judged: isJudged } of items) {
    const own = entries.flatMap((entry, index) => (entry.items.includes(key) ? [index] : []))
    const [line = null] = own
    const isClear =
      line !== null &&
      own.length === 1 &&
      entries[line]!.items.length === 1 &&
      cites(entries[line]!.text, key)
    if (line === null ? !isJudged : !isClear) continue
    titles.push(withoutType(title))
    lineOf.push(line)
  }
  const lines = entries.map(({ text }) => text)
  return { project, titles, lines, lineOf, weights: new WordWeights(texts) }
}

function cites(text: string, key: number | string): boolean {
  return new RegExp(`[#/!]${key}(?!\\d)`).test(text)
}

function withoutType(title: string): string {
  return title.replace(/^[a-z]{2,12}(\([^()]{1,60}\))?!?:\s*/, '$1 ')
}

/** Prints, for each threshold, how many listed changes are missed and how many are matched to a wrong line. */
function printRates(cases: MatchCase[], thresholds: number[]): void {
  const decisions = cases.flatMap(decide)
  const pairs = decisions.reduce((sum, { falsePairs }) => sum + falsePairs, 0)
  const share = (some: number, all: number) => `${((some / all) * 100).toFixed(2)} %`
  console.log('| threshold | missed | false | false, unlisted | false, of pairs |\n|---|---|---|---|---|')
  for (const threshold of thresholds) {
    const isMatched = ({ score }: Decision) => score >= threshold
    const there = decisions.filter(({ state }) => state === 'there')
    const absent = decisions.filter(({ state }) => state === 'absent')
    const unlisted = decisions.filter(({ state }) => state === 'unlisted')
    const wrong = decisions.filter((each) => isMatched(each) && !each.isRight)
    const cells = [
      share(there.filter((each) => !isMatched(each)).length, there.length),
      share(absent.filter(isMatched).length, absent.length),
      share(unlisted.filter(isMatched).length, unlisted.length),
      share(wrong.length, pairs),
    ]
    console.log(`| ${threshold} | ${cells.join(' | ')} |`)
  }
}

/** What became of one change in one half of the lines. */
interface Decision {
  /** Whether its line is in this half, in the other one, or nowhere. */
  state: 'there' | 'absent' | 'unlisted'
  score: number
  isRight: boolean
  falsePairs: number
}

/** Matches the changes of a release twice: with every second line, and with the others. */
function decide({ titles, lines, lineOf, weights }: MatchCase): Decision[] {
  return [0, 1].flatMap((half) => {
    const kept = lines.flatMap((_, index) => (index % 2 === half ? [index] : []))
    const texts = kept.map((index) => lines[index]!)
    const matched = matchByWords(titles, texts, { weights, threshold: -Infinity })
    return titles.map((_, entry): Decision => {
      const own = lineOf[entry] ?? null
      const isThere = own !== null && own % 2 === half
      const found = matched.get(entry)
      return {
        state: isThere ? 'there' : own === null ? 'unlisted' : 'absent',
        score: found?.score ?? -Infinity,
        isRight: found !== undefined && kept[found.line] === own,
        falsePairs: kept.length - (isThere ? 1 : 0),
      }
    })
  })
}

/** Trains a logistic regression on all pairs, by small steps that are always the same. */
function fitWeights(cases: MatchCase[]): Record<string, number> {
  const samples: { features: WordFeatures; isTrue: boolean }[] = []
  for (const { titles, lines, lineOf, weights } of cases) {
    for (const half of [0, 1]) {
      const kept = lines.flatMap((_, index) => (index % 2 === half ? [index] : []))
      const texts = kept.map((index) => lines[index]!)
      for (const { entry, line, features } of describePairs(titles, texts, weights))
        samples.push({ features, isTrue: lineOf[entry] === kept[line] })
    }
  }
  const names = Object.keys(samples[0]!.features) as (keyof WordFeatures)[]
  const weights = new Map(names.map((name) => [name, 0]))
  const squares = new Map(names.map((name) => [name, 1e-6]))
  for (let round = 0; round < 10; round += 1) {
    for (let step = 0; step < samples.length; step += 1) {
      const { features, isTrue } = samples[(step * 7919) % samples.length]!
      let sum = 0
      for (const name of names) sum += weights.get(name)! * features[name]
      const error = 1 / (1 + Math.exp(-sum)) - (isTrue ? 1 : 0)
      for (const name of names) {
        const slope = error * features[name]
        const square = squares.get(name)! + slope * slope
        squares.set(name, square)
        weights.set(name, weights.get(name)! - (0.2 * slope) / Math.sqrt(square))
      }
    }
  }
  return Object.fromEntries([...weights].map(([name, weight]) => [name, Number(weight.toFixed(2))]))
}
