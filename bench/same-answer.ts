import { execFileSync } from 'node:child_process'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseGenerateRequest } from '../src/api/generate-request.ts'
import { generate } from '../src/app/generate.ts'
import type { Answer } from '../src/core/answer.ts'
import type { Host } from '../src/core/host.ts'
import { configuredHosts } from '../src/hosts/configured-hosts.ts'
import { localHost } from '../src/hosts/local/local.ts'
import { startBitbucket } from '../test/stand-ins/bitbucket.ts'
import { startGitServer } from '../test/stand-ins/git-server.ts'
import { startGitea } from '../test/stand-ins/gitea.ts'
import { startGithub } from '../test/stand-ins/github.ts'
import { startGitlab } from '../test/stand-ins/gitlab.ts'
import { makeFolder } from '../test/support/build-repository.ts'
import { quietContext } from '../test/support/quiet-context.ts'

// Compares the answer for a range of a clone with the answers for the same range over git's protocol and over the APIs
// of GitHub, GitLab, Gitea and Bitbucket. The clone is served by `git http-backend`, and by the stand-ins of the hosts.
// Usage: --repo PATH --from A --to B, where --from and --to can be repeated in pairs; --name sets the name in the table.

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
const copy = join(root, repoFullName)
execFileSync('git', ['clone', '--quiet', '--bare', '--shared', resolve(repo), copy])

const token = 'reader'
const tokens = { [token]: 'all' as const }
const accounts = {
  [token]: { scopes: ['api', 'read:repository', 'repository', 'pullrequest'], sees: 'all' as const },
}
const servers = {
  git: await startGitServer({ root, tokens }),
  github: await startGithub({ root, tokens }),
  gitlab: await startGitlab({ root, tokens: accounts }),
  gitea: await startGitea({ root, tokens: accounts }),
  bitbucket: await startBitbucket({ root, tokens: accounts }),
}
const kinds = ['git', 'github', 'gitlab', 'gitea', 'bitbucket'] as const
let calls = 0
const hosts = configuredHosts(
  kinds.map((kind) => {
    const {
      url,
      apiUrl = url,
      graphqlUrl = url,
    }: { url: string; apiUrl?: string; graphqlUrl?: string } = servers[kind]
    return { name: kind, kind, url, apiUrl, graphqlUrl }
  }),
  {
    fetch: (address, init) => {
      calls += 1
      return fetch(address, init)
    },
    now: Date.now,
    random: Math.random,
    sleep: async () => {},
  },
)
const local = localHost({ root, token: null, searchPath: process.env.PATH ?? '' })

async function ask(host: Host, fromRef: string, toRef: string) {
  const start = performance.now()
  calls = 0
  const { request } = parseGenerateRequest({ repoFullName, fromRef, toRef })
  const access = { host, token: host === local ? null : token, maxCommits: 100_000 }
  const answer = await generate(request, { ...quietContext, ...access })
  return { answer, calls, milliseconds: performance.now() - start }
}

/** What must be the same: everything but links, logins and labels. */
function shared({ range, commitCount, entries, omitted, houseStyle, warnings }: Answer) {
  return {
    range: { ...range, compareUrl: null },
    commitCount,
    entries: entries.map(({ labels: _labels, authors: _authors, ...entry }) => entry),
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
  const { commitCount, entries, omitted, houseStyle } = inClone.answer
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
  const results: string[] = []
  for (const host of hosts) {
    const read = await ask(host, fromRef, toRef)
    const different = differences(shared(inClone.answer), shared(read.answer))
    isSame &&= different.length === 0
    const outcome = different.length === 0 ? 'same' : `different: ${different.join(', ')}`
    results.push(`${outcome} (${read.calls} requests, ${seconds(read.milliseconds)} s)`)
  }
  const columns = [
    repoFullName,
    `\`${fromRef}..${toRef}\``,
    commitCount,
    entries.length,
    omitted.length,
    houseStyle?.releases ?? 0,
    seconds(inClone.milliseconds),
    ...results,
  ]
  console.log(`| ${columns.join(' | ')} |`)
}
await Promise.all(Object.values(servers).map((server) => server.close()))
process.exitCode = isSame ? 0 : 1
