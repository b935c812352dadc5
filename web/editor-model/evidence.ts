import type { ChangesAnswer } from '../../src/core/answer.ts'
import type { Category } from '../../src/core/category.ts'
import type { Omission } from '../../src/core/change.ts'
import type { Entry } from '../../src/core/entry.ts'
import { parseHeader } from '../../src/curate/parse/parse-header.ts'
import { splitPullRequestNumber } from '../../src/curate/parse/parse-message.ts'
import type { Item, Wording } from './editor-model.ts'

export type ListedChange = ChangesAnswer['changes'][number]

/** What is known of one commit. */
export interface KnownCommit {
  sha: string
  subject: string
  change: ListedChange | null
  omission: Omission | null
}

/** The evidence of a range, made ready for looking up a commit. */
export interface EvidenceIndex {
  answer: ChangesAnswer
  commits: Map<string, KnownCommit>
}

/** Reads the evidence once. */
export function indexEvidence(answer: ChangesAnswer): EvidenceIndex {
  const commits = new Map<string, KnownCommit>()
  for (const change of answer.changes) {
    for (const [index, sha] of change.commits.entries()) {
      const subject = change.subjects[index] ?? change.title
      commits.set(sha, { sha, subject, change, omission: null })
    }
  }
  for (const omission of answer.omitted) {
    commits.set(omission.sha, { sha: omission.sha, subject: omission.subject, change: null, omission })
  }
  return { answer, commits }
}

/** The changes that an entry tells, in the order of its commits. */
export function changesOf({ commits }: Pick<Item, 'commits'>, index: EvidenceIndex): ListedChange[] {
  const changes = commits.flatMap((sha) => index.commits.get(sha)?.change ?? [])
  return [...new Set(changes)]
}

/** An entry as the formats print it; what it cites comes from the evidence, never from the person. */
export function entryOf(item: Item, index: EvidenceIndex): Entry {
  const changes = changesOf(item, index)
  const unique = <Value>(values: Value[]) => [...new Set(values)]
  return {
    id: item.id,
    category: item.category,
    text: item.text,
    breaking: item.breaking,
    notability: changes.length === 0 ? 0.3 : Math.max(...changes.map(({ notability }) => notability)),
    commits: item.commits,
    pullRequests: pullRequestsOf(item, index),
    authors: unique(changes.flatMap(({ authors }) => authors)),
    labels: unique(changes.flatMap(({ labels }) => labels)),
    writtenBy: item.writtenBy === 'model' ? 'model' : 'rules',
    evidence: changes.flatMap(({ evidence }) => evidence),
  }
}

/** The pull requests that an entry cites. */
export function pullRequestsOf(item: Pick<Item, 'commits'>, index: EvidenceIndex): number[] {
  const numbers = item.commits.flatMap((sha) => {
    const known = index.commits.get(sha)
    if (!known) return []
    if (known.change) return known.change.pullRequests
    return splitPullRequestNumber(known.subject).number ?? []
  })
  return [...new Set(numbers)]
}

const categoryByType: Record<string, Category> = {
  feat: 'Added',
  fix: 'Fixed',
  security: 'Security',
  deprecate: 'Deprecated',
  remove: 'Removed',
}

/** First words for a commit that the service left out. */
export function wordCommit({ subject, sha, change }: KnownCommit): Wording {
  const header = parseHeader(splitPullRequestNumber(subject).title)
  const words = change?.title ?? header.description
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return {
    text: text.trim() === '' ? `Change ${sha.slice(0, 7)}, which has no title` : text,
    category: change?.category ?? categoryByType[header.type ?? ''] ?? 'Changed',
    breaking: change?.breaking ?? header.breaking,
  }
}
