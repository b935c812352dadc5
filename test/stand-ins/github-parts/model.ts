import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Commit } from '../../../src/core/commit.ts'
import { readGitLog } from '../../../src/hosts/local/git-log.ts'
import { askGit, readAllRefs, readHead, readTree } from '../read-git.ts'

/** A tag or a branch of the repository. */
interface ModelRef {
  name: string
  type: string
  sha: string
  /** When an annotated tag was made, or the commit under a plain one. */
  date: string
}

/** A merged pull request, read from the commit messages. */
export interface ModelPull {
  number: number
  title: string
  body: string
  merge: Commit
  commits: Set<string>
  login: string
}

/** A real repository, read through git, with the pull requests in its commit messages. */
export interface Model {
  fullName: string
  folder: string
  defaultBranch: string
  refs: Map<string, ModelRef>
  commits: Map<string, Commit>
  pulls: Map<number, ModelPull>
  revList: (args: string[]) => string[]
  revParse: (expression: string) => { sha: string; type: string } | null
  show: (args: string[]) => string | null
  bytes: (blob: string) => Buffer
  /** The files that a pull request changed. */
  pathsOf: (pull: ModelPull) => string[]
}

/** Reads a repository below a folder; null when there is none of that name. */
export async function readModel(root: string, fullName: string): Promise<Model | null> {
  if (fullName.split('/').some((part) => part.startsWith('.'))) return null
  const candidates = [`${fullName}.git`, `${fullName}/.git`, fullName].map((path) => join(root, path))
  const folder = candidates.find((path) => existsSync(join(path, 'HEAD')))
  if (folder === undefined) return null
  const refs = readAllRefs(folder)
  const state = JSON.stringify([readHead(folder), refs])
  const known = read.get(folder)
  if (known?.state === state) return known.model
  const byName = new Map(
    refs.map(({ name, type, sha, createdAt }) => [name, { name, type, sha, date: createdAt }]),
  )
  const model = await buildModel(folder, fullName, byName)
  read.set(folder, { state, model })
  return model
}

const read = new Map<string, { state: string; model: Model }>()

function run(folder: string, args: string[]): Buffer {
  const output = askGit(folder, args)
  if (output === null) throw new Error(`git failed: ${args.join(' ')}`)
  return output
}

async function buildModel(folder: string, fullName: string, refs: Map<string, ModelRef>): Promise<Model> {
  const commits = new Map<string, Commit>()
  if (refs.size > 0) {
    for await (const commit of readGitLog(asStream(run(folder, [...logWords, '--all']))))
      commits.set(commit.sha, commit)
  }
  const types = new Map([...refs.values()].map(({ sha, type }) => [sha, type]))
  const pulls = findPulls(commits)
  return {
    fullName,
    folder,
    defaultBranch: readHead(folder),
    refs,
    commits,
    pulls,
    revList: (args) => lines(run(folder, ['rev-list', ...args])),
    revParse: (expression) => {
      const type = commits.has(expression) ? 'commit' : types.get(expression)
      return type === undefined ? revParse(folder, expression) : { sha: expression, type }
    },
    bytes: (blob) => run(folder, ['cat-file', 'blob', blob]),
    show: (args) => askGit(folder, args)?.toString() ?? null,
    pathsOf: (pull) => pathsOfAll(folder, pulls).get(pull.merge.sha) ?? [],
  }
}

const logWords = [
  'log',
  '-z',
  '--encoding=UTF-8',
  '--format=%x00%H%x00%P%x00%aN%x00%aE%x00%aI%x00%ct%x00%D%x00%B',
]

async function* asStream(bytes: Buffer) {
  yield bytes
}

function lines(output: Buffer): string[] {
  return output.toString().split('\n').filter(Boolean)
}

function revParse(folder: string, expression: string): { sha: string; type: string } | null {
  const [revision, path] = expression.split(/:(?=[^/])/, 2) as [string, string?]
  // Many requested files do not exist, so one list of all files is faster.
  if (path !== undefined) return readTree(folder, revision)?.get(path) ?? null
  if (expression.includes('\n')) return null
  const output = askGit(folder, ['cat-file', '--batch-check'], `${expression}\n`)?.toString() ?? ''
  const [, sha, type] = /^([0-9a-f]{40}) ([a-z]+) \d+$/m.exec(output) ?? []
  return sha === undefined ? null : { sha, type: type! }
}

/** The files that each pull request changed, by the SHA of its merge, read with one process. */
function pathsOfAll(folder: string, pulls: Map<number, ModelPull>): Map<string, string[]> {
  const merges = [...pulls.values()].map(({ merge }) => merge)
  const paths = new Map(merges.map(({ sha }) => [sha, [] as string[]]))
  const input = merges.map(({ sha, parents }) => `${[sha, ...parents.slice(0, 1)].join(' ')}\n`)
  const args = ['diff-tree', '--stdin', '-z', '--root', '-r', '--name-only']
  const output = askGit(folder, args, input.join(''))?.toString() ?? ''
  let current: string[] = []
  for (const word of output.split('\0').filter(Boolean)) {
    const begun = paths.get(word)
    if (begun) current = begun
    else current.push(word)
  }
  return paths
}

/** `Title (#N)` and `Merge pull request #N from …` are pull request N; of two the older one is. */
function findPulls(commits: Map<string, Commit>): Map<number, ModelPull> {
  const pulls = new Map<number, ModelPull>()
  for (const merge of [...commits.values()].sort((a, b) => a.committedAt - b.committedAt)) {
    const [subject = '', ...rest] = merge.message.split('\n')
    const squash = /^(.*) \(#(\d+)\)$/.exec(subject)
    const merged = /^Merge pull request #(\d+) from /.exec(subject)
    const number = Number(squash?.[2] ?? merged?.[1] ?? 0)
    if (number === 0 || pulls.has(number)) continue
    const body = rest.join('\n').trim()
    const [title = subject, ...more] = body.split('\n')
    const side = merge.parents.length > 1 ? sideOf(merge, commits) : new Set<string>()
    pulls.set(number, {
      number,
      title: squash ? squash[1]! : title,
      body: squash ? body : more.join('\n').trim(),
      merge,
      commits: new Set([merge.sha, ...side]),
      login: loginOf(commits.get([...side][0] ?? '')?.author.email ?? merge.author.email) ?? 'ghost',
    })
  }
  return pulls
}

function sideOf(merge: Commit, commits: Map<string, Commit>): Set<string> {
  const main = reach(merge.parents.slice(0, 1), commits, new Set())
  return reach(merge.parents.slice(1), commits, main)
}

function reach(starts: string[], commits: Map<string, Commit>, without: Set<string>): Set<string> {
  const seen = new Set(starts.filter((sha) => !without.has(sha)))
  for (const sha of seen) {
    for (const parent of commits.get(sha)?.parents ?? []) if (!without.has(parent)) seen.add(parent)
  }
  return seen
}

/** Authors with an address at example.org have an account. */
export function loginOf(email: string): string | null {
  return /^([a-z0-9.-]+)@example\.org$/i.exec(email)?.[1]?.replaceAll('.', '-') ?? null
}
