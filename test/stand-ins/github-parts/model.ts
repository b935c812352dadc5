import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readGitLog } from '../../../src/hosts/local/git-log.ts'
import type { Commit } from '../../../src/types/commit.ts'
import { runProgram } from '../../programs/run-program.ts'
import { rememberGit } from '../remember-git.ts'

/** A tag or a branch of the repository. */
interface ModelRef {
  name: string
  type: string
  sha: string
  /** When an annotated tag was made, or the commit under a plain one. */
  date: string
}

/** A merged pull request, as the history of the repository tells of it. */
export interface ModelPull {
  number: number
  title: string
  body: string
  merge: Commit
  commits: Set<string>
  login: string
}

/** A real repository, read through git, with the pull requests that its messages speak of. */
export interface Model {
  fullName: string
  folder: string
  defaultBranch: string
  refs: Map<string, ModelRef>
  commits: Map<string, Commit>
  pulls: Map<number, ModelPull>
  revList: (words: string[]) => string[]
  revParse: (expression: string) => { sha: string; type: string } | null
  show: (words: string[]) => string | null
  bytes: (blob: string) => Buffer
}

/** Reads a repository below a folder; null when there is none of that name. */
export async function readModel(root: string, fullName: string): Promise<Model | null> {
  if (fullName.split('/').some((part) => part.startsWith('.'))) return null
  const places = [`${fullName}.git`, `${fullName}/.git`, fullName].map((place) => join(root, place))
  const folder = places.find((place) => existsSync(join(place, 'HEAD')))
  if (folder === undefined) return null
  const state = run(folder, ['for-each-ref', refFormat]).toString() + run(folder, ['symbolic-ref', 'HEAD'])
  const known = read.get(folder)
  if (known?.state === state) return known.model
  const model = await readAnew(folder, fullName)
  read.set(folder, { state, model })
  return model
}

const read = new Map<string, { state: string; model: Model }>()
const refFormat = '--format=%(objecttype) %(objectname) %(refname) %(creatordate:iso-strict)'

function run(folder: string, words: string[]): Buffer {
  const said = rememberGit(folder, ['', ...words], () => runAnew(folder, words))
  if (said instanceof Error) throw said
  return said
}

function runAnew(folder: string, words: string[]): Buffer | Error {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  try {
    return runProgram('git', ['-c', 'safe.directory=*', `--git-dir=${folder}`, ...words], { env })
  } catch (error) {
    return error as Error
  }
}

async function readAnew(folder: string, fullName: string): Promise<Model> {
  const refs = new Map<string, ModelRef>()
  for (const line of lines(run(folder, ['for-each-ref', refFormat]))) {
    const [type = '', sha = '', name = '', date = ''] = line.split(' ')
    refs.set(name, { type, sha, name, date })
  }
  const commits = new Map<string, Commit>()
  if (refs.size > 0) {
    for await (const commit of readGitLog(asStream(run(folder, [...logWords, '--all']))))
      commits.set(commit.sha, commit)
  }
  return {
    fullName,
    folder,
    defaultBranch: run(folder, ['symbolic-ref', '--short', 'HEAD']).toString().trim(),
    refs,
    commits,
    pulls: findPulls(commits),
    revList: (words) => lines(run(folder, ['rev-list', ...words])),
    revParse: (expression) =>
      commits.has(expression) ? { sha: expression, type: 'commit' } : revParse(folder, expression),
    bytes: (blob) => run(folder, ['cat-file', 'blob', blob]),
    show: (words) => orNull(() => run(folder, words).toString()),
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
  return orNull(() => {
    // Callers ask for many files that are not there: one list tells of all.
    if (path !== undefined) return treeAt(folder, revision).get(path) ?? null
    const sha = run(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', expression])
      .toString()
      .trim()
    return { sha, type: run(folder, ['cat-file', '-t', sha]).toString().trim() }
  })
}

/** Everything in the files of a commit, by its path. */
function treeAt(folder: string, revision: string): Map<string, { sha: string; type: string }> {
  const entries = run(folder, ['ls-tree', '-r', '-t', '-z', '--end-of-options', revision]).toString()
  return new Map(
    entries
      .split('\0')
      .filter(Boolean)
      .map((entry) => {
        const [, type = '', sha = ''] = entry.split(/\s/, 3)
        return [entry.slice(entry.indexOf('\t') + 1), { sha, type }]
      }),
  )
}

function orNull<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
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

/** Who has an account: whoever writes from example.org. */
export function loginOf(email: string): string | null {
  return /^([a-z0-9.-]+)@example\.org$/i.exec(email)?.[1]?.replaceAll('.', '-') ?? null
}
