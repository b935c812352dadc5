import type { Commit } from '../../core/commit.ts'
import { warn } from '../../core/warnings.ts'
import { beginningOf } from '../main-line.ts'
import { type CommitNode, detailsAnswer, type PullNode } from './answers.ts'
import { askInParts } from './ask-graphql.ts'
import { claimedNumber, leftOver } from './claims.ts'
import { Gathered, type RangeDetails } from './gathered.ts'
import type { GithubContext } from './github-context.ts'
import { type DetailItem, detailsDocument } from './queries.ts'

/** What the first query already told. */
export interface Told {
  /** The commits of its page, by SHA. */
  nodes: Map<string, CommitNode>
  recent: PullNode[]
}

const numbersAtOnce = 100
const commitsAtOnce = 50
const peopleAtOnce = 100
const searchesAtOnce = 100
/** So many commits say how a project works. */
const telling = 30
const postsAtATime = 4

/** Puts together what is known without asking; `whole` when the page told of every commit. */
export function gatherTold(commits: Commit[], fullName: string, told: Told) {
  const gathered = new Gathered(commits, fullName)
  for (const pull of told.recent) gathered.addPull(pull, null)
  for (const { sha } of commits) {
    const node = told.nodes.get(sha)
    for (const pull of node?.associatedPullRequests ?? []) gathered.addPull(pull, sha)
    for (const person of node?.authors ?? []) gathered.addPerson(person.email, person.user?.login)
  }
  return { gathered, whole: commits.every(({ sha }) => told.nodes.has(sha)) }
}

/** Asks for the pull requests and people of the commits that the first page did not tell of. */
export async function askDetails(
  context: GithubContext,
  commits: Commit[],
  { told, gathered }: { told: Told; gathered: Gathered },
): Promise<RangeDetails> {
  const { posts, later, unnamed } = planPosts(commits, told, gathered)
  if (posts.length === 0) {
    warnOfUnasked(gathered, { commits: later.length, people: unnamed })
    return gathered.details(null)
  }
  const before = new Date(beginningOf(commits) * 1000).toISOString()
  const first = new Map<string, boolean>()
  const asker = { context, gathered, first }
  for (let at = 0; at < posts.length - 1; at += postsAtATime) {
    await Promise.all(
      posts.slice(at, Math.min(at + postsAtATime, posts.length - 1)).map((post) => send(asker, post)),
    )
  }
  // Who has merged before rides along with the last; only who turns up in that one is asked about after it.
  const last = posts.at(-1) ?? []
  let found = await send(asker, [...last, ...searches(asker, before)])
  let asked = 0
  for (; found > 0 && asked < later.length; asked += commitsAtOnce)
    found = await send(asker, later.slice(asked, asked + commitsAtOnce))
  warnOfUnasked(gathered, { commits: later.length - asked, people: unnamed })
  for (let left = searches(asker, before); left.length > 0; left = searches(asker, before))
    await send(asker, left)
  const names = [...first].filter(([, isFirst]) => isFirst).map(([login]) => login)
  return gathered.details(first.size > 0 ? names : null)
}

function warnOfUnasked(gathered: Gathered, { commits, people }: { commits: number; people: number }): void {
  if (commits > 0) gathered.addWarning(warn('pull-requests-unknown', { because: 'no-recent-match', commits }))
  if (people > 0) gathered.addWarning(warn('logins-unknown', { people }))
}

interface Asker {
  context: GithubContext
  gathered: Gathered
  /** The logins asked about, and whether nothing of theirs was merged before the range. */
  first: Map<string, boolean>
}

function searches({ gathered, first }: Asker, before: string): DetailItem[] {
  const unknown = [...gathered.authors()].filter((login) => !first.has(login))
  return unknown.slice(0, searchesAtOnce).map((login) => ({ kind: 'earlier', login, before }))
}

/** Numbers, 100 a POST, and along with them the commits and people that need asking. */
function planPosts(commits: Commit[], told: Told, gathered: Gathered) {
  const { fullName } = gathered
  const untold = commits.filter(({ sha }) => !told.nodes.has(sha))
  const claimed = untold.map((commit) => claimedNumber(commit.message, fullName))
  const numbers = [...new Set(claimed)].filter((number) => number !== null && !gathered.hasPull(number))
  const untoldShas = new Set(untold.map(({ sha }) => sha))
  const left = leftOver(commits, fullName).filter(({ sha }) => untoldShas.has(sha))
  const people = unknownPeople(untold, new Set(left), gathered)
  const later = left.map(({ sha }) => ({ kind: 'commit' as const, sha }))
  // Where a whole page came without a pull request the rest does too, and nobody is asked in vain.
  if (numbers.length === 0 && told.nodes.size >= telling && !gathered.hasAny()) {
    const authors = [...new Set(left.map(emailOf))].filter((email) => !gathered.hasPerson(email))
    return { posts: [], later, unnamed: people.length + authors.length }
  }
  const size = Math.max(Math.ceil(numbers.length / numbersAtOnce), left.length + people.length > 0 ? 1 : 0)
  const posts = Array.from({ length: size }, (_, index): DetailItem[] => [
    ...part(numbers, index, numbersAtOnce).map((number) => ({ kind: 'number' as const, number: number! })),
    ...part(left, index, commitsAtOnce).map(({ sha }) => ({ kind: 'commit' as const, sha })),
    ...part(people, index, peopleAtOnce).map(({ sha }) => ({ kind: 'person' as const, sha })),
  ])
  return {
    posts,
    later: later.slice(size * commitsAtOnce),
    unnamed: Math.max(0, people.length - size * peopleAtOnce),
  }
}

function emailOf({ author }: Commit): string {
  return author.email.toLowerCase()
}

function part<Item>(items: Item[], index: number, size: number): Item[] {
  return items.slice(index * size, (index + 1) * size)
}

/** One commit of each author whom no other answer will name. */
function unknownPeople(untold: Commit[], left: Set<Commit>, gathered: Gathered): Commit[] {
  const isAnswered = (commit: Commit) =>
    left.has(commit) ||
    (commit.parents.length < 2 && claimedNumber(commit.message, gathered.fullName) !== null)
  const answered = new Set(untold.filter(isAnswered).map(({ author }) => author.email.toLowerCase()))
  const byEmail = new Map(untold.map((commit) => [commit.author.email.toLowerCase(), commit]))
  return [...byEmail]
    .filter(([email]) => email !== '' && !answered.has(email) && !gathered.hasPerson(email))
    .map(([, commit]) => commit)
}

/** Sends one POST, halved where it is too much, and says how many commits got a pull request by it. */
async function send(asker: Asker, post: DetailItem[]): Promise<number> {
  if (post.length === 0) return 0
  const { context } = asker
  const [owner = '', name = ''] = context.repoFullName.split('/')
  const answers = await askInParts(context, post, (items) => ({
    document: detailsDocument(items, context.repoFullName),
    variables: items.some((item) => item.kind !== 'earlier') ? { owner, name } : {},
    schema: detailsAnswer.transform((data) => ({ data, items })),
  }))
  return answers.reduce((found, { data, items }) => found + take(asker, data, items), 0)
}

function take(
  { gathered, first }: Asker,
  data: (typeof detailsAnswer)['_output'],
  items: DetailItem[],
): number {
  let found = 0
  for (const node of Object.values(data.repository ?? {})) {
    if (node === null) continue
    if ('number' in node) {
      gathered.addPull(node, null)
      continue
    }
    for (const person of node.authors) gathered.addPerson(person.email, person.user?.login)
    // Each must be taken, so no short cut at the first that is kept.
    const kept = node.associatedPullRequests.filter((pull) => gathered.addPull(pull, node.oid))
    if (kept.length > 0) found += 1
  }
  const asked = items.filter((item) => item.kind === 'earlier')
  for (const [index, { login }] of asked.entries()) first.set(login, data[`s${index}`]?.issueCount === 0)
  return found
}
