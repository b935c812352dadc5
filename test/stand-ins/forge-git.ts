import { isUtf8 } from 'node:buffer'
import type { ForgeOptions } from './forge.ts'
import { askGit, readAllRefs, readHead, readTree } from './read-git.ts'

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

/** A pull request, read from the commit messages of a repository. */
export interface ForgePullRequest {
  number: number
  title: string
  merged: boolean
  merge: ForgeCommit
  author: ForgeCommit
  /** The commits of its branch, the oldest first. */
  commits: ForgeCommit[]
  /** Whether its merge created no commit. */
  isFastForward: boolean
}

function decode(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes)
}

/** The commits that `git log` lists for some revisions; null if git knows no such revision. */
export async function readCommits(folder: string, revisions: string[]): Promise<ForgeCommit[] | null> {
  const format = '--format=%H%x00%P%x00%an%x00%ae%x00%aI%x00%cI%x00%B'
  const output = askGit(folder, ['log', '-z', '--encoding=UTF-8', format, ...revisions.flatMap(asEnds), '--'])
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

/** Writes a range `a..b` as `b ^a`. */
function asEnds(word: string): string[] {
  const [, from, to] = /^([0-9a-f]{40})\.\.([0-9a-f]{40})$/.exec(word) ?? []
  return from === undefined ? [word] : [to!, `^${from}`]
}

/** The commit that a revision means, or null. */
export async function readCommit(folder: string, revision: string): Promise<ForgeCommit | null> {
  // What git log would take for a range, or for something else than a revision, is no commit.
  if (/^[-^]|\.\./.test(revision)) return null
  return (await readCommits(folder, ['--max-count=1', `${revision}^{commit}`]))?.[0] ?? null
}

/** What lies at the root of a commit; null when git knows no such commit. */
export async function readRoot(
  folder: string,
  sha: string,
): Promise<{ name: string; type: string }[] | null> {
  const tree = readTree(folder, sha)
  if (tree === null) return null
  return [...tree].flatMap(([path, { type }]) => (path.includes('/') ? [] : [{ name: path, type }]))
}

/** A file at a commit; null when there is none. */
export async function readBlob(folder: string, sha: string, path: string): Promise<Buffer | null> {
  const found = readTree(folder, sha)?.get(path)
  return found?.type === 'blob' ? askGit(folder, ['cat-file', 'blob', found.sha]) : null
}

/** A best common ancestor of two commits, or null. */
export async function readMergeBase(folder: string, one: string, other: string): Promise<string | null> {
  return askGit(folder, ['merge-base', one, other])?.toString().trim() ?? null
}

/** Whether the branch that HEAD names has no commit yet. */
export function isEmpty(folder: string): boolean {
  const name = `refs/heads/${readHead(folder)}`
  return !readAllRefs(folder).some((ref) => ref.name === name)
}

/** The tags or branches, the newest first; those that point to no commit are excluded. */
export async function readRefs(folder: string, kind: 'tags' | 'heads'): Promise<ForgeRef[]> {
  const prefix = `refs/${kind}/`
  return readAllRefs(folder)
    .filter(({ name }) => name.startsWith(prefix))
    .toSorted((one, other) => momentOf(other.createdAt) - momentOf(one.createdAt))
    .flatMap(({ name, sha, peeled, committedAt, madeAt }) =>
      committedAt === null
        ? []
        : [{ name: name.slice(prefix.length), sha: peeled ?? sha, committedAt, madeAt }],
    )
}

function momentOf(date: string): number {
  return Date.parse(date) || 0
}

// The forms in which the hosts themselves write a merged request's number.
const forms = [
  /^Merge pull request '(?<title>.*)' \(#(?<number>\d+)\) from /,
  /^Merge branch '.*\n\n(?<title>.*)\n\nSee merge request \S*!(?<number>\d+)/,
  /^Merged in \S+ \(pull request #(?<number>\d+)\)(?:\n\n(?<title>.*))?/,
  /^(?<title>.*) \(#(?<number>\d+)\)/,
]

/** The pull requests of a repository, the last merged first; those with some numbers are closed without a merge. */
export async function readPullRequests(
  folder: string,
  { notMerged = [], rebased = [] }: Pick<ForgeOptions, 'notMerged' | 'rebased'>,
): Promise<ForgePullRequest[]> {
  const commits = (await readCommits(folder, ['--branches', '--date-order'])) ?? []
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const byNumber = new Map<number, ForgePullRequest>()
  for (const merge of commits) {
    const found = forms.map((form) => form.exec(merge.message)?.groups).find((groups) => groups)
    const number = Number(found?.number)
    if (!found || byNumber.has(number)) continue
    const author = bySha.get(merge.parents[1] ?? '') ?? merge
    byNumber.set(number, {
      commits: [author],
      isFastForward: false,
      number,
      title: found.title ?? '',
      merged: !notMerged.includes(number),
      merge,
      author,
    })
  }
  for (const { number, title, subjects, keepsShas } of rebased) {
    const own = subjects.map(
      (subject) => commits.find(({ message }) => message.split('\n', 1)[0] === subject)!,
    )
    const merge = own.at(-1)!
    const asWritten = own.map((commit, index) =>
      keepsShas ? commit : { ...commit, sha: String(index).padStart(40, 'b') },
    )
    const request = { number, title, merged: true, merge, author: merge, isFastForward: keepsShas }
    byNumber.set(number, { ...request, commits: asWritten })
  }
  return [...byNumber.values()].toSorted(
    (a, b) => Date.parse(b.merge.committedAt) - Date.parse(a.merge.committedAt),
  )
}

/** The label that the stand-ins put on a pull request: the type at the start of its title. */
export function labelsOf(title: string): string[] {
  const type = /^(\w+)(?:\([^)]*\))?!?: /.exec(title)?.[1]
  return type === undefined ? [] : [type]
}
