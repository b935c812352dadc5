import { Problem } from '../errors.ts'
import type {
  ChangedPaths,
  Commit,
  History,
  Person,
  PullRequest,
  Relation,
  Repository,
  ResolvedRange,
  Warning,
  World,
} from '../types.ts'
import { cleanLine, cleanMessage } from './clean-text.ts'
import { orderCommits } from './order-commits.ts'
import { rangeWarnings } from './range-warnings.ts'
import { readReleaseConfig } from './read-release-config.ts'

/** Reads every commit of the range, cleans its text, and tells how the ends stand to each other. */
export async function collect(
  repository: Repository,
  range: ResolvedRange,
  { maxCommits, onProgress }: Pick<World, 'maxCommits' | 'onProgress'>,
): Promise<History> {
  const read: Commit[] = []
  const clean = cleaner()
  let cutMessages = 0
  for await (const raw of repository.commits(range, maxCommits + 1)) {
    if (read.length === maxCommits) throw await tooLarge(repository, range, maxCommits)
    const { commit, cut } = clean(raw)
    read.push(commit)
    if (cut) cutMessages += 1
    if (read.length % 100 === 0) onProgress({ stage: 'collect', done: read.length, total: null })
  }
  const ordered = orderCommits(read, range.toSha)
  const details = await repository.details(ordered)
  const { pullRequests, logins, firstTimers } = details
  const commits = withPaths(ordered, details.changedPaths)
  const release = await readReleaseConfig(details.releaseConfig)
  const relation = relationOf(range, commits)
  const warnings = [
    ...rangeWarnings(range, relation, commits),
    ...details.warnings,
    ...pathsUnknown(commits, pullRequests),
    ...release.warnings,
  ]
  return {
    range,
    relation,
    commits,
    pullRequests: pullRequests.map(cleanPullRequest),
    logins: new Map(logins.map(({ email, login }) => [email.toLowerCase(), login])),
    firstTimers,
    releaseConfig: release.config,
    warnings: cutMessages > 0 ? [...warnings, messagesCut(cutMessages)] : warnings,
  }
}

function withPaths(commits: Commit[], changedPaths: ChangedPaths): Commit[] {
  if (changedPaths.size === 0) return commits
  return commits.map((commit) => {
    const changed = changedPaths.get(commit.sha)
    return changed ? { ...commit, paths: changed.paths, pathsCut: changed.cut } : commit
  })
}

/** A change whose files nobody knows is judged by its words alone, and the caller is told. */
function pathsUnknown(commits: Commit[], pullRequests: PullRequest[]): Warning[] {
  const unknown = commits.filter(
    ({ paths, pathsCut, parents }) => pathsCut && paths.length === 0 && parents.length < 2,
  )
  const told = new Set(pullRequests.flatMap((each) => (each.paths.length > 0 ? each.commits : [])))
  const count = unknown.filter(({ sha }) => !told.has(sha)).length
  if (count === 0) return []
  return [
    {
      code: 'changed-files-unknown',
      detail: `The host did not tell which files ${count === 1 ? 'one commit' : `${count} commits`} changed. They were judged by their words alone; some that touch only documentation or tests may be told.`,
    },
  ]
}

function cleanPullRequest(pullRequest: PullRequest): PullRequest {
  const { title, body, labels } = pullRequest
  const [line = ''] = cleanMessage(title).message.split('\n', 1)
  return { ...pullRequest, title: line, body: cleanMessage(body).message, labels: labels.map(cleanLine) }
}

/** Cleans commits; people who wrote many of them are cleaned once. */
function cleaner(): (raw: Commit) => { commit: Commit; cut: boolean } {
  const people = new Map<string, Person>()
  const cleanPerson = (person: Person) => {
    const key = `${person.name}\0${person.email}\0${person.login}`
    const known = people.get(key)
    if (known) return known
    const clean = { ...person, name: cleanLine(person.name), email: cleanLine(person.email) }
    people.set(key, clean)
    return clean
  }
  return (raw) => {
    const { message, cut } = cleanMessage(raw.message)
    const tags = raw.tags.length === 0 ? raw.tags : raw.tags.map(cleanLine).sort(newestFirst)
    return { commit: { ...raw, author: cleanPerson(raw.author), message, tags }, cut }
  }
}

/** Of several tags on one commit, the highest version first. */
function newestFirst(one: string, other: string): number {
  return other.localeCompare(one, 'en', { numeric: true })
}

function relationOf(range: ResolvedRange, commits: Commit[]): Relation {
  const { fromSha, toSha } = range
  if (fromSha === null) return 'root'
  if (commits.length === 0) return fromSha === toSha ? 'ancestor' : 'reversed'
  // On the way from `to` down to an ancestor, the last step is taken by a commit of the range.
  return commits.some((commit) => commit.parents.includes(fromSha)) ? 'ancestor' : 'diverged'
}

async function tooLarge(repository: Repository, range: ResolvedRange, maxCommits: number): Promise<Problem> {
  const count = await repository.count(range)
  return new Problem(
    'range_too_large',
    `${range.fromRef}..${range.toRef} holds ${count ?? `more than ${maxCommits}`} commits, and at most ${maxCommits} are taken in one request. Choose a later fromRef, such as the tag of the last release, or raise NOTEWRIGHT_MAX_COMMITS.`,
  )
}

function messagesCut(count: number): Warning {
  return {
    code: 'message-cut',
    detail: `${count === 1 ? 'One commit message was' : `${count} commit messages were`} longer than 16,384 characters, or 1,000 in a line; only the beginning was read.`,
  }
}
