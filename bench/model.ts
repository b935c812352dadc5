import { setTimeout as wait } from 'node:timers/promises'
import { generate } from '../src/generate.ts'
import { localHost } from '../src/hosts/local/local.ts'
import { readRequest } from '../src/surface/request.ts'
import type { Gateway, ModelQuestion } from '../src/types.ts'
import { buildRepository, makeFolder } from '../test/build-repository.ts'

/**
 * What writing by a model costs beside the model itself, and how long a long range takes against one batch.
 * The model is played in this process, so that its own time is known. Usage: npm run bench:model
 */
const root = makeFolder()
const subjects = [
  'feat(api): add cursor pagination to /orders',
  'fix: crash when the config file `app.yml` is empty',
  'perf(export): stream files over 100 MB',
  'Tabs keep their order after a reload',
]
const steps = Array.from(
  { length: 1010 },
  (_, index) => `${subjects[index % subjects.length]} (#${index + 1})\n\n${'More about it. '.repeat(10)}`,
)
buildRepository(['Start', ...steps], { path: `${root}/acme/bench` })

/** A model that words each change as the rules did, after so many milliseconds for each. */
function playModel(millisecondsEach: number) {
  const played = { milliseconds: 0, calls: 0, longest: 0 }
  const gateway: Gateway = {
    model: 'bench/writer',
    async ask({ evidence, onText }: ModelQuestion) {
      const began = performance.now()
      const { changes } = JSON.parse(/^EVIDENCE\n(.*)$/m.exec(evidence)![1]!) as {
        changes: { id: string; category: string; rules: string }[]
      }
      const entries = changes.map(({ id, category, rules }) => ({
        ids: [id],
        category,
        text: rules.replace(/\.$/, ''),
        notable: true,
      }))
      const text = JSON.stringify({ entries })
      if (millisecondsEach > 0) await wait(millisecondsEach * changes.length)
      const took = performance.now() - began
      played.milliseconds += took
      played.longest = Math.max(played.longest, took)
      played.calls += 1
      onText(text)
      return { text, model: 'bench/writer', usage: { inputTokens: 1, outputTokens: 1 } }
    },
    price: async () => null,
    keep: () => {},
  }
  return { gateway, played }
}

async function run(fromRef: string, millisecondsEach: number) {
  const { gateway, played } = playModel(millisecondsEach)
  const marks = new Map<string, number>()
  const answer = await generate(readRequest({ repoFullName: 'acme/bench', fromRef }).request, {
    host: localHost({ root, token: null, searchPath: process.env.PATH ?? '' }),
    token: null,
    gateway,
    maxCommits: 5000,
    signal: new AbortController().signal,
    deadlineAt: Date.now() + 600_000,
    onProgress: ({ stage }) => {
      if (!marks.has(stage)) marks.set(stage, performance.now())
    },
    onEntry: () => {},
    remember: (_words, make) => make(),
  })
  const wall = marks.get('render')! - marks.get('write')!
  const byModel = answer.entries.filter(({ writtenBy }) => writtenBy === 'model').length
  return { wall, played, byModel, entries: answer.entries.length }
}

const overheads: number[] = []
for (let round = 0; round < 40; round += 1) {
  const { wall, played } = await run('HEAD~50', 0)
  if (round >= 5) overheads.push(wall - played.milliseconds)
}
overheads.sort((a, b) => a - b)
const at = (share: number) => overheads[Math.floor(overheads.length * share)]!.toFixed(1)
console.log(
  `50 commits: write and verify beside the model, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (p50 at most 10 ms)`,
)

const { wall, played, byModel, entries } = await run('HEAD~1000', 20)
const ratio = wall / played.longest
console.log(
  `1,000 commits: ${played.calls} batches, ${Math.round(wall)} ms, ${ratio.toFixed(2)} times the longest batch (at most 2.5); the model wrote ${byModel} of ${entries} entries`,
)
process.exitCode = Number(at(0.5)) <= 10 && ratio <= 2.5 ? 0 : 1
