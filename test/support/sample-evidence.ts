import type { ChangesAnswer } from '../../src/core/answer.ts'
import type { Category } from '../../src/core/category.ts'
import type { Entry } from '../../src/core/entry.ts'
import { type EvidenceIndex, indexEvidence } from '../../web/editor-model/evidence.ts'

/** A SHA made from a number. */
export function shaOf(number: number): string {
  return number.toString(16).padStart(40, '0')
}

interface SampleChange {
  commits: number[]
  title?: string
  category?: Category
  breaking?: boolean
}

/** Evidence with changes by the numbers of their commits, and excluded commits. */
export function makeEvidence(changes: SampleChange[], omitted: number[] = []): EvidenceIndex {
  const answer: ChangesAnswer = {
    success: true,
    commitCount: changes.flatMap(({ commits }) => commits).length + omitted.length,
    range: {
      fromRef: 'v1.0.0',
      toRef: 'HEAD',
      fromSha: shaOf(0),
      toSha: shaOf(1),
      compareUrl: null,
      relation: 'ancestor',
    },
    version: null,
    date: null,
    houseStyle: null,
    config: { source: 'none', path: null, sha: null, digest: null, package: null, unused: [] },
    changes: changes.map(
      ({ commits, title = `change ${commits[0]}`, category = 'Added', breaking = false }) => ({
        id: `pr-${commits[0]}`,
        title,
        scope: null,
        category,
        breaking,
        breakingNotes: [],
        advisories: [],
        notability: 0.5,
        importance: 0.5,
        commits: commits.map(shaOf),
        subjects: commits.map((number) => `feat: ${title} ${number}`),
        pullRequests: [commits[0]!],
        authors: ['ada'],
        labels: [],
        paths: [],
        texts: commits.map((number) => `feat: ${title} ${number}`),
        evidence: [{ kind: 'category', detail: 'The type is feat.' }],
      }),
    ),
    omitted: omitted.map((number) => ({
      sha: shaOf(number),
      subject: `docs: explain ${number} (#${number})`,
      reason: 'docs',
      detail: 'The type is docs.',
    })),
    contributors: [],
    warnings: [],
    plan: { model: 'm', calls: 1, inputTokens: 1, outputTokens: 1, cost: null, cutTexts: 0 },
    layout: {
      ...{ web: null, releaseConfig: null, config: null, changelog: null },
      ...{ projectName: 'widget', package: null, packages: [], tag: null, previousVersion: null },
    },
  }
  return indexEvidence(answer)
}

/** A draft with one entry for each change; `word` distinguishes drafts. */
export function draftFrom(
  { answer }: EvidenceIndex,
  word = 'first',
): { entries: Entry[]; omitted: ChangesAnswer['omitted']; summary: null } {
  const entries = answer.changes.map(
    ({ id, category, title, breaking, commits, pullRequests }): Entry => ({
      id,
      category,
      text: `${title}, ${word}`,
      breaking,
      notability: 0.5,
      scope: null,
      importance: 0.5,
      commits,
      pullRequests,
      authors: [],
      labels: [],
      writtenBy: 'model',
      evidence: [],
    }),
  )
  return { entries, omitted: answer.omitted, summary: null }
}
