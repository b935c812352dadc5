import { Problem } from '../../core/errors.ts'
import type { ChangelogFile } from '../../core/project-files.ts'
import type { ResolvedRef } from '../../core/range.ts'
import { parseRevision, type Revision } from '../../git/revision.ts'
import { repositoryMoved } from '../rest/rest-errors.ts'
import type { GithubContext } from './github-context.ts'
import { queryGraphql } from './graphql-client.ts'
import { type LookUpQuery, lookUpDocument, lookUpVariables } from './queries.ts'
import { expressionsOf, type KnownRefs, qualifiedNamesOf, resolveRef, unknownRef } from './ref-queries.ts'
import {
  type CommitNode,
  type LookUpResponse,
  lookUpResponse,
  type Page,
  type PullNode,
  type TextFile,
} from './schemas.ts'
import { type KnownTags, newestTags } from './tags.ts'

/** What the first query returns besides the refs. */
export interface FirstResponse {
  page: Page | null
  recent: PullNode[]
  /** Whether the token may read pull requests. */
  hasPulls: boolean
  tags: KnownTags
  /** The text of `.github/release.yml` at the end of the range. */
  releaseConfig: string | null
  /** The type configuration at the end of the range. */
  typeConfig: ChangelogFile | null
  /** The configuration files of Notewright at the end of the range. */
  configFiles: ChangelogFile[]
  /** The repository's changelog at the end of the range. */
  changelog: TextFile | null
}

interface LookUpResult extends FirstResponse {
  from: ResolvedRef
  to: ResolvedRef
  empty: boolean
}

const pageSize = 50
// GitHub works on a query for ten seconds before it gives up; git answers in a fraction of that.
const firstTimeoutMs = 3000

/**
 * Finds both refs and reads the first page of history; sends a second query only if the first had to guess and was
 * wrong. GitHub charges for a query that takes too long, so it is not repeated with a smaller page.
 */
export async function resolveRefs(
  context: GithubContext,
  fromRef: string,
  toRef: string,
): Promise<LookUpResult | { tooLarge: Problem }> {
  const from = parseRevision(fromRef)
  const to = parseRevision(toRef)
  const guess = await send(context, queryFor([from, to], null, firstPage(to)))
  if ('tooLarge' in guess) return guess
  const found = read(guess, from, to)
  const isSettled = found.from && found.to && (found.page || !found.to.sha)
  if (found.empty || isSettled) return settled(found)
  const page = found.to?.sha ? { expression: found.to.sha } : firstPage(to, guess.defaultBranchRef?.name)
  const known = queryFor([from, to], guess.defaultBranchRef?.name ?? null, page)
  const sure = await send(context, { ...known, pulls: guess.query.pulls })
  return 'tooLarge' in sure ? sure : settled(read(sure, from, to))
}

/** A result in which a ref is undefined until another query finds it. */
type PartialResult = Omit<LookUpResult, 'from' | 'to'> & {
  from: ResolvedRef | undefined
  to: ResolvedRef | undefined
}

function settled(found: PartialResult): LookUpResult {
  return { ...found, from: found.from ?? unknownRef, to: found.to ?? unknownRef }
}

function firstPage({ base, suffix, text }: Revision, defaultBranch = 'main'): LookUpQuery['page'] {
  if (base === 'HEAD') {
    return suffix === '' ? 'default-branch' : { expression: `refs/heads/${defaultBranch}${suffix}` }
  }
  // `~0` turns an annotated tag into its commit.
  return { expression: suffix === '' ? `${text}~0` : text }
}

function queryFor(refs: Revision[], defaultBranch: string | null, page: LookUpQuery['page']): LookUpQuery {
  return {
    refs: [...new Set(refs.flatMap(qualifiedNamesOf))],
    expressions: [...new Set(refs.flatMap((revision) => expressionsOf(revision, defaultBranch)))],
    page,
    pulls: true,
  }
}

/** The repository of a response, and the query that returned it. */
type LookedUpRepository = LookUpResponse['repository'] & { query: LookUpQuery }

async function send(
  context: GithubContext,
  query: LookUpQuery,
): Promise<LookedUpRepository | { tooLarge: Problem }> {
  const [owner = '', name = ''] = context.repoFullName.split('/')
  try {
    const result = await queryGraphql(context, {
      document: lookUpDocument(query),
      variables: { owner, name, size: pageSize, ...lookUpVariables(query) },
      schema: lookUpResponse,
      timeoutMs: firstTimeoutMs,
    })
    if (!('data' in result)) return result
    const { repository } = result.data
    // GraphQL follows a rename silently; the caller's links and settings would keep the old name.
    if (repository.nameWithOwner.toLowerCase() !== context.repoFullName.toLowerCase())
      throw repositoryMoved(context, repository.nameWithOwner)
    return { ...repository, query }
  } catch (error) {
    // A token may read the code and not the pull requests; GitHub then returns nothing of the repository.
    const mayBePulls = query.pulls && error instanceof Problem && error.code === 'scope_missing'
    if (!mayBePulls) throw error
    return send(context, { ...query, pulls: false })
  }
}

function read(repository: LookedUpRepository, from: Revision, to: Revision): PartialResult {
  const { query, defaultBranchRef } = repository
  const tip = defaultBranchRef?.target
  const page = query.page === 'default-branch' ? tip : repository.page
  const whole = page?.history ? { ...page, history: page.history } : null
  const known: KnownRefs = {
    refs: new Map(query.refs.map((name, index) => [name, repository.refs[`r${index}`]?.target ?? null])),
    expressions: new Map(
      query.expressions.map((text, index) => [text, repository.expressions[`e${index}`] ?? null]),
    ),
    defaultBranch: defaultBranchRef && tip ? { name: defaultBranchRef.name, sha: tip.oid } : null,
    parents: parentsIn(whole?.history.nodes ?? []),
  }
  const target = resolveRef(to, known)
  const isOfTarget = whole !== null && whole.oid === target?.sha
  return {
    from: resolveRef(from, known),
    to: target,
    empty: repository.isEmpty,
    page: isOfTarget ? whole : null,
    recent: repository.recent,
    hasPulls: query.pulls,
    releaseConfig: textOf(whole),
    typeConfig: isOfTarget ? completeFile(page?.typeConfig ?? null) : null,
    configFiles: isOfTarget
      ? (page?.configFiles ?? []).map(({ path, text }) => ({ path, text: text ?? '' }))
      : [],
    changelog: isOfTarget ? (page?.changelog ?? null) : null,
    tags: newestTags(repository.tags.nodes, repository.tags.hasMore),
  }
}

function textOf(page: Page | null): string | null {
  const blob = page?.releaseConfig?.object
  return blob?.isTruncated ? null : (blob?.text ?? null)
}

/** Ignores a configuration file that is cut. */
function completeFile(file: TextFile | null): ChangelogFile | null {
  return file === null || file.text === null || file.isCut ? null : { path: file.path, text: file.text }
}

function parentsIn(nodes: CommitNode[]): Map<string, string[]> {
  return new Map(nodes.map((node) => [node.oid, node.parents.nodes.map((parent) => parent.oid)]))
}
