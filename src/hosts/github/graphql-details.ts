import type { Commit } from '../../core/commit.ts'
import { warn } from '../../core/warnings.ts'
import { mainLineStart } from '../main-line.ts'
import type { GithubContext } from './github-context.ts'
import { queryInParts } from './graphql-client.ts'
import { commitsWithoutNumber, pullRequestNumberIn } from './pull-request-numbers.ts'
import { type DetailItem, detailsDocument } from './queries.ts'
import { type RangeDetails, RangeDetailsBuilder } from './range-details.ts'
import { type CommitNode, type DetailsResponse, detailsResponse, type PullNode } from './schemas.ts'

/** The commits and pull requests that the first query returned. */
export interface FirstPageData {
  /** The commits of its page, by SHA. */
  nodes: Map<string, CommitNode>
  recent: PullNode[]
}

/** How many items one request asks for. */
export interface RequestSizes {
  numbers: number
  commits: number
  people: number
  searches: number
}

/** The sizes for a GitHub that answers in time. */
export const usualSizes: RequestSizes = { numbers: 100, commits: 50, people: 100, searches: 100 }

/** The sizes after GitHub did not answer the first query in time. */
export const smallSizes: RequestSizes = { numbers: 25, commits: 12, people: 25, searches: 12 }

/** A page of this many commits without a pull request shows that the project does not use them. */
const significantPage = 30
const requestsAtOnce = 4

/** The details known without another request, and whether the first page covers every commit. */
interface KnownDetails {
  builder: RangeDetailsBuilder
  isComplete: boolean
}

/** Collects the details that the first query already returned. */
export function collectKnown(commits: Commit[], fullName: string, firstPage: FirstPageData): KnownDetails {
  const builder = new RangeDetailsBuilder(commits, fullName)
  for (const pull of firstPage.recent) builder.addPull(pull, null)
  for (const { sha } of commits) {
    const node = firstPage.nodes.get(sha)
    for (const pull of node?.associatedPullRequests ?? []) builder.addPull(pull, sha)
    for (const person of node?.authors ?? []) builder.addPerson(person.email, person.user?.login)
  }
  return { builder, isComplete: commits.every(({ sha }) => firstPage.nodes.has(sha)) }
}

/** What is known so far, and how much is queried at once. */
interface DetailsOptions {
  firstPage: FirstPageData
  builder: RangeDetailsBuilder
  sizes: RequestSizes
}

/** Queries the pull requests and people of the commits that are not on the first page. */
export async function queryDetails(
  context: GithubContext,
  commits: Commit[],
  { firstPage, builder, sizes }: DetailsOptions,
): Promise<RangeDetails> {
  const { requests, rest, unnamed } = planRequests(commits, { firstPage, builder, sizes })
  if (requests.length === 0) {
    warnAboutMissing(builder, { commits: rest.length, people: unnamed })
    return builder.build(null)
  }
  const before = new Date(mainLineStart(commits) * 1000).toISOString()
  const isFirst = new Map<string, boolean>()
  const query = { context, builder, isFirst, sizes }
  for (let at = 0; at < requests.length - 1; at += requestsAtOnce) {
    await Promise.all(
      requests
        .slice(at, Math.min(at + requestsAtOnce, requests.length - 1))
        .map((items) => send(query, items)),
    )
  }
  // The last request also searches for earlier pull requests of the authors; only authors that it adds need another.
  const last = requests.at(-1) ?? []
  let found = await send(query, [...last, ...searches(query, before)])
  let sent = 0
  for (; found > 0 && sent < rest.length; sent += sizes.commits)
    found = await send(query, rest.slice(sent, sent + sizes.commits))
  warnAboutMissing(builder, { commits: rest.length - sent, people: unnamed })
  for (let more = searches(query, before); more.length > 0; more = searches(query, before))
    await send(query, more)
  const firstTimers = [...isFirst].filter(([, first]) => first).map(([login]) => login)
  return builder.build(isFirst.size > 0 ? firstTimers : null)
}

function warnAboutMissing(
  builder: RangeDetailsBuilder,
  { commits, people }: { commits: number; people: number },
): void {
  if (commits > 0) builder.addWarning(warn('pull-requests-unknown', { because: 'no-recent-match', commits }))
  if (people > 0) builder.addWarning(warn('logins-unknown', { people }))
}

interface DetailsQuery {
  context: GithubContext
  builder: RangeDetailsBuilder
  /** Whether an author, by login, has no merged pull request before the range. */
  isFirst: Map<string, boolean>
  sizes: RequestSizes
}

function searches({ builder, isFirst, sizes }: DetailsQuery, before: string): DetailItem[] {
  const unknown = [...builder.pullAuthors()].filter((login) => !isFirst.has(login))
  return unknown.slice(0, sizes.searches).map((login) => ({ kind: 'earlier', login, before }))
}

/** What to query: the items of each request, and what no longer fits. */
interface RequestPlan {
  requests: DetailItem[][]
  /** Commits that are queried later, as long as that finds pull requests. */
  rest: DetailItem[]
  /** The number of authors whose login is not queried. */
  unnamed: number
}

/** Plans requests of as many pull request numbers as fit into each, with the commits and people that have to be looked up. */
function planRequests(commits: Commit[], { firstPage, builder, sizes }: DetailsOptions): RequestPlan {
  const { fullName } = builder
  const others = commits.filter(({ sha }) => !firstPage.nodes.has(sha))
  const given = others.map((commit) => pullRequestNumberIn(commit.message, fullName))
  const numbers = [...new Set(given)].filter((number) => number !== null && !builder.hasPull(number))
  const otherShas = new Set(others.map(({ sha }) => sha))
  const withoutNumber = commitsWithoutNumber(commits, fullName).filter(({ sha }) => otherShas.has(sha))
  const people = unknownPeople(others, new Set(withoutNumber), builder)
  const single = withoutNumber.map(({ sha }) => ({ kind: 'commit' as const, sha }))
  // If a whole page has no pull request, the rest has none either, and requests would be wasted.
  if (numbers.length === 0 && firstPage.nodes.size >= significantPage && !builder.hasAnyPull()) {
    const authors = [...new Set(withoutNumber.map(emailOf))].filter((email) => !builder.hasPerson(email))
    return { requests: [], rest: single, unnamed: people.length + authors.length }
  }
  const count = Math.max(
    Math.ceil(numbers.length / sizes.numbers),
    withoutNumber.length + people.length > 0 ? 1 : 0,
  )
  const requests = Array.from({ length: count }, (_, index): DetailItem[] => [
    ...part(numbers, index, sizes.numbers).map((number) => ({
      kind: 'number' as const,
      number: number!,
    })),
    ...part(withoutNumber, index, sizes.commits).map(({ sha }) => ({ kind: 'commit' as const, sha })),
    ...part(people, index, sizes.people).map(({ sha }) => ({ kind: 'person' as const, sha })),
  ])
  return {
    requests,
    rest: single.slice(count * sizes.commits),
    unnamed: Math.max(0, people.length - count * sizes.people),
  }
}

function emailOf({ author }: Commit): string {
  return author.email.toLowerCase()
}

function part<Item>(items: Item[], index: number, size: number): Item[] {
  return items.slice(index * size, (index + 1) * size)
}

/** Returns one commit of each author whose login no other item of the query returns. */
function unknownPeople(others: Commit[], withoutNumber: Set<Commit>, builder: RangeDetailsBuilder): Commit[] {
  const isQueried = (commit: Commit) =>
    withoutNumber.has(commit) ||
    (commit.parents.length < 2 && pullRequestNumberIn(commit.message, builder.fullName) !== null)
  const queried = new Set(others.filter(isQueried).map(emailOf))
  const byEmail = new Map(others.map((commit) => [emailOf(commit), commit]))
  return [...byEmail]
    .filter(([email]) => email !== '' && !queried.has(email) && !builder.hasPerson(email))
    .map(([, commit]) => commit)
}

/** Sends one request, halved if it is too large, and returns how many commits it found a pull request for. */
async function send(query: DetailsQuery, allItems: DetailItem[]): Promise<number> {
  if (allItems.length === 0) return 0
  const { context } = query
  const [owner = '', name = ''] = context.repoFullName.split('/')
  const responses = await queryInParts(context, allItems, (items) => ({
    document: detailsDocument(items, context.repoFullName),
    variables: items.some((item) => item.kind !== 'earlier') ? { owner, name } : {},
    schema: detailsResponse.transform((data) => ({ data, items })),
  }))
  return responses.reduce((found, { data, items }) => found + addResponse(query, data, items), 0)
}

function addResponse({ builder, isFirst }: DetailsQuery, data: DetailsResponse, items: DetailItem[]): number {
  let found = 0
  for (const node of Object.values(data.repository ?? {})) {
    if (node === null) continue
    if ('number' in node) {
      builder.addPull(node, null)
      continue
    }
    for (const person of node.authors) builder.addPerson(person.email, person.user?.login)
    // Every pull request must be added, so this is no `some`.
    const kept = node.associatedPullRequests.filter((pull) => builder.addPull(pull, node.oid))
    if (kept.length > 0) found += 1
  }
  const searched = items.filter((item) => item.kind === 'earlier')
  for (const [index, { login }] of searched.entries()) isFirst.set(login, data[`s${index}`]?.issueCount === 0)
  return found
}
