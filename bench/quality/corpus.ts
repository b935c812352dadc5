import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Category, categories } from '../../src/core/category.ts'
import type { Commit } from '../../src/core/commit.ts'
import type { PastRelease } from '../../src/core/history.ts'

/** A unit of change of the corpus, and what its maintainers made of it. */
export interface Item {
  key: number | string
  title: string
  commits: string[]
  /** Whether the maintainers' choice is known. */
  judged: boolean
  listed: boolean
  category: string | null
}

/** A release of the corpus. */
export interface Release {
  repo: string
  version: string
  commits: {
    sha: string
    parents: string[]
    author: string
    date: string
    message: string
    files: string[]
  }[]
  items: Item[]
  entries: { category: string | null; text: string; items: (number | string)[] }[]
}

/** The releases of one repository, the newest first. */
export interface RepositoryReleases {
  name: string
  releases: Release[]
}

/** Reads a folder of `*.jsonl.gz` files, a repository each. */
export function readCorpus(folder: string): RepositoryReleases[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))
  return names.sort().map((name) => ({
    name: name.replace('.jsonl.gz', '').replace('__', '/'),
    releases: gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Release),
  }))
}

/** A release as the hosts would tell it: only commits, nothing of pull requests. */
export function historyOf({ commits }: Release) {
  return {
    commits: commits.map(asCommit),
    pullRequests: [],
    logins: new Map<string, string>(),
    firstTimers: null,
  }
}

function asCommit({ sha, parents, author, date, message, files }: Release['commits'][number]): Commit {
  return {
    sha,
    parents,
    author: { name: author, email: author, login: null },
    authoredAt: date,
    committedAt: Date.parse(date) / 1000,
    message,
    paths: files,
    pathsCut: false,
    tags: [],
  }
}

/** A release as one to learn from. */
export function asPastRelease(release: Release): PastRelease {
  return {
    history: historyOf(release),
    listed: release.items
      .filter(({ judged, listed }) => judged && listed)
      .map(({ key, commits, category }) => ({
        pullRequests: typeof key === 'number' ? [key] : [],
        commits,
        category: asCategory(category),
      })),
  }
}

/** One of the six types; null for the corpus's other headings. */
export function asCategory(category: string | null): Category | null {
  return categories.find((each) => each === category) ?? null
}

/** The items that an entry of their own tells. */
export function toldAlone({ entries }: Release): Set<number | string> {
  return new Set(entries.filter(({ items }) => items.length === 1).map(({ items }) => items[0]!))
}
