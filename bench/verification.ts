import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { writeEntries } from '../src/app/write-entries.ts'
import type { Category } from '../src/core/category.ts'
import type { Change } from '../src/core/change.ts'
import type { EvidenceItem } from '../src/core/changes-page.ts'
import type { Draft } from '../src/core/entry.ts'
import type { Gateway, ModelRequest } from '../src/core/gateway.ts'
import { type Check, checks as checkModes, type WriteRequest } from '../src/core/request.ts'
import { createDraftChecker } from '../src/verify/draft-checker.ts'

/**
 * Plays labelled answers of language models through the pipeline and counts the unsupported statements that are
 * caught and the supported ones that are rejected. Each line of a file in DIR is a batch: `{"name", "changes",
 * "entries"}`, where each entry has `ids`, `category`, `text`, `supported` and `kind`.
 * Usage: npm run bench:verification -- --answers DIR [--checker 0.9,0.97] [--list]
 */
const { values } = parseArgs({
  options: {
    answers: { type: 'string' },
    checker: { type: 'string', default: '0.9,0.97' },
    list: { type: 'boolean', default: false },
  },
})
if (values.answers === undefined) throw new Error('Name the folder of the labelled answers: --answers DIR')

interface LabelledEntry {
  ids: string[]
  category: string
  text: string
  supported: boolean
  kind: string
  note?: string
}

interface LabelledBatch {
  name: string
  settings?: { language?: string }
  changes: EvidenceItem[]
  entries: LabelledEntry[]
}

/** How often the checker recognises an unsupported statement and confirms a supported one. */
interface Accuracy {
  recognises: number
  confirms: number
}

/** A labelled entry, and what became of it. */
interface Played extends LabelledEntry {
  batch: string
  round: number
  title: string
  rejected: boolean
  suspicions: string[]
  why: string
}

const [recognises = Number.NaN, confirms = Number.NaN] = values.checker.split(',').map(Number)
if (!(recognises >= 0 && confirms >= 0)) throw new Error('--checker needs two shares, such as 0.9,0.97')
const accuracy: Accuracy = { recognises, confirms }
const folder = resolve(values.answers)
const files = readdirSync(folder).filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
if (files.length === 0) throw new Error(`${folder} has no .jsonl or .jsonl.gz file`)
const rounds = 10
let reached = true
for (const file of files.toSorted()) reached = (await measure(file)) && reached
process.exitCode = reached ? 0 : 1

async function measure(file: string): Promise<boolean> {
  const bytes = readFileSync(join(folder, file))
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n')
  const batches = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as LabelledBatch)
  const played = new Map<Check, Played[]>()
  const cost = { write: 0, check: 0 }
  for (const check of checkModes) {
    const all: Played[] = []
    // The mistakes of the checker are random, so that the mean of several rounds counts.
    for (let round = 0; round < (check === 'words' ? 1 : rounds); round += 1)
      for (const batch of batches) all.push(...(await play(batch, { check, round, cost })))
    played.set(check, all)
  }
  const words = played.get('words')!
  const unsupported = words.filter(({ supported }) => !supported).length
  console.log(`\n## ${file}: ${words.length} entries, ${unsupported} unsupported`)
  console.log('\n| | unsupported caught | supported rejected |\n|---|---|---|')
  const shares = (all: Played[], isFound: (each: Played) => boolean) =>
    [false, true].map((supported) => {
      const of = all.filter((each) => each.supported === supported)
      const times = all.length / words.length
      return { found: of.filter(isFound).length / times, of: of.length / times }
    }) as [Share, Share]
  const rows: [string, [Share, Share], [least: number, most: number]][] = [
    [
      'suspected by the rules',
      shares(words, ({ suspicions, rejected }) => rejected || suspicions.length > 0),
      [0.8, 0.25],
    ],
    ['rules alone (`words`)', shares(words, isRejected), [0.5, 0.05]],
    [`checker where suspected (\`suspected\`)`, shares(played.get('suspected')!, isRejected), [0, 1]],
    [`checker (\`full\`)`, shares(played.get('full')!, isRejected), [0.85, 0.05]],
  ]
  let isReached = true
  for (const [name, [caught, wrong], [least, most]] of rows) {
    console.log(`| ${name} | ${print(caught)} | ${print(wrong)} |`)
    isReached &&= caught.found >= least * caught.of && wrong.found <= most * wrong.of
  }
  console.log(
    `\ninput of the checker: ${Math.round((100 * cost.check) / Math.max(1, cost.write))} % of the input for writing`,
  )
  printKinds(words, played.get('full')!)
  if (values.list) for (const [check, all] of played) printMistakes(check, all)
  return isReached
}

interface Share {
  found: number
  of: number
}

function isRejected({ rejected }: Played): boolean {
  return rejected
}

function print({ found, of }: Share): string {
  return `${Math.round(10 * found) / 10} of ${of} (${of === 0 ? 0 : Math.round((1000 * found) / of) / 10} %)`
}

function printKinds(words: Played[], full: Played[]): void {
  console.log('\n| kind | entries | suspected | rules alone | checker |\n|---|---|---|---|---|')
  for (const kind of new Set(words.map((each) => each.kind))) {
    const of = (all: Played[]) => all.filter((each) => each.kind === kind)
    const count = (all: Played[], isFound: (each: Played) => boolean) => of(all).filter(isFound).length
    console.log(
      `| ${kind} | ${of(words).length} | ${count(words, (each) => each.rejected || each.suspicions.length > 0)} | ${count(words, isRejected)} | ${Math.round((10 * count(full, isRejected)) / rounds) / 10} |`,
    )
  }
}

/** Lists the mistakes; with a checker, those of the first round. */
function printMistakes(check: Check, all: Played[]): void {
  const wrong = all.filter(({ supported, rejected, round }) => round === 0 && supported === rejected)
  console.log(`\n### Mistakes with \`${check}\`: ${wrong.length}\n`)
  for (const { supported, kind, batch, title, text, suspicions, why } of wrong) {
    const label = supported ? 'rejected' : `missed (${kind})`
    console.log(
      `- ${label}, ${batch}: "${text}" for "${title}". ${[why, ...suspicions].filter((each) => each !== '').join('; ')}`,
    )
  }
}

/** Plays one batch: the stand-in gateway returns the labelled entries, and the same ones when asked again. */
async function play(
  batch: LabelledBatch,
  { check, round, cost }: { check: Check; round: number; cost: { write: number; check: number } },
): Promise<Played[]> {
  const changes = batch.changes.map(toChange)
  const idOf = new Map(batch.changes.map(({ id }, index) => [id, `c${index + 1}`]))
  const request: WriteRequest = {
    audience: 'users',
    language: batch.settings?.language ?? 'en',
    writer: 'auto',
    model: null,
    instructions: null,
    summary: false,
    highlights: false,
    only: [],
    check,
  }
  const signal = new AbortController().signal
  const faults = new Map<string, string>()
  const gateway: Gateway = {
    model: 'bench/labelled',
    async ask({ instructions, evidence, answer, onText }: ModelRequest) {
      const isCheck = answer.name === 'claims_check'
      if (check === 'full') cost[isCheck ? 'check' : 'write'] += instructions.length + evidence.length
      const rejected = blockOf<{ text: string; faults: string[] }[]>(evidence, 'FAULTS') ?? []
      for (const each of rejected) faults.set(each.text, each.faults.join('; '))
      const text = JSON.stringify(isCheck ? answerCheck(evidence, batch, round) : answerEntries(batch, idOf))
      onText(text)
      return { text, model: 'bench/labelled', usage: null }
    },
    price: async () => null,
    keep: () => {},
  }
  const { drafts } = await writeEntries(
    {
      curated: { changes, omitted: [], releasedElsewhere: 0, contributors: [], warnings: [] },
      history: { commits: [], releaseConfig: null, changelog: null },
      projectName: 'bench',
      range: { fromRef: '', toRef: '', fromSha: null, toSha: '', compareUrl: null, relation: 'root' },
    },
    request,
    {
      writer: { gateway, warnings: [] },
      voice: null,
      stages: async () => {},
      signal,
      deadlineAt: Number.POSITIVE_INFINITY,
      onProgress: () => {},
      onEntry: () => {},
    },
  )
  const checker = createDraftChecker(changes, request, [])
  const published = new Set(
    drafts
      .filter(({ writtenBy }) => writtenBy === 'model')
      .map(({ changeIds }) => changeIds.toSorted().join()),
  )
  return batch.entries.map((entry): Played => {
    const changeIds = entry.ids.map((id) => idOf.get(id)!)
    const written: Draft = {
      changeIds,
      category: entry.category as Category,
      text: entry.text,
      writtenBy: 'model',
      exclusionReason: null,
    }
    const draft = checker.settle(written, '')
    return {
      ...entry,
      batch: batch.name,
      round,
      title: changeIds.map((id) => changes.find((change) => change.id === id)?.title).join(' / '),
      rejected: !published.has(changeIds.toSorted().join()),
      suspicions: checker.suspect(draft).map(({ detail }) => detail),
      why: faults.get(entry.text) ?? faults.get(draft.text) ?? '',
    }
  })
}

function blockOf<Value>(evidence: string, name: string): Value | null {
  const json = new RegExp(`^${name}\\n(.*)$`, 'm').exec(evidence)?.[1]
  return json === undefined ? null : (JSON.parse(json) as Value)
}

function answerEntries({ entries }: LabelledBatch, idOf: Map<string, string>) {
  return {
    // Every text counts, also that of an entry which the model would exclude.
    entries: entries.map(({ ids, category, text }) => ({
      ids: ids.map((id) => idOf.get(id) ?? id),
      category,
      text,
      notable: true,
    })),
  }
}

/** Answers as a checker of the given accuracy; which answers are wrong depends only on the text. */
function answerCheck(evidence: string, { entries }: LabelledBatch, round: number) {
  const claims = blockOf<{ id: string; ids: string[]; text: string }[]>(evidence, 'CLAIMS')!
  const { changes } = blockOf<{ changes: EvidenceItem[] }>(evidence, 'EVIDENCE')!
  const titles = new Map(changes.map(({ id, title }) => [id, title]))
  return {
    verdicts: claims.map(({ id, ids, text }) => {
      const entry = entries.find((each) => each.text === text || each.text.endsWith(text.slice(1)))
      const truth = entry?.supported ?? true
      const isRight = shareOf(`${text} ${round}`) < (truth ? accuracy.confirms : accuracy.recognises)
      const supported = truth === isRight
      return {
        id,
        supported,
        quotes: supported ? [titles.get(ids[0]!) ?? ''] : [],
        unsupported: supported ? '' : text.split(' ').slice(-3).join(' '),
      }
    }),
  }
}

/** Returns a share from 0 to 1 that depends on a text (FNV-1a). */
function shareOf(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 2246822519)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

function toChange(item: EvidenceItem, index: number): Change {
  const { title, scope, body, labels, paths, category, breaking } = item
  const text = body ?? ''
  return {
    id: `c${index + 1}`,
    title,
    type: null,
    scope: scope ?? null,
    category: category as Category,
    breaking: breaking ?? false,
    breakingNotes: [],
    advisories: [],
    notability: 0.9,
    importance: 0.9,
    commits: [index.toString(16).padStart(40, '0')],
    messages: [{ subject: title, body: text }],
    pullRequests: [],
    authors: [],
    labels: labels ?? [],
    sources: [`${title}\n\n${text}`],
    requestBodies: [],
    paths: paths ?? [],
    evidence: [],
  }
}
