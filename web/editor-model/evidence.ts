import type { ChangesAnswer } from '../../src/core/answer.ts'
import type { Category } from '../../src/core/category.ts'
import type { Omission } from '../../src/core/change.ts'
import type { Entry } from '../../src/core/entry.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import { parseHeader } from '../../src/curate/parse/parse-header.ts'
import { splitPullRequestNumber } from '../../src/curate/parse/split-pull-request-number.ts'
import type { EditorEntry, EditorModel, EntryContent } from './editor-model.ts'
import { chooseTitle } from './titles.ts'

/** A change as the server lists it. */
export type ListedChange = ChangesAnswer['changes'][number]

/** A commit with the change it belongs to, or the reason why the server excluded it. */
export interface CommitEvidence {
  sha: string
  subject: string
  change: ListedChange | null
  omission: Omission | null
}

/** The evidence of a range, indexed by commit. */
export interface EvidenceIndex {
  answer: ChangesAnswer
  commits: Map<string, CommitEvidence>
}

/** Builds the index of the evidence. */
export function indexEvidence(answer: ChangesAnswer): EvidenceIndex {
  const commits = new Map<string, CommitEvidence>()
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

/** The changes that an entry describes, in the order of its commits. */
export function changesOf({ commits }: Pick<EditorEntry, 'commits'>, index: EvidenceIndex): ListedChange[] {
  const changes = commits.flatMap((sha) => index.commits.get(sha)?.change ?? [])
  return [...new Set(changes)]
}

/**
 * Separates the texts about a change: those of its pull requests, and the messages of its commits in their order.
 * Drafts of older versions do not know which is which, so all texts count for the pull request.
 */
export function splitTexts({ texts, textSources, commits }: ListedChange): {
  ofPullRequests: string[]
  ofCommits: Map<string, string>
} {
  if (!textSources) return { ofPullRequests: texts, ofCommits: new Map() }
  const messages = texts.filter((_, index) => textSources[index] === 'commit')
  return {
    ofPullRequests: texts.filter((_, index) => textSources[index] === 'pull_request'),
    ofCommits: new Map(
      commits.flatMap((sha, index) =>
        messages[index] === undefined ? [] : [[sha, messages[index]] as const],
      ),
    ),
  }
}

/** The configuration that a range was read with; null if there is none. */
export function configOf({ answer }: EvidenceIndex): RepositoryConfig | null {
  return answer.layout.config
}

/** Converts an editor entry for rendering; its references come from the evidence, never from the user. */
export function toEntry(entry: EditorEntry, index: EvidenceIndex): Entry {
  const changes = changesOf(entry, index)
  const unique = <Value>(values: Value[]) => [...new Set(values)]
  const [first] = changes
  const tickets = new Map(
    changes.flatMap((change) => change.tickets ?? []).map((ticket) => [ticket.id, ticket]),
  )
  return {
    id: entry.id,
    category: entry.category,
    ...(entry.section === undefined ? {} : { section: entry.section, type: first?.type ?? null }),
    ...(tickets.size > 0 ? { tickets: [...tickets.values()] } : {}),
    text: entry.text,
    breaking: entry.breaking,
    scope: unique(changes.map(({ scope }) => scope)).length === 1 ? changes[0]!.scope : null,
    importance: Math.max(0, ...changes.map(({ importance }) => importance)),
    notability: changes.length === 0 ? 0.3 : Math.max(...changes.map(({ notability }) => notability)),
    commits: entry.commits,
    pullRequests: pullRequestsOf(entry, index),
    authors: unique(changes.flatMap(({ authors }) => authors)),
    labels: unique(changes.flatMap(({ labels }) => labels)),
    writtenBy: entry.writtenBy,
    evidence: changes.flatMap(({ evidence }) => evidence),
  }
}

/** The pull requests that an entry cites. */
export function pullRequestsOf(entry: Pick<EditorEntry, 'commits'>, index: EvidenceIndex): number[] {
  const numbers = entry.commits.flatMap((sha) => {
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

/** Returns the initial content of an entry that the user creates from a commit. */
export function contentFromCommit(
  { subject, sha, change }: CommitEvidence,
  config: RepositoryConfig | null,
): EntryContent {
  const header = parseHeader(splitPullRequestNumber(subject).title)
  const title = change?.title ?? header.description
  const text = title.charAt(0).toUpperCase() + title.slice(1)
  const category = change?.category ?? categoryByType[header.type ?? ''] ?? 'Changed'
  const breaking = change?.breaking ?? header.breaking
  const section = change?.section ?? chooseTitle({ type: header.type, category, breaking }, config)
  return {
    text: text.trim() === '' ? `Untitled commit ${sha.slice(0, 7)}` : text,
    ...{ category, breaking },
    ...(section === undefined ? {} : { section }),
  }
}

/**
 * Adds the sections to entries without one, such as those of a draft that is older than the configuration. Without a
 * configuration no entry has a section.
 */
export function withSections(editor: EditorModel, index: EvidenceIndex): EditorModel {
  const config = configOf(index)
  const addSection = <Content extends EntryContent>(
    content: Content,
    change: ListedChange | undefined,
  ): Content => {
    if (!config) return content.section === undefined ? content : { ...content, section: undefined }
    if (content.section !== undefined) return content
    const { category, breaking } = content
    const section =
      change?.section !== undefined && change.category === category
        ? change.section
        : chooseTitle({ type: null, category, breaking }, config)
    return { ...content, section }
  }
  const fitEntry = (entry: EditorEntry): EditorEntry => {
    const [change] = changesOf(entry, index)
    const drafted = entry.drafted && addSection(entry.drafted, change)
    const offer = entry.offer && addSection(entry.offer, change)
    const fitted = addSection(entry, change)
    return fitted === entry && drafted === entry.drafted && offer === entry.offer
      ? entry
      : { ...fitted, drafted, offer }
  }
  const entries = editor.entries.map(fitEntry)
  const excluded = editor.excluded.map(fitEntry)
  const isSame =
    entries.every((entry, at) => entry === editor.entries[at]) &&
    excluded.every((entry, at) => entry === editor.excluded[at])
  return isSame ? editor : { ...editor, entries, excluded }
}
