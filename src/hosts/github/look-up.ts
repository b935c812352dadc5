import type { ChangelogFile } from '../../core/project-files.ts'
import type { RefLookup } from '../../core/range.ts'
import { parseRevision, type Revision } from '../../git/revision.ts'
import { type CommitNode, lookUpAnswer, type Page, type PullNode, type TextFile } from './answers.ts'
import { askGraphql } from './ask-graphql.ts'
import { moved } from './errors.ts'
import type { GithubContext } from './github-context.ts'
import { type LookUpWords, lookUpDocument, lookUpVariables } from './queries.ts'
import { expressionsToAsk, type Known, namesToAsk, nowhere, readRef } from './ref-words.ts'
import { type KnownTags, newestTags } from './tags.ts'

/** What the first query tells, besides the refs. */
export interface FirstAnswer {
  page: Page | null
  recent: PullNode[]
  tags: KnownTags
  /** The text of `.github/release.yml` at the end of the range. */
  releaseConfig: string | null
  /** What says which conventional types are shown, at the end of the range. */
  typeConfig: ChangelogFile | null
  /** The repository's own changelog at the end of the range. */
  changelog: TextFile | null
}

interface Found extends FirstAnswer {
  from: RefLookup
  to: RefLookup
  empty: boolean
}

const pageSizes = [50, 25, 12]
/** Finds both refs and reads the first page of history; a second query only where the first had to guess wrong. */
export async function lookUp(context: GithubContext, fromRef: string, toRef: string): Promise<Found> {
  const from = parseRevision(fromRef)
  const to = parseRevision(toRef)
  const guess = await ask(context, wordsFor([from, to], null, firstPage(to)))
  const found = read(guess, from, to)
  const isSettled = found.from && found.to && (found.page || !found.to.sha)
  if (found.empty || isSettled) return settled(found)
  const page = found.to?.sha ? { expression: found.to.sha } : firstPage(to, guess.defaultBranchRef?.name)
  const sure = await ask(context, wordsFor([from, to], guess.defaultBranchRef?.name ?? null, page))
  return settled(read(sure, from, to))
}

type Partly = Omit<Found, 'from' | 'to'> & { from: RefLookup | undefined; to: RefLookup | undefined }

function settled(found: Partly): Found {
  return { ...found, from: found.from ?? nowhere, to: found.to ?? nowhere }
}

function firstPage({ base, suffix, text }: Revision, defaultBranch = 'main'): LookUpWords['page'] {
  if (base === 'HEAD') {
    return suffix === '' ? 'default-branch' : { expression: `refs/heads/${defaultBranch}${suffix}` }
  }
  // No steps back, which makes a commit of an annotated tag.
  return { expression: suffix === '' ? `${text}~0` : text }
}

function wordsFor(refs: Revision[], defaultBranch: string | null, page: LookUpWords['page']): LookUpWords {
  return {
    refs: [...new Set(refs.flatMap(namesToAsk))],
    expressions: [...new Set(refs.flatMap((words) => expressionsToAsk(words, defaultBranch)))],
    page,
  }
}

async function ask(context: GithubContext, words: LookUpWords) {
  const [owner = '', name = ''] = context.repoFullName.split('/')
  for (const [index, size] of pageSizes.entries()) {
    const answer = await askGraphql(context, {
      document: lookUpDocument(words),
      variables: { owner, name, size, ...lookUpVariables(words) },
      schema: lookUpAnswer,
    })
    if ('data' in answer) {
      const { repository } = answer.data
      // GraphQL follows a rename in silence; the caller's links and settings would go on with the old name.
      if (repository.nameWithOwner.toLowerCase() !== context.repoFullName.toLowerCase())
        throw moved(context, repository.nameWithOwner)
      return { ...repository, words }
    }
    if (index === pageSizes.length - 1) throw answer.smaller
  }
  throw new Error('there is at least one size of a page')
}

function read(answer: Awaited<ReturnType<typeof ask>>, from: Revision, to: Revision): Partly {
  const { words, defaultBranchRef } = answer
  const tip = defaultBranchRef?.target
  const page = words.page === 'default-branch' ? tip : answer.page
  const whole = page?.history ? { ...page, history: page.history } : null
  const known: Known = {
    refs: new Map(words.refs.map((name, index) => [name, answer.refs[`r${index}`]?.target ?? null])),
    expressions: new Map(
      words.expressions.map((text, index) => [text, answer.expressions[`e${index}`] ?? null]),
    ),
    defaultBranch: defaultBranchRef && tip ? { name: defaultBranchRef.name, sha: tip.oid } : null,
    parents: parentsIn(whole?.history.nodes ?? []),
  }
  const target = readRef(to, known)
  const isOfTarget = whole !== null && whole.oid === target?.sha
  return {
    from: readRef(from, known),
    to: target,
    empty: answer.isEmpty,
    page: isOfTarget ? whole : null,
    recent: answer.recent,
    releaseConfig: textOf(whole),
    typeConfig: isOfTarget ? asWhole(page?.typeConfig ?? null) : null,
    changelog: isOfTarget ? (page?.changelog ?? null) : null,
    tags: newestTags(answer.tags.nodes, answer.tags.hasMore),
  }
}

function textOf(page: Page | null): string | null {
  const blob = page?.releaseConfig?.object
  return blob?.isTruncated ? null : (blob?.text ?? null)
}

/** A file of settings counts only whole. */
function asWhole(file: TextFile | null): ChangelogFile | null {
  return file === null || file.text === null || file.isCut ? null : { path: file.path, text: file.text }
}

function parentsIn(nodes: CommitNode[]): Map<string, string[]> {
  return new Map(nodes.map((node) => [node.oid, node.parents.nodes.map((parent) => parent.oid)]))
}
