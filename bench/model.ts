import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { parseGenerateRequest } from '../src/api/generate-request.ts'
import { generate } from '../src/app/generate.ts'
import type { Gateway, ModelRequest } from '../src/core/gateway.ts'
import type { Check } from '../src/core/request.ts'
import { localHost } from '../src/hosts/local/local.ts'
import { buildRepository, makeFolder } from '../test/support/build-repository.ts'
import { quietContext } from '../test/support/quiet-context.ts'
import { openTokenizer } from './tokenizer.ts'

/**
 * What writing by a model costs beside the model itself: our own time, the wait for the first entry, the time of a
 * long range, and tokens. The model is played in this process, so that its own time is known; it writes what the
 * rules wrote. Usage: npm run bench:model -- [--repo PATH]
 */
const { values } = parseArgs({ options: { repo: { type: 'string' } } })
const path = values.repo === undefined ? generated() : resolve(values.repo)
const repository = { root: dirname(dirname(path)), name: `${basename(dirname(path))}/${basename(path)}` }
const countTokens = openTokenizer()

/** How fast a model is: until its first token, and from then on. */
interface Pace {
  firstMs: number
  tokensPerSecond: number
}

const atOnce: Pace = { firstMs: 0, tokensPerSecond: Number.POSITIVE_INFINITY }
const usual: Pace = { firstMs: 400, tokensPerSecond: 80 }

function generated(): string {
  const subjects = [
    'feat(api): add cursor pagination to /orders',
    'fix: crash when the config file `app.yml` is empty',
    'perf(export): stream files over 100 MB',
    'Tabs keep their order after a reload',
  ]
  const steps = Array.from(
    { length: 1010 },
    (_, index) =>
      `${subjects[index % subjects.length]} of shop ${index} (#${index + 1})\n\n${'More about it. '.repeat(10)}`,
  )
  return buildRepository(['Start', ...steps], { path: join(makeFolder(), 'acme/bench') })
}

interface PlayedChange {
  id: string
  title: string
  category: string
  rules: string
}

/**
 * The answer of the model: to the first question the text by rules with one more word, to the second a yes, and to the
 * question about the whole list no change.
 */
function answerTo(evidence: string): string[] {
  const read = (name: string) => JSON.parse(new RegExp(`^${name}\\n(.*)$`, 'm').exec(evidence)![1]!)
  if (evidence.includes('\nENTRIES\n'))
    return (read('ENTRIES') as { id: string }[]).map(({ id }) => JSON.stringify(id))
  const { changes } = read('EVIDENCE') as { changes: PlayedChange[] }
  if (!evidence.includes('\nCLAIMS\n'))
    return changes.map(({ id, category, rules }) =>
      JSON.stringify({
        ...{ ids: [id], category, text: `${rules.replace(/\.$/, '')} now` },
        ...{ notable: true, breaking: false, quote: '' },
      }),
    )
  const titles = new Map(changes.map(({ id, title }) => [id, title]))
  const claims = read('CLAIMS') as { id: string; ids: string[] }[]
  return claims.map(({ id, ids }) =>
    JSON.stringify({ id, supported: true, quotes: [titles.get(ids[0]!)!.slice(0, 30)], unsupported: '' }),
  )
}

/** A model that answers at the given speed. */
function playModel({ firstMs, tokensPerSecond }: Pace) {
  const played = {
    ...{ milliseconds: 0, calls: 0, longest: 0, input: 0, output: 0, firstEntryMs: Infinity },
    // A model that streams is still writing while we read and check what it wrote before.
    checkingMs: 0,
    check: { calls: 0, longest: 0, input: 0, output: 0 },
    review: { calls: 0, longest: 0, input: 0, output: 0 },
  }
  const gateway: Gateway = {
    model: 'bench/writer',
    async ask({ instructions, evidence, answer, onText: pass }: ModelRequest) {
      const began = performance.now()
      const onText = (piece: string) => {
        const start = performance.now()
        pass(piece)
        played.checkingMs += performance.now() - start
      }
      const isCheck = answer.name === 'claims_check'
      const entries = answerTo(evidence)
      const isReview = answer.name === 'list_review'
      const start = isReview ? '{"entries":[],"order":[' : isCheck ? '{"verdicts":[' : '{"entries":['
      const text = `${start}${entries.join(',')}]}`
      const perLetter = 1000 / tokensPerSecond / 4
      if (firstMs > 0) {
        await wait(firstMs)
        for (const [index, entry] of entries.entries()) {
          await wait(entry.length * perLetter)
          onText(`${index === 0 ? start : ','}${entry}`)
          if (index === 0 && !isCheck)
            played.firstEntryMs = Math.min(played.firstEntryMs, performance.now() - began)
        }
        onText(']}')
      } else onText(text)
      const took = performance.now() - began
      const kind = isReview ? played.review : isCheck ? played.check : played
      kind.longest = Math.max(kind.longest, took)
      kind.calls += 1
      kind.input += countTokens(instructions) + countTokens(evidence)
      kind.output += countTokens(text)
      // Counting tokens is work of this benchmark, not of the writer.
      played.milliseconds += performance.now() - began
      return { text, model: 'bench/writer', usage: { inputTokens: 1, outputTokens: 1 } }
    },
    price: async () => null,
    keep: () => {},
  }
  return { gateway, played }
}

async function run(fromRef: string, pace: Pace, check: Check = 'full') {
  const { gateway, played } = playModel(pace)
  const marks = new Map<string, number>()
  const answer = await generate(
    parseGenerateRequest({ repoFullName: repository.name, fromRef, check }).request,
    {
      host: localHost({ root: repository.root, token: null, searchPath: process.env.PATH ?? '' }),
      token: null,
      ...quietContext,
      gateway,
      deadlineAt: Date.now() + 600_000,
      onProgress: ({ stage }) => {
        if (!marks.has(stage)) marks.set(stage, performance.now())
      },
      onEntry: () => {
        if (!marks.has('entry')) marks.set('entry', performance.now())
      },
    },
  )
  const start = marks.get('write')!
  const { entries, commitCount: commits } = answer
  const byModel = entries.filter(({ writtenBy }) => writtenBy === 'model').length
  const wall = marks.get('render')! - start
  return { wall, firstEntry: marks.get('entry')! - start, played, byModel, commits, entries: entries.length }
}

const overheads: number[] = []
const checking: number[] = []
for (let round = 0; round < 40; round += 1) {
  const { wall, played } = await run('HEAD~50', atOnce)
  if (round < 5) continue
  overheads.push(wall - played.milliseconds)
  checking.push(played.checkingMs)
}
const shareOf = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!
const at = (share: number) => shareOf(overheads, share)
console.log(
  `50 commits: write and verify beside the model, p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms (p50 at most 15 ms); reading and checking while it answers, p50 ${shareOf(checking, 0.5).toFixed(1)} ms`,
)

const long = await run('HEAD~1000', usual)
const { played } = long
const ratio = long.wall / (played.longest + played.check.longest)
// With a check an entry is final only after its verdict.
const unchecked = await run('HEAD~1000', usual, 'words')
const firstRatio = unchecked.firstEntry / unchecked.played.firstEntryMs
const checkShare = played.check.input / played.input
const [input, output] = [played.input / long.commits, played.output / long.commits]
console.log(
  `${long.commits} commits: ${played.calls} calls and ${played.check.calls} checks, ${ratio.toFixed(2)} times the longest batch with its check (at most 2.5); the model wrote ${long.byModel} of ${long.entries} entries`,
)
console.log(
  `first entry after ${firstRatio.toFixed(2)} times the time of a batch's first entry (at most 1.2)`,
)
console.log(
  `tokens for each commit: ${input.toFixed(0)} in (at most 125), ${output.toFixed(0)} out (at most 45)`,
)
console.log(
  `the check needs ${Math.round(100 * checkShare)} % more input (at most 60 %) and ${(played.check.output / long.commits).toFixed(0)} tokens out for each commit`,
)
const isReached =
  at(0.5) <= 15 &&
  checkShare <= 0.6 &&
  ratio <= 2.5 &&
  firstRatio <= 1.2 &&
  Math.round(input) <= 125 &&
  Math.round(output) <= 45
process.exitCode = isReached ? 0 : 1
