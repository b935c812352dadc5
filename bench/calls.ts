import { join } from 'node:path'
import { parseGenerateRequest } from '../src/api/generate-request.ts'
import { generate } from '../src/app/generate.ts'
import { configuredHosts } from '../src/hosts/configured-hosts.ts'
import { startGithub } from '../test/stand-ins/github.ts'
import { buildRepository, makeFolder, type Step } from '../test/support/build-repository.ts'
import { quietContext } from '../test/support/quiet-context.ts'

/**
 * How many calls a range on GitHub costs, against the stand-in, on histories of the shapes that were measured
 * on real projects. Usage: npm run bench:calls
 */
const token = 'bench-token'
const root = makeFolder()
const github = await startGithub({ root, tokens: { [token]: 'all' } })
const [host] = configuredHosts(
  [{ name: 'github', kind: 'github', url: github.url, apiUrl: github.apiUrl, graphqlUrl: github.graphqlUrl }],
  { fetch, now: Date.now, random: () => 0, sleep: async () => {} },
)

/** A straight line of squashed pull requests. */
function linear(count: number): Step[] {
  return ['Start', ...Array.from({ length: count }, (_, index) => `feat: part ${index} (#${index + 1})`)]
}

/** Merged pull requests, so many that together with their commits they make `count`. */
function merged(merges: number, count: number): Step[] {
  const steps: Step[] = ['Start']
  const extra = count - 2 * merges
  for (let number = 1; number <= merges; number += 1) {
    steps.push({ branch: `b${number}`, from: 'main' }, `Work on ${number}`)
    if (number > merges - extra) steps.push(`More work on ${number}`)
    steps.push(
      { switch: 'main' },
      {
        merge: `b${number}`,
        commit: `Merge pull request #${number} from ada/b${number}\n\nfeat: part ${number}`,
      },
    )
  }
  return steps
}

const shapes: [name: string, steps: Step[], fromRef: string, pullRequests: number, most: number][] = [
  ['50 linear', linear(60), 'HEAD~50', 50, 1],
  ['109 in 50 merges', merged(60, 129), 'HEAD~50', 50, 3],
  ['1000 linear', linear(1010), 'HEAD~1000', 1000, 12],
  ['2158 in 1000 merges', merged(1001, 2160), 'HEAD~1000', 1000, 14],
]

let missed = 0
for (const [index, [name, steps, fromRef, pullRequests, most]] of shapes.entries()) {
  const repoFullName = `acme/shape-${index}`
  buildRepository(steps, { path: join(root, repoFullName) })
  github.calls.length = 0
  const { commitCount, entries } = await generate(parseGenerateRequest({ repoFullName, fromRef }).request, {
    ...quietContext,
    host: host!,
    token,
  })
  const bound = 2 + Math.ceil(pullRequests / 100) + 1
  const calls = github.calls.length
  if (calls > most || calls > bound) missed += 1
  console.log(
    `${name.padEnd(22)} ${String(commitCount).padStart(5)} commits, ${String(entries.length).padStart(4)} entries: ${calls} calls (at most ${most}; 2 + pull requests / 100 + 1 = ${bound})`,
  )
}
// A GitHub that does not finish the first query: it works on it for ten seconds, and ends it with a 502.
github.reset()
github.faults.nodeMs = 2
const startedAt = performance.now()
const slow = await generate(
  parseGenerateRequest({ repoFullName: 'acme/shape-0', fromRef: 'HEAD~50' }).request,
  {
    ...quietContext,
    host: host!,
    token,
  },
)
const seconds = (performance.now() - startedAt) / 1000
const unknown = slow.warnings.filter(({ code }) => code === 'pull-requests-unknown').length
if (seconds > 6 || slow.commitCount !== 50 || unknown > 0) missed += 1
console.log(
  `50 linear, the first query times out: ${slow.commitCount} commits in ${seconds.toFixed(1)} s (at most 6 s), ${github.calls.length} calls`,
)
await github.close()
console.log(missed === 0 ? 'all within their bounds' : `${missed} over their bounds`)
process.exitCode = missed === 0 ? 0 : 1
