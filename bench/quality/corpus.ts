import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type HeadingClass, headingClasses } from '../../src/core/category.ts'
import type { Commit } from '../../src/core/commit.ts'
import type { PastRelease } from '../../src/core/history.ts'

/** A unit of change of the corpus, and what its maintainers did with it. */
export interface CorpusItem {
  key: number | string
  title: string
  commits: string[]
  /** Whether it is known that the maintainers listed it or did not. */
  judged: boolean
  listed: boolean
  category: string | null
}

/** A release of the corpus. */
export interface CorpusRelease {
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
  items: CorpusItem[]
  entries: { category: string | null; text: string; items: (number | string)[] }[]
}

/** The releases of one repository, the newest first. */
export interface RepositoryReleases {
  name: string
  releases: CorpusRelease[]
}

/** Reads a folder of `*.jsonl.gz` files, one per repository. */
export function readCorpus(folder: string): RepositoryReleases[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))
  return names.sort().map((name) => ({
    name: name.replace('.jsonl.gz', '').replace('__', '/'),
    releases: gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as CorpusRelease),
  }))
}

/** The history of a release as git provides it, without pull requests. */
export function toHistory({ commits }: CorpusRelease) {
  return {
    commits: commits.map(toCommit),
    pullRequests: [],
    logins: new Map<string, string>(),
    firstTimers: null,
  }
}

function toCommit({ sha, parents, author, date, message, files }: CorpusRelease['commits'][number]): Commit {
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

/** Converts a release to one that the house style learns from. */
export function toPastRelease(release: CorpusRelease): PastRelease {
  return {
    history: toHistory(release),
    listed: release.items
      .filter(({ judged, listed }) => judged && listed)
      .map(({ key, commits, category }) => ({
        pullRequests: typeof key === 'number' ? [key] : [],
        commits,
        category: toHeadingClass(category),
      })),
  }
}

/** The class of a heading of the corpus; null for none, and for a heading that only says that changes are breaking. */
export function toHeadingClass(category: string | null): HeadingClass | null {
  if (category === 'Docs' || category === 'Deps') return 'Other'
  return headingClasses.find((each) => each === category) ?? null
}

/** The items that have an entry of their own. */
export function findSingleItems({ entries }: CorpusRelease): Set<number | string> {
  return new Set(entries.filter(({ items }) => items.length === 1).map(({ items }) => items[0]!))
}
