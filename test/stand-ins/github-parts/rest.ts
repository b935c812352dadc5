import type { Commit } from '../../../src/core/commit.ts'
import { loginOf, type Model, type ModelPull } from './model.ts'
import type { GithubResponse } from './stand-in.ts'

interface RestCall {
  path: string
  query: URLSearchParams
  accept: string
  labels: Record<number, string[]>
  /** Whether compare keeps the last commit back. */
  shortfall: boolean
  /** Whether the token may not read pull requests. */
  denied: boolean
  rebased: RebasedPull[]
  archived: boolean
  mayWrite: boolean
}

/** A pull request that was merged by a rebase, by the subjects of its commits. */
export interface RebasedPull {
  number: number
  title: string
  subjects: string[]
}

const missing: GithubResponse = { status: 404, body: { message: 'Not Found' } }
const emptyResponse: GithubResponse = { status: 409, body: { message: 'Git Repository is empty.' } }

/** Handles the REST routes of one repository like GitHub. */
export function handleRest(model: Model, call: RestCall): GithubResponse {
  const { path } = call
  const { archived } = call
  if (path === '') {
    const permissions = { admin: false, push: call.mayWrite, pull: true }
    return ok({ full_name: model.fullName, default_branch: model.defaultBranch, archived, permissions })
  }
  const pulls = /^\/pulls(?:\/(\d+))?$/.exec(path)
  if (path.startsWith('/pulls') && call.denied) {
    const headers = { 'x-accepted-github-permissions': 'pull_requests=read' }
    return { status: 403, body: { message: 'Resource not accessible by personal access token' }, headers }
  }
  const ofPull = /^\/pulls\/(\d+)\/commits$/.exec(path)?.[1]
  if (ofPull !== undefined) return listCommitsOf(model, call, Number(ofPull))
  if (pulls) return handlePulls(model, call, pulls[1])
  if (model.commits.size === 0) return emptyResponse
  const compare = /^\/compare\/([0-9a-f]+)\.\.\.([0-9a-f]+)$/.exec(path)
  if (compare) return handleCompare(model, call, compare[1]!, compare[2]!)
  if (path === '/tags') return handleTags(model, call)
  const [, file] = /^\/contents\/(.*)$/.exec(path) ?? []
  if (file !== undefined) return handleContents(model, call, file)
  if (path === '/commits') return handleCommits(model, call)
  const [, commit] = /^\/commits\/(.+)$/.exec(path) ?? []
  if (commit !== undefined) return handleCommit(model, call, commit)
  const [, gitCommit] = /^\/git\/commits\/([0-9a-f]{40})$/.exec(path) ?? []
  if (gitCommit !== undefined) return handleGitCommit(model, gitCommit)
  const [, ref] = /^\/git\/ref\/(.+)$/.exec(path) ?? []
  if (ref !== undefined) return handleRef(model, `refs/${ref}`)
  const [, tag] = /^\/git\/tags\/([0-9a-f]{40})$/.exec(path) ?? []
  return tag === undefined ? missing : handleTag(model, tag)
}

function ok(body: unknown, headers: Record<string, string> = {}): GithubResponse {
  return { status: 200, body, headers }
}

function pageOf<Item>(items: Item[], query: URLSearchParams): Item[] {
  const size = Math.min(100, Number(query.get('per_page') ?? 30))
  const page = Number(query.get('page') ?? 1)
  return items.slice((page - 1) * size, page * size)
}

function handleCompare(
  model: Model,
  { query, shortfall }: RestCall,
  from: string,
  to: string,
): GithubResponse {
  if (model.show(['merge-base', from, to]) === null)
    return { status: 404, body: { message: `No common ancestor between ${from} and ${to}.` } }
  const shas = model.revList(['--reverse', `${from}..${to}`])
  const given = shortfall ? shas.slice(0, -1) : shas
  const commits = pageOf(given, query).map((sha) => asRest(model.commits.get(sha)!))
  return ok({ total_commits: shas.length, commits, files: [] })
}

function handleCommits(model: Model, { query, shortfall }: RestCall): GithubResponse {
  const start = model.revParse(query.get('sha') ?? model.defaultBranch)
  if (!start) return missing
  const all = model.revList([start.sha])
  const shas = shortfall ? all.slice(0, -1) : all
  const last = Math.ceil(shas.length / Number(query.get('per_page') ?? 30))
  const link = { link: `<https://api.github.com/x?per_page=1&page=${last}>; rel="last"` }
  return ok(
    pageOf(shas, query).map((sha) => asRest(model.commits.get(sha)!)),
    last > 1 ? link : {},
  )
}

function handleCommit(model: Model, { accept }: RestCall, name: string): GithubResponse {
  // As REST does: the branch before the tag, and no steps back but from a branch.
  const found =
    model.revParse(`refs/heads/${name}`) ?? (/[~^]/.test(name) ? null : model.revParse(`${name}^{commit}`))
  if (!found) return { status: 422, body: { message: `No commit found for SHA: ${name}` } }
  return ok(accept === 'application/vnd.github.sha' ? found.sha : asRest(model.commits.get(found.sha)!))
}

function handleGitCommit(model: Model, sha: string): GithubResponse {
  const commit = model.commits.get(sha)
  return commit ? ok({ sha, committer: { date: moment(commit.committedAt) } }) : missing
}

function handleRef(model: Model, name: string): GithubResponse {
  const ref = model.refs.get(name)
  return ref ? ok({ ref: name, object: { type: ref.type, sha: ref.sha } }) : missing
}

function handleTags(model: Model, { query }: RestCall): GithubResponse {
  const tags = [...model.refs.values()].filter((ref) => ref.name.startsWith('refs/tags/'))
  const peeled = tags.flatMap((ref) => {
    const commit = ref.type === 'commit' ? ref : model.revParse(`${ref.name}^{commit}`)
    return commit ? [{ name: ref.name.slice('refs/tags/'.length), commit: { sha: commit.sha } }] : []
  })
  return ok(pageOf(peeled, query))
}

function handleContents(model: Model, { query, accept }: RestCall, path: string): GithubResponse {
  const found = model.revParse(`${query.get('ref')}:${path}`)
  if (!found) return missing
  if (found.type === 'blob') {
    const bytes = model.bytes(found.sha)
    return ok(
      accept === 'application/vnd.github.raw+json'
        ? bytes
        : { sha: found.sha, content: bytes.toString('base64') },
    )
  }
  const lines = model.show(['ls-tree', found.sha])?.split('\n').filter(Boolean) ?? []
  return ok(
    lines.map((line) => ({
      name: line.slice(line.indexOf('\t') + 1),
      type: line.includes(' tree ') ? 'dir' : 'file',
    })),
  )
}

function handleTag(model: Model, sha: string): GithubResponse {
  const text = model.show(['cat-file', 'tag', sha])
  if (text === null) return missing
  const stamp = /^tagger .*> (\d+) /m.exec(text)?.[1]
  return ok({
    tagger: stamp ? { date: moment(Number(stamp)) } : null,
    object: { type: /^type (\w+)$/m.exec(text)![1], sha: /^object ([0-9a-f]+)$/m.exec(text)![1] },
  })
}

function handlePulls(model: Model, call: RestCall, number: string | undefined): GithubResponse {
  if (number === undefined) {
    const all = [...model.pulls.values(), ...call.rebased.map((each) => asPull(model, each))]
    const newest = all.sort((a, b) => b.merge.committedAt - a.merge.committedAt)
    return ok(pageOf(newest, call.query).map((pull) => asRestPull(model, pull, call.labels)))
  }
  const pull = model.pulls.get(Number(number))
  return pull ? ok(asRestPull(model, pull, call.labels)) : missing
}

/** The commits of a rebased pull request, found by their subjects. */
function commitsOf(model: Model, { subjects }: RebasedPull): Commit[] {
  const all = [...model.commits.values()]
  return subjects.map((subject) => all.find(({ message }) => message.trim() === subject)!)
}

function asPull(model: Model, rebased: RebasedPull): ModelPull {
  const commits = commitsOf(model, rebased)
  const { number, title } = rebased
  return { number, title, body: '', merge: commits.at(-1)!, commits: new Set(), login: 'ada' }
}

/** As GitHub lists them: as they were on the branch, with other SHAs. */
function listCommitsOf(model: Model, { rebased }: RestCall, number: number): GithubResponse {
  const pull = rebased.find((each) => each.number === number)
  const commits = pull ? commitsOf(model, pull).map(asRest) : []
  return ok(commits.map((commit, index) => ({ ...commit, sha: String(index).padStart(40, 'b') })))
}

function asRestPull(model: Model, pull: ModelPull, labels: Record<number, string[]>) {
  return {
    number: pull.number,
    title: pull.title,
    body: pull.body === '' ? null : pull.body,
    merged_at: moment(pull.merge.committedAt),
    updated_at: moment(pull.merge.committedAt),
    merge_commit_sha: pull.merge.sha,
    base: { repo: { full_name: model.fullName } },
    labels: (labels[pull.number] ?? []).map((name) => ({ name })),
    user: { login: pull.login, type: 'User' },
  }
}

function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

function asRest(commit: Commit) {
  const login = loginOf(commit.author.email)
  const { name, email } = commit.author
  return {
    sha: commit.sha,
    parents: commit.parents.map((sha) => ({ sha })),
    commit: {
      message: commit.message,
      author: { name, email, date: new Date(commit.authoredAt).toISOString() },
      committer: { name, email, date: moment(commit.committedAt) },
    },
    author: login === null ? null : { login },
  }
}
