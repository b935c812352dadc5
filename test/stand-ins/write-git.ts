import { join } from 'node:path'
import { makeFolder } from '../support/build-repository.ts'
import { runProgram } from '../support/run-program.ts'

/** A commit that changes one file. */
interface FileCommit {
  branch: string
  /** Where a new branch starts; null if the branch must exist. */
  start: string | null
  path: string
  content: Buffer
  message: string
}

function git(folder: string, args: string[], more: { input?: Buffer; index?: string } = {}): string {
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Forge',
    GIT_AUTHOR_EMAIL: 'forge@example.org',
    GIT_COMMITTER_NAME: 'Forge',
    GIT_COMMITTER_EMAIL: 'forge@example.org',
    ...(more.index === undefined ? {} : { GIT_INDEX_FILE: more.index }),
  }
  const { input } = more
  return runProgram('git', args, { cwd: folder, env, ...(input && { input }) })
    .toString()
    .trim()
}

/** The commit at the tip of a branch, or null. */
export function tipOf(folder: string, branch: string): string | null {
  try {
    return git(folder, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`])
  } catch {
    return null
  }
}

/** The blob of a file on a branch, or null. */
export function blobOf(folder: string, branch: string, path: string): string | null {
  try {
    return git(folder, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}:${path}`])
  } catch {
    return null
  }
}

/** The last commit that touched a file on a branch. */
export function lastCommitOf(folder: string, branch: string, path: string): string {
  return git(folder, ['log', '-1', '--format=%H', `refs/heads/${branch}`, '--', path])
}

/** Creates a branch; fails if it exists. */
export function makeBranch(folder: string, branch: string, sha: string): void {
  git(folder, ['update-ref', `refs/heads/${branch}`, sha, ''])
}

/** Deletes a branch; false if there is none. */
export function dropBranch(folder: string, branch: string): boolean {
  if (tipOf(folder, branch) === null) return false
  git(folder, ['update-ref', '-d', `refs/heads/${branch}`])
  return true
}

/** Creates a tag unless it exists. */
export function ensureTag(folder: string, tag: string, at: string): void {
  try {
    git(folder, ['rev-parse', '--verify', '--quiet', `refs/tags/${tag}`])
  } catch {
    git(folder, ['update-ref', `refs/tags/${tag}`, git(folder, ['rev-parse', `${at}^{commit}`])])
  }
}

/** Whether the repository has a tag. */
export function hasTag(folder: string, tag: string): boolean {
  return git(folder, ['tag', '--list', tag]) === tag
}

/** Commits one file to a branch, with git's own tools and without a work tree. */
export function commitFile(folder: string, { branch, start, path, content, message }: FileCommit): string {
  const parent = tipOf(folder, branch) ?? tipOf(folder, start!)!
  const index = join(makeFolder(), 'index')
  git(folder, ['read-tree', parent], { index })
  const blob = git(folder, ['hash-object', '-w', '--stdin'], { input: content })
  git(folder, ['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { index })
  const tree = git(folder, ['write-tree'], { index })
  const commit = git(folder, ['commit-tree', tree, '-p', parent, '-m', message])
  git(folder, ['update-ref', `refs/heads/${branch}`, commit])
  return commit
}
