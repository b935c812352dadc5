import type { Commit, Person, PullRequest } from '../core/commit.ts'
import { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { History } from '../core/history.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { Relation, ResolvedRange } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { sortTags } from '../git/tag.ts'
import { cleanName } from '../text/clean-name.ts'
import { cleanFile, cleanLine, cleanMessage } from '../text/clean-text.ts'
import { joinCutTitle } from '../text/join-cut-title.ts'
import { redact } from '../text/redact.ts'
import { addPaths } from './add-paths.ts'
import { boundMessages } from './bound-messages.ts'
import { collectOtherSide } from './collect-other-side.ts'
import { orderCommits } from './order-commits.ts'
import { rangeWarnings } from './range-warnings.ts'
import { readReleaseConfig } from './read-release-config.ts'
import { readTypeConfig } from './read-type-config.ts'
import { identifyPatches } from './same-patches.ts'

interface CollectContext extends Pick<GenerateContext, 'maxCommits' | 'onProgress'> {
  /** Receives each commit as soon as it is read. */
  onCommit?: (commit: Commit) => void
}

const maxCharactersPerTurn = 64 * 1024

/** Reads every commit of the range, removes unsafe characters and secrets from its text, and relates the two ends. */
export async function collect(
  repository: Repository,
  range: ResolvedRange,
  { maxCommits, onProgress, onCommit }: CollectContext,
): Promise<History> {
  const read: Commit[] = []
  const clean = cleaner()
  let characters = 0
  for await (const raw of repository.commits(range, maxCommits + 1)) {
    if (read.length === maxCommits) throw await tooLarge(repository, range, maxCommits)
    const commit = clean.commit(raw)
    read.push(commit)
    onCommit?.(commit)
    characters += commit.message.length
    if (read.length % 50 === 0 || characters > maxCharactersPerTurn) {
      characters = 0
      await nextTurn()
    }
    if (read.length % 100 === 0) onProgress({ stage: 'collect', done: read.length, total: null })
  }
  const bounded = boundMessages(read)
  for (const commit of bounded.cut) {
    clean.countCut(commit)
    onCommit?.(commit)
  }
  const ordered = orderCommits(bounded.commits, range.toSha)
  const details = await repository.details(ordered, range.toSha)
  const { logins, firstTimers } = details
  const pullRequests = details.pullRequests.map(clean.pullRequest)
  const known = addPaths(ordered, details.changedPaths)
  const release = await readReleaseConfig(details.releaseConfig)
  const types = readTypeConfig(details.typeConfig)
  const relation = relationOf(range, known)
  const changelog = details.changelog && clean.changelog(details.changelog)
  const other =
    relation === 'diverged' ? await collectOtherSide(repository, { range, commits: known, changelog }) : null
  const commits = other?.commits ?? known
  const warnings = [
    ...rangeWarnings(range, { relation, commits, repoFullName: repository.fullName }),
    ...details.warnings,
    ...release.warnings,
    ...types.warnings,
    ...(other?.warnings ?? []),
  ]
  return {
    range,
    relation,
    commits,
    changedFiles: details.changedPaths,
    patches: await identifyPatches(repository, commits),
    otherSide: other?.otherSide ?? null,
    pullRequests,
    logins: new Map(logins.map(({ email, login }) => [email.toLowerCase(), login])),
    firstTimers,
    releaseConfig: release.config,
    typeConfig: types.config,
    configFiles: details.configFiles,
    changelog,
    warnings: [...warnings, ...clean.warnings()],
  }
}

/** Lets others have their turn: commits that are there already would all be cleaned in one. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Cleans commits and pull requests and counts what it changes; each author is cleaned once. */
function cleaner() {
  const people = new Map<string, Person>()
  const cutShas = new Set<string>()
  const countCut = ({ sha }: Pick<Commit, 'sha'>) => cutShas.add(sha)
  let secrets = 0
  const hideSecrets = (text: string) => {
    const redacted = redact(text)
    secrets += redacted.found
    return redacted.text
  }
  const cleanPerson = (person: Person) => {
    const key = `${person.name}\0${person.email}\0${person.login}`
    const known = people.get(key)
    if (known) return known
    const clean = { ...person, name: hideSecrets(cleanLine(person.name)), email: cleanName(person.email) }
    people.set(key, clean)
    return clean
  }
  const commit = (raw: Commit): Commit => {
    const { message, cut } = cleanMessage(raw.message)
    if (cut) countCut(raw)
    const tags = raw.tags.length === 0 ? raw.tags : sortTags(raw.tags.map(cleanName), (name) => name)
    return { ...raw, author: cleanPerson(raw.author), message: hideInMessage(message), tags }
  }
  const hideInMessage = (message: string) => {
    const joined = joinCutTitle(message)
    const cut = joined && redact(joined.title).found > 0
    return hideSecrets(cut ? `${joined.title}\n\n${joined.rest}` : message)
  }
  const pullRequest = (raw: PullRequest): PullRequest => {
    const [title = ''] = cleanMessage(raw.title).message.split('\n', 1)
    const labels = raw.labels.map((label) => hideSecrets(cleanLine(label)))
    return { ...raw, title: hideSecrets(title), body: hideSecrets(cleanMessage(raw.body).message), labels }
  }
  // The changelog is never part of an answer, so its secrets are not counted.
  const changelog = ({ path, text }: ChangelogFile) => ({ path, text: redact(cleanFile(text)).text })
  const warnings = (): Warning[] => [
    ...(cutShas.size > 0 ? [warn('message-cut', { messages: cutShas.size })] : []),
    ...(secrets > 0 ? [warn('secrets-redacted', { secrets })] : []),
  ]
  return { commit, pullRequest, changelog, countCut, warnings }
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
    `${range.fromRef === null ? `The history of ${range.toRef}` : `${range.fromRef}..${range.toRef}`} has ${count ?? `more than ${maxCommits}`} commits; one request may cover at most ${maxCommits}. Choose a later fromRef, such as the tag of the last release, or raise NOTEWRIGHT_MAX_COMMITS (--max-commits on the command line).`,
  )
}
