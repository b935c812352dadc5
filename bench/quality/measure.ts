import { parseArgs } from 'node:util'
import type { Change, Curated } from '../../src/core/change.ts'
import type { Voice } from '../../src/core/house-style.ts'
import { curate } from '../../src/curate/curate.ts'
import { findRemainingUnits } from '../../src/curate/group/find-remaining-units.ts'
import type { ChangeUnit } from '../../src/curate/group/group-into-units.ts'
import { extractPastUnits, type HouseStyle, HouseStyleLearner } from '../../src/curate/learned/house-style.ts'
import { decodeModel, type NotabilityModel } from '../../src/curate/learned/model.ts'
import { predictUnits } from '../../src/curate/learned/predict-units.ts'
import type { LearnedModels } from '../../src/curate/learned/score-units.ts'
import { findExclusion } from '../../src/curate/rules/exclusion-rules.ts'
import { findNoOp } from '../../src/curate/rules/find-no-op.ts'
import { findMustInclude } from '../../src/curate/rules/must-include.ts'
import { learnVoice } from '../../src/write/voice.ts'
import { writeByRules } from '../../src/write/write-by-rules.ts'
import { asCategory, asPastRelease, historyOf, type Release, readCorpus, toldAlone } from './corpus.ts'
import { examplesOf } from './examples.ts'
import { averageOf, emptyTally, type Figures, figuresOf, printTable, type Tally } from './figures.ts'
import { overlapOf } from './overlap.ts'
import { trainModel } from './trainer.ts'

/**
 * How near curation comes to what maintainers listed, on a corpus of releases. A repository is judged by
 * numbers learned from the others only: nine groups, each left out once.
 * Usage: npm run bench:quality -- --corpus DIR [--repo NAME] [--errors]
 */
const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    repo: { type: 'string' },
    errors: { type: 'boolean', default: false },
  },
})
if (values.corpus === undefined) throw new Error('Name the folder of the corpus: --corpus DIR')
const groups = 9
const mostErrors = 40

interface Miss {
  surprise: number
  text: string
}

const corpus = readCorpus(values.corpus)
const examples = corpus.map((repository) => examplesOf(repository))
const rows: { name: string; cold: Figures; history: Figures; everything: number; conventional: number }[] = []
const misses: Miss[] = []
let milliseconds = 0
let commits = 0
for (let group = 0; group < groups; group += 1) {
  const asked = corpus.filter(
    ({ name }, at) => at % groups === group && (values.repo === undefined || name.includes(values.repo)),
  )
  if (asked.length === 0) continue
  const model = decodeModel(trainModel(examples.filter((_, at) => at % groups !== group)))
  for (const { name, releases } of asked) rows.push(measure(name, releases, model))
}
rows.sort((a, b) => (a.name < b.name ? -1 : 1))
printTable(rows)
console.log(`macro averages over ${rows.length} repositories, each judged by the others' numbers:`)
console.log(`  cold     ${say(averageOf(rows.map(({ cold }) => cold)))}`)
console.log(`  history  ${say(averageOf(rows.map(({ history }) => history)))}`)
const below = rows.filter(
  ({ history, everything, conventional }) => history.f1 < Math.max(everything, conventional),
)
console.log(
  `  with history below the better of everything and conventional types: ${below.map(({ name }) => name).join(', ') || 'none'}`,
)
console.log(`  ${((milliseconds / commits) * 1000).toFixed(1)} ms for 1,000 commits`)
if (values.errors) {
  misses.sort((a, b) => b.surprise - a.surprise)
  console.log(
    misses
      .slice(0, mostErrors)
      .map(({ text }) => text)
      .join('\n'),
  )
}

function measure(name: string, releases: Release[], model: NotabilityModel) {
  const cold = emptyTally()
  const history = emptyTally()
  const everything = emptyTally()
  const conventional = emptyTally()
  const house = new HouseStyleLearner()
  // What the project wrote before, the newest first, as in its changelog.
  const written: string[] = []
  for (const release of releases.toReversed()) {
    count(cold, release, run(release, model, null))
    const style = house.style()
    const curated = run(release, model, style)
    count(history, release, curated, style && learnVoice(written.join('\n')))
    if (values.errors) misses.push(...missesOf(release, curated, chancesOf(release, { model, style })))
    count(everything, release, null)
    count(conventional, release, conventionalOnly(release))
    house.learn(extractPastUnits(asPastRelease(release), model))
    written.unshift(...release.entries.map(({ text }) => `- ${text.split('\n', 1)[0]}`))
  }
  return {
    name,
    cold: figuresOf(cold),
    history: figuresOf(history),
    everything: figuresOf(everything).f1,
    conventional: figuresOf(conventional).f1,
  }
}

function run(release: Release, notabilityModel: NotabilityModel, style: HouseStyle | null): Curated {
  const history = historyOf(release)
  const start = performance.now()
  const curated = curate(history, { audience: 'users', paths: [], notabilityModel, style })
  milliseconds += performance.now() - start
  commits += history.commits.length
  return curated
}

/** What a tool would tell that lists the conventional types feat, fix and perf, and nothing else. */
function conventionalOnly(release: Release): Pick<Curated, 'changes'> {
  const conventional = /^(?:feat|fix|perf)(?:\([^()]{0,60}\))?!?: /
  const shas = release.commits.filter(({ message }) => conventional.test(message)).map(({ sha }) => sha)
  return { changes: [{ commits: shas, category: 'Changed' } as Change] }
}

/** Adds a release to a tally; without changes everything counts as told. */
function count(
  tally: Tally,
  release: Release,
  curated: Pick<Curated, 'changes'> | null,
  voice: Voice | null = null,
): void {
  const told = new Map(
    (curated?.changes ?? []).flatMap((change) => change.commits.map((sha) => [sha, change])),
  )
  const alone = toldAlone(release)
  const texts = new Map(
    release.entries.flatMap(({ items, text }) => (items.length === 1 ? [[items[0]!, text] as const] : [])),
  )
  for (const item of release.items.filter(({ judged }) => judged)) {
    const changes = [...new Set(item.commits.flatMap((sha) => told.get(sha) ?? []))]
    const isTold = curated === null || changes.length > 0
    if (isTold && item.listed) tally.right += 1
    else if (isTold) tally.wrong += 1
    else if (item.listed) tally.missed += 1
    if (!item.listed) continue
    if (['Breaking', 'Removed', 'Deprecated', 'Security'].includes(item.category ?? '')) {
      tally.must += 1
      if (isTold) tally.mustTold += 1
    }
    const category = asCategory(item.category)
    if (changes.length === 0 || !alone.has(item.key)) continue
    if (category !== null) {
      tally.filed += 1
      if (changes.some((change) => change.category === category)) tally.filedRight += 1
    }
    const [change] = changes
    if (change?.authors === undefined) continue
    tally.worded += 1
    tally.overlap += overlapOf(writeByRules([change], voice)[0]!.text, texts.get(item.key)!)
    tally.bareOverlap += overlapOf(item.title, texts.get(item.key)!)
  }
}

/** How likely each commit was to be told, by what was learned. */
function chancesOf(release: Release, learned: LearnedModels): Map<string, number> {
  const look = (unit: ChangeUnit) => ({
    unit,
    mustInclude: findMustInclude(unit),
    noOp: findNoOp(unit),
    exclusion: findExclusion(unit),
  })
  const found = [...predictUnits(findRemainingUnits(historyOf(release)), look, learned)]
  return new Map(
    found.flatMap(({ unit, prediction }) =>
      unit.commits.map(({ commit }) => [commit.sha, prediction.probability]),
    ),
  )
}

/** Where we and the maintainers differ, with our reasons; the surer we were, the more it should surprise us. */
function missesOf(release: Release, { changes, omitted }: Curated, chances: Map<string, number>): Miss[] {
  const told = new Map(changes.flatMap((change) => change.commits.map((sha) => [sha, change])))
  const left = new Map(omitted.map((each) => [each.sha, each]))
  return release.items.flatMap((item): Miss[] => {
    const change = item.commits.map((sha) => told.get(sha)).find((each) => each !== undefined)
    if (!item.judged || item.listed === (change !== undefined)) return []
    const omission = item.commits.map((sha) => left.get(sha)).find((each) => each !== undefined)
    const known = item.commits.flatMap((sha) => chances.get(sha) ?? [])
    // What a revert or a copy took away was never judged: it comes last.
    const chance = known.length === 0 ? Number(item.listed) : Math.max(...known)
    const why = change
      ? change.evidence.map(({ detail }) => detail).join(' ')
      : `${omission?.reason}, ${omission?.detail}`
    const what = `${change ? 'told, not listed' : 'listed, not told'}: ${release.repo} ${release.version} ${item.key}`
    return [
      {
        surprise: item.listed ? 1 - chance : chance,
        text: `${chance.toFixed(2)} ${what} "${item.title}": ${why}`,
      },
    ]
  })
}

function say({ precision, recall, f1, must, category, wording }: Figures): string {
  const figure = (value: number | null) => (value === null ? '–' : value.toFixed(3))
  return `precision ${figure(precision)}  recall ${figure(recall)}  F1 ${figure(f1)}  must ${figure(must)}  category ${figure(category)}  wording ${figure(wording)}`
}
