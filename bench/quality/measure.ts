import { parseArgs } from 'node:util'
import type { HeadingClass } from '../../src/core/category.ts'
import type { Change, Curated } from '../../src/core/change.ts'
import type { Voice } from '../../src/core/house-style.ts'
import { curate } from '../../src/curate/curate.ts'
import { findRemainingUnits } from '../../src/curate/group/find-remaining-units.ts'
import type { ChangeUnit } from '../../src/curate/group/group-into-units.ts'
import { extractPastUnits, type HouseStyle, HouseStyleLearner } from '../../src/curate/learned/house-style.ts'
import { decodeModel, type NotabilityModel } from '../../src/curate/learned/model.ts'
import { predictUnits } from '../../src/curate/learned/predict-units.ts'
import type { LearnedModels } from '../../src/curate/learned/score-units.ts'
import { otherHeadingDetail } from '../../src/curate/rules/categorise.ts'
import { findExclusion } from '../../src/curate/rules/exclusion-rules.ts'
import { findNoOp } from '../../src/curate/rules/find-no-op.ts'
import { findMustInclude } from '../../src/curate/rules/must-include.ts'
import { learnVoice } from '../../src/write/voice.ts'
import { writeByRules } from '../../src/write/write-by-rules.ts'
import {
  type CorpusRelease,
  findSingleItems,
  readCorpus,
  toHeadingClass,
  toHistory,
  toPastRelease,
} from './corpus.ts'
import { extractExamples } from './examples.ts'
import {
  averageFigures,
  computeFigures,
  createCounts,
  printTable,
  type QualityCounts,
  type QualityFigures,
} from './figures.ts'
import { overlapOf } from './overlap.ts'
import { trainModel } from './trainer.ts'

/**
 * Measures how well curation matches what maintainers listed, on a corpus of releases. Cross-validated in nine
 * groups: a repository is measured with a model that was trained on the other groups.
 * Usage: npm run bench:quality -- --corpus DIR [--repo NAME] [--errors]
 */
const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    repo: { type: 'string' },
    errors: { type: 'boolean', default: false },
  },
})
if (values.corpus === undefined)
  throw new Error('Missing option --corpus. Pass the folder of the corpus: --corpus DIR')
const groups = 9
const maxErrors = 40

interface Disagreement {
  surprise: number
  text: string
}

const corpus = readCorpus(values.corpus)
const examples = corpus.map((repository) => extractExamples(repository))
const rows: {
  name: string
  cold: QualityFigures
  history: QualityFigures
  everything: number
  conventional: number
}[] = []
const disagreements: Disagreement[] = []
const breakingHeadings = ['Breaking', 'Removed']
/** Marks of breaking changes in releases with a heading for them, and how many of those under a heading stand under such a one. */
const marks = { all: 0, right: 0 }
let milliseconds = 0
let commits = 0
for (let group = 0; group < groups; group += 1) {
  const tested = corpus.filter(
    ({ name }, at) => at % groups === group && (values.repo === undefined || name.includes(values.repo)),
  )
  if (tested.length === 0) continue
  const model = decodeModel(trainModel(examples.filter((_, at) => at % groups !== group)))
  for (const { name, releases } of tested) rows.push(measure(name, releases, model))
}
rows.sort((a, b) => (a.name < b.name ? -1 : 1))
printTable(rows)
console.log(
  `macro averages over ${rows.length} repositories, each measured with a model trained on the others:`,
)
console.log(`  cold     ${formatFigures(averageFigures(rows.map(({ cold }) => cold)))}`)
console.log(`  history  ${formatFigures(averageFigures(rows.map(({ history }) => history)))}`)
console.log(
  `  breaking marks: precision ${(marks.right / marks.all).toFixed(3)} of ${marks.all} in releases with a heading for breaking or removed changes`,
)
const below = rows.filter(
  ({ history, everything, conventional }) => history.f1 < Math.max(everything, conventional),
)
console.log(
  `  with history below the better of everything and conventional types: ${below.map(({ name }) => name).join(', ') || 'none'}`,
)
console.log(`  ${((milliseconds / commits) * 1000).toFixed(1)} ms for 1,000 commits`)
if (values.errors) {
  disagreements.sort((a, b) => b.surprise - a.surprise)
  console.log(
    disagreements
      .slice(0, maxErrors)
      .map(({ text }) => text)
      .join('\n'),
  )
}

function measure(name: string, releases: CorpusRelease[], model: NotabilityModel) {
  const cold = createCounts()
  const history = createCounts()
  const everything = createCounts()
  const conventional = createCounts()
  const learner = new HouseStyleLearner()
  // The entries of earlier releases, the newest first, as in the changelog.
  const pastEntries: string[] = []
  for (const release of releases.toReversed()) {
    count(cold, release, run(release, model, null))
    const style = learner.style()
    const curated = run(release, model, style)
    count(history, release, curated, style && learnVoice(pastEntries.join('\n')))
    countMarks(release, curated)
    if (values.errors)
      disagreements.push(...findDisagreements(release, curated, predictCommits(release, { model, style })))
    count(everything, release, null)
    count(conventional, release, conventionalOnly(release))
    learner.learn(extractPastUnits(toPastRelease(release), model))
    pastEntries.unshift(...release.entries.map(({ text }) => `- ${text.split('\n', 1)[0]}`))
  }
  return {
    name,
    cold: computeFigures(cold),
    history: computeFigures(history),
    everything: computeFigures(everything).f1,
    conventional: computeFigures(conventional).f1,
  }
}

function run(release: CorpusRelease, notabilityModel: NotabilityModel, style: HouseStyle | null): Curated {
  const history = toHistory(release)
  const start = performance.now()
  const curated = curate(history, { audience: 'users', paths: [], notabilityModel, style })
  milliseconds += performance.now() - start
  commits += history.commits.length
  return curated
}

/** What a tool includes that lists only the conventional types feat, fix and perf. */
function conventionalOnly(release: CorpusRelease): Pick<Curated, 'changes'> {
  const conventional = /^(?:feat|fix|perf)(?:\([^()]{0,60}\))?!?: /
  const shas = release.commits.filter(({ message }) => conventional.test(message)).map(({ sha }) => sha)
  return { changes: [{ commits: shas, category: 'Changed' } as Change] }
}

/** Adds a release to the counts; everything counts as included when `curated` is null. */
function count(
  counts: QualityCounts,
  release: CorpusRelease,
  curated: Pick<Curated, 'changes'> | null,
  voice: Voice | null = null,
): void {
  const included = new Map(
    (curated?.changes ?? []).flatMap((change) => change.commits.map((sha) => [sha, change])),
  )
  const single = findSingleItems(release)
  const texts = new Map(
    release.entries.flatMap(({ items, text }) => (items.length === 1 ? [[items[0]!, text] as const] : [])),
  )
  for (const item of release.items.filter(({ judged }) => judged)) {
    const changes = [...new Set(item.commits.flatMap((sha) => included.get(sha) ?? []))]
    const isIncluded = curated === null || changes.length > 0
    if (isIncluded && item.listed) counts.right += 1
    else if (isIncluded) counts.wrong += 1
    else if (item.listed) counts.missed += 1
    if (!item.listed) continue
    if (['Breaking', 'Removed', 'Deprecated', 'Security'].includes(item.category ?? '')) {
      counts.must += 1
      if (isIncluded) counts.mustIncluded += 1
    }
    const category = toHeadingClass(item.category)
    if (changes.length === 0 || !single.has(item.key)) continue
    if (category !== null) {
      counts.classified += 1
      if (changes.some((change) => headingClassOf(change) === category)) counts.classifiedRight += 1
    }
    if (category !== null && category !== 'Other') {
      counts.categorised += 1
      if (changes.some((change) => change.category === category)) counts.categorisedRight += 1
    }
    const [change] = changes
    if (change?.authors === undefined) continue
    counts.compared += 1
    counts.overlap += overlapOf(writeByRules([change], voice)[0]!.text, texts.get(item.key)!)
    counts.bareOverlap += overlapOf(item.title, texts.get(item.key)!)
  }
}

/** Compares the marks of breaking changes with the headings of a release that has headings for them. */
function countMarks({ items }: CorpusRelease, { changes }: Curated): void {
  const listed = items.filter((item) => item.judged && item.listed)
  if (!listed.some(({ category }) => breakingHeadings.includes(category ?? ''))) return
  const marked = new Set(changes.flatMap(({ breaking, commits }) => (breaking ? commits : [])))
  for (const { category, commits } of listed) {
    // An entry without a heading may be breaking or not.
    if (category === null || !commits.some((sha) => marked.has(sha))) continue
    marks.all += 1
    if (breakingHeadings.includes(category ?? '')) marks.right += 1
  }
}

/** The class of the heading that curation predicts; a class outside of the six categories is printed as Changed. */
function headingClassOf({ category, evidence }: Change): HeadingClass {
  return evidence?.some(({ detail }) => detail === otherHeadingDetail) ? 'Other' : category
}

/** Predicts for each commit the probability of being listed. */
function predictCommits(release: CorpusRelease, learned: LearnedModels): Map<string, number> {
  const applyRules = (unit: ChangeUnit) => ({
    unit,
    mustInclude: findMustInclude(unit),
    noOp: findNoOp(unit),
    exclusion: findExclusion(unit),
  })
  const found = [...predictUnits(findRemainingUnits(toHistory(release)), applyRules, learned)]
  return new Map(
    found.flatMap(({ unit, prediction }) =>
      unit.commits.map(({ commit }) => [commit.sha, prediction.probability]),
    ),
  )
}

/** Finds where curation and the maintainers differ, with the reasons; `surprise` is higher the surer it was. */
function findDisagreements(
  release: CorpusRelease,
  { changes, omitted }: Curated,
  probabilities: Map<string, number>,
): Disagreement[] {
  const included = new Map(changes.flatMap((change) => change.commits.map((sha) => [sha, change])))
  const excluded = new Map(omitted.map((each) => [each.sha, each]))
  return release.items.flatMap((item): Disagreement[] => {
    const change = item.commits.map((sha) => included.get(sha)).find((each) => each !== undefined)
    if (!item.judged || item.listed === (change !== undefined)) return []
    const omission = item.commits.map((sha) => excluded.get(sha)).find((each) => each !== undefined)
    const known = item.commits.flatMap((sha) => probabilities.get(sha) ?? [])
    // Reverted commits and duplicates have no prediction; they come last.
    const probability = known.length === 0 ? Number(item.listed) : Math.max(...known)
    const why = change
      ? change.evidence.map(({ detail }) => detail).join(' ')
      : `${omission?.reason}, ${omission?.detail}`
    const what = `${change ? 'included, not listed' : 'listed, not included'}: ${release.repo} ${release.version} ${item.key}`
    return [
      {
        surprise: item.listed ? 1 - probability : probability,
        text: `${probability.toFixed(2)} ${what} "${item.title}": ${why}`,
      },
    ]
  })
}

function formatFigures({
  precision,
  recall,
  f1,
  must,
  category,
  headingClass,
  wording,
}: QualityFigures): string {
  const figure = (value: number | null) => (value === null ? '–' : value.toFixed(3))
  return `precision ${figure(precision)}  recall ${figure(recall)}  F1 ${figure(f1)}  must ${figure(must)}  category ${figure(category)}  heading class ${figure(headingClass)}  wording ${figure(wording)}`
}
