import { execFileSync } from 'node:child_process'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseGenerateRequest } from '../src/api/generate-request.ts'
import { generate } from '../src/app/generate.ts'
import type { Answer } from '../src/core/answer.ts'
import type { Host } from '../src/core/host.ts'
import { configuredHosts } from '../src/hosts/configured-hosts.ts'
import { localHost } from '../src/hosts/local/local.ts'
import { startGitServer } from '../test/stand-ins/git-server.ts'
import { makeFolder } from '../test/support/build-repository.ts'
import { quietContext } from '../test/support/quiet-context.ts'

// Compares the answer for a range of a clone with the answer for the same range over git's protocol. The clone is
// served by `git http-backend`. Usage: --repo PATH --from A --to B, where --from and --to can be repeated in pairs;
// --name sets the name in the table.

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    from: { type: 'string', multiple: true, default: [] },
    to: { type: 'string', multiple: true, default: [] },
    name: { type: 'string' },
  },
})
const { repo, from, to } = values
if (repo === undefined || from.length === 0 || from.length !== to.length) {
  throw new Error('Usage: npm run bench:same-answer -- --repo PATH --from A --to B [--from C --to D …]')
}

// A copy without objects of its own, because the folder of a clone need not be named owner/repo.
const repoFullName = values.name ?? `acme/${basename(resolve(repo)).replace(/\.git$/, '')}`
const root = makeFolder()
const copy = join(root, `${repoFullName}.git`)
execFileSync('git', ['clone', '--quiet', '--bare', '--shared', resolve(repo), copy])

const server = await startGitServer({ root, tokens: null })
const { url } = server
const [wire] = configuredHosts([{ name: 'git', kind: 'git', url, apiUrl: url, graphqlUrl: url }], {
  fetch,
  now: Date.now,
  random: Math.random,
  sleep: async () => {},
}) as [Host]
const local = localHost({ root, token: null, searchPath: process.env.PATH ?? '' })

async function ask(host: Host, fromRef: string, toRef: string) {
  const start = performance.now()
  const { request } = parseGenerateRequest({ repoFullName, fromRef, toRef })
  const answer = await generate(request, { ...quietContext, host, token: null, maxCommits: 100_000 })
  return { answer, milliseconds: performance.now() - start }
}

/** What must be the same: everything but links. */
function shared({ range, commitCount, entries, omitted, houseStyle, warnings }: Answer) {
  return {
    range: { ...range, compareUrl: null },
    commitCount,
    entries,
    omitted,
    houseStyle,
    warnings,
  }
}

/** The names of the parts that differ. */
function differences(one: ReturnType<typeof shared>, other: ReturnType<typeof shared>): string[] {
  const parts = Object.keys(one) as (keyof typeof one)[]
  return parts.filter((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]))
}

let isSame = true
for (const [index, fromRef] of from.entries()) {
  const toRef = to[index]!
  const inClone = await ask(local, fromRef, toRef)
  server.calls.length = 0
  const overGit = await ask(wire, fromRef, toRef)
  const different = differences(shared(inClone.answer), shared(overGit.answer))
  const { commitCount, entries, omitted, houseStyle } = inClone.answer
  isSame &&= different.length === 0
  const columns = [
    repoFullName,
    `\`${fromRef}..${toRef}\``,
    commitCount,
    entries.length,
    omitted.length,
    houseStyle?.releases ?? 0,
    server.calls.length,
    (inClone.milliseconds / 1000).toFixed(1),
    (overGit.milliseconds / 1000).toFixed(1),
    different.length === 0 ? 'same' : `different: ${different.join(', ')}`,
  ]
  console.log(`| ${columns.join(' | ')} |`)
}
await server.close()
process.exitCode = isSame ? 0 : 1
