import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../support/run-program.ts'
import { gitFolderOf, memoizeGit } from './memoize-git.ts'

/** A tag or a branch as git keeps it. */
interface GitRef {
  /** With refs/ before it. */
  name: string
  type: string
  sha: string
  /** What an annotated tag points at. */
  peeled: string | null
  committedAt: string | null
  madeAt: string | null
  /** When an annotated tag was made, or else the commit. */
  createdAt: string
}

/** What lies at a path of a commit. */
interface GitEntry {
  type: string
  sha: string
}

/** Returns the output of a git command; null if it fails. It runs once as long as no ref changes. */
export function askGit(folder: string, args: string[], input = ''): Buffer | null {
  const gitFolder = gitFolderOf(folder)
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  return memoizeGit(gitFolder, [...args, input], () => {
    try {
      const settings = { env, input: Buffer.from(input) }
      return runProgram('git', ['-c', 'safe.directory=*', `--git-dir=${gitFolder}`, ...args], settings)
    } catch {
      // A host does not have what git does not know.
      return null
    }
  })
}

/** Returns the branch of HEAD, read from its file. */
export function readHead(folder: string): string {
  const text = readFileSync(join(gitFolderOf(folder), 'HEAD'), 'utf8')
  const branch = /^ref: refs\/heads\/(.+)$/m.exec(text)?.[1]
  if (branch === undefined) throw new Error(`HEAD of ${folder} names no branch`)
  return branch
}

const date = '%(if)%(*objecttype)%(then)%(*committerdate:iso-strict)%(else)%(committerdate:iso-strict)%(end)'
const fields = [
  ...['%(refname)', '%(objecttype)', '%(objectname)', '%(*objectname)', date],
  ...['%(taggerdate:iso-strict)', '%(creatordate:iso-strict)'],
]

/** Every ref, in the order of their names. */
export function readAllRefs(folder: string): GitRef[] {
  const lines = askGit(folder, ['for-each-ref', `--format=${fields.join('%00')}`])!
    .toString()
    .split('\n')
  return lines.filter(Boolean).map((line) => {
    const [name = '', type = '', sha = '', peeled, committedAt, madeAt, createdAt = ''] = line.split('\0')
    return {
      ...{ name, type, sha, createdAt },
      peeled: peeled || null,
      committedAt: committedAt || null,
      madeAt: madeAt || null,
    }
  })
}

/** Returns all files and folders of a revision by path. */
export function readTree(folder: string, revision: string): Map<string, GitEntry> | null {
  const output = askGit(folder, ['ls-tree', '-r', '-t', '-z', '--end-of-options', revision])
  if (output === null) return null
  const entries = output.toString().split('\0').filter(Boolean)
  return new Map(
    entries.map((entry) => {
      const [, type = '', sha = ''] = entry.split(/\s/, 3)
      return [entry.slice(entry.indexOf('\t') + 1), { type, sha }]
    }),
  )
}
