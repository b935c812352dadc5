import { isUtf8 } from 'node:buffer'
import { runProgram } from '../programs/run-program.ts'
import { rememberGit } from './remember-git.ts'

/** A commit as a forge reads it out of its repository. */
export interface ForgeCommit {
  sha: string
  parents: string[]
  name: string
  email: string
  authoredAt: string
  committedAt: string
  message: string
}

/** A tag or a branch of a repository, peeled. */
export interface ForgeRef {
  name: string
  sha: string
  committedAt: string
  /** When an annotated tag was made. */
  madeAt: string | null
}

/** A pull request, as the messages of a repository tell of it. */
export interface ForgeRequest {
  number: number
  title: string
  merged: boolean
  merge: ForgeCommit
  author: ForgeCommit
}

function run(folder: string, words: string[]): Promise<Buffer | null> {
  return rememberGit(folder, words, () => runAnew(folder, words))
}

async function runAnew(folder: string, words: string[]): Promise<Buffer | null> {
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  try {
    return runProgram('git', words, { cwd: folder, env })
  } catch {
    // What git does not know, a forge does not have.
    return null
  }
}

function decode(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes)
}

/** The commits that `git log` lists for some words; null when git knows no such revision. */
export async function readCommits(folder: string, words: string[]): Promise<ForgeCommit[] | null> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%aI%x00%cI%x00%B'
  const output = await run(folder, ['log', '-z', '--encoding=UTF-8', format, ...words, '--'])
  if (output === null) return null
  const fields: string[] = []
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start)
    fields.push(decode(output.subarray(start, end)))
    start = end + 1
  }
  return Array.from({ length: fields.length / 7 }, (_, index) => {
    const [sha, parents, name, email, authoredAt, committedAt, message] = fields.slice(index * 7) as string[]
    return {
      sha: sha!,
      parents: parents === '' ? [] : parents!.split(' '),
      name: name!,
      email: email!,
      authoredAt: authoredAt!,
      committedAt: committedAt!,
      message: message!,
    }
  })
}

/** The commit that a revision means, or null. */
export async function readCommit(folder: string, revision: string): Promise<ForgeCommit | null> {
  const sha = await run(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  if (sha === null) return null
  return (await readCommits(folder, ['--max-count=1', sha.toString().trim()]))?.[0] ?? null
}

/** How many commits a range has. */
export async function countCommits(folder: string, words: string[]): Promise<number> {
  return Number((await run(folder, ['rev-list', '--count', ...words]))!.toString())
}

/** What lies at the root of a commit; null when git knows no such commit. */
export async function readRoot(
  folder: string,
  sha: string,
): Promise<{ name: string; type: string }[] | null> {
  const output = await run(folder, ['ls-tree', '-z', sha])
  return (
    output
      ?.toString()
      .split('\0')
      .filter(Boolean)
      .map((line) => ({ type: line.split(' ', 2)[1]!, name: line.slice(line.indexOf('\t') + 1) })) ?? null
  )
}

/** A file at a commit; null when there is none. */
export function readBlob(folder: string, sha: string, path: string): Promise<Buffer | null> {
  return run(folder, ['cat-file', 'blob', `${sha}:${path}`])
}

/** A best common ancestor of two commits, or null. */
export async function readMergeBase(folder: string, one: string, other: string): Promise<string | null> {
  return (await run(folder, ['merge-base', one, other]))?.toString().trim() ?? null
}

/** The branch that HEAD names. */
export async function readHead(folder: string): Promise<string> {
  return (await run(folder, ['symbolic-ref', '--short', 'HEAD']))!.toString().trim()
}

/** The tags or branches, the newest first; those that point at no commit are left out. */
export async function readRefs(folder: string, kind: 'tags' | 'heads'): Promise<ForgeRef[]> {
  const date =
    '%(if)%(*objecttype)%(then)%(*committerdate:iso-strict)%(else)%(committerdate:iso-strict)%(end)'
  const format = `--format=%(refname:lstrip=2)%00%(objectname)%00%(*objectname)%00${date}%00%(taggerdate:iso-strict)`
  const output = await run(folder, ['for-each-ref', '--sort=-creatordate', format, `refs/${kind}`])
  return output!
    .toString()
    .split('\n')
    .map((line) => line.split('\0'))
    .filter(([, , , committedAt]) => committedAt)
    .map(([name, sha, peeled, committedAt, madeAt]) => ({
      name: name!,
      sha: peeled || sha!,
      committedAt: committedAt!,
      madeAt: madeAt || null,
    }))
}

// The forms in which the hosts themselves write a merged request's number.
const forms = [
  /^Merge pull request '(?<title>.*)' \(#(?<number>\d+)\) from /,
  /^Merge branch '.*\n\n(?<title>.*)\n\nSee merge request \S*!(?<number>\d+)/,
  /^Merged in \S+ \(pull request #(?<number>\d+)\)(?:\n\n(?<title>.*))?/,
  /^(?<title>.*) \(#(?<number>\d+)\)/,
]

/** The requests of a repository, the one merged last first, those of some numbers closed without a merge. */
export async function readRequests(folder: string, notMerged: number[]): Promise<ForgeRequest[]> {
  const commits = (await readCommits(folder, ['--branches', '--date-order'])) ?? []
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const byNumber = new Map<number, ForgeRequest>()
  for (const merge of commits) {
    const found = forms.map((form) => form.exec(merge.message)?.groups).find((groups) => groups)
    const number = Number(found?.number)
    if (!found || byNumber.has(number)) continue
    const author = bySha.get(merge.parents[1] ?? '') ?? merge
    byNumber.set(number, {
      number,
      title: found.title ?? '',
      merged: !notMerged.includes(number),
      merge,
      author,
    })
  }
  return [...byNumber.values()].toSorted(
    (a, b) => Date.parse(b.merge.committedAt) - Date.parse(a.merge.committedAt),
  )
}

/** The label that the stand-ins put on a request: the type its title begins with. */
export function labelsOf(title: string): string[] {
  const type = /^(\w+)(?:\([^)]*\))?!?: /.exec(title)?.[1]
  return type === undefined ? [] : [type]
}
