import { z } from 'zod'
import { editChangelog } from '../changelog/edit-changelog.ts'
import { Problem } from '../core/errors.ts'
import type { Access, Host } from '../core/host.ts'
import type { OpenRequest, Publisher } from '../core/publisher.ts'
import { findTextPathError } from '../git/text-path.ts'
import { hashText, splitState, withState } from './hidden-state.ts'
import { isOwnBranch, markOwnCommit } from './own-branch.ts'
import { checkEditable, invalidPath } from './publish-release.ts'
import type { SectionNotes } from './update-changelog.ts'

/** The notes of a release that is due, and the changelog that they belong into. */
export interface DueRelease {
  packageName: string | null
  version: string
  date: string
  path: string
  notes: Pick<SectionNotes, 'notes' | 'sources' | 'since' | 'own'>
}

/** The pull request that is to be kept current. */
export interface ReleaseRequestPlan {
  branch: string
  /** The target branch; null for the default branch. */
  base: string | null
  releases: DueRelease[]
}

/** What became of the pull request. */
export interface KeptRequest {
  kind: 'pull_request'
  action: 'created' | 'updated' | 'unchanged' | 'closed'
  /** `none` if the changelogs on the target branch are up to date. */
  state: 'open' | 'closed' | 'none'
  url: string | null
}

const stateName = 'notewright-release'
const stateSchema = z.object({
  title: z.string(),
  files: z.record(
    z.string(),
    z.object({
      versions: z.array(z.string()),
      date: z.string(),
      /** The hashes of the texts that were written last; none if a person edited the file. */
      hashes: z.array(z.string()),
    }),
  ),
})
type RequestState = z.infer<typeof stateSchema>

/** A changelog of the pull request. */
interface FilePlan {
  path: string
  /** The text on the branch, or on the target branch if there is no branch yet; null if there is no file. */
  before: string | null
  after: string
  isEdited: boolean
  date: string
  versions: string[]
}

const maxAttempts = 4

/**
 * Keeps one pull request current that adds the releases that are due to their changelogs. A second run changes nothing.
 * If another run changes the branch at the same time, everything is read again, so that there is one pull request in the end.
 */
export async function keepReleaseRequest(
  host: Host,
  access: Access,
  plan: ReleaseRequestPlan,
): Promise<KeptRequest> {
  for (const { path } of plan.releases) {
    const pathError = findTextPathError(path)
    if (pathError !== null) throw invalidPath(path, pathError)
  }
  const publisher = await host.openPublisher(access)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await keepOnce(publisher, plan, (base) => isOwnBranch(host, access, { ...plan, base }))
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error, attempt)) throw error
    }
  }
}

/** Whether another run may have caused the error; hosts say of a branch that was just deleted that it may not be changed. */
function isConflict(error: unknown, attempt: number): boolean {
  if (!(error instanceof Problem)) return false
  return error.code === 'write_refused' || (error.code === 'scope_missing' && attempt === 1)
}

async function keepOnce(
  publisher: Publisher,
  plan: ReleaseRequestPlan,
  isOwn: (base: string) => Promise<boolean>,
): Promise<KeptRequest> {
  const base = plan.base ?? publisher.defaultBranch
  const request = await publisher.findRequest(plan.branch, base)
  const target = { ...plan, base, publisher, isOwn: () => isOwn(base) }
  return request ? updateRequest(target, request) : createRequest(target)
}

interface Target extends Omit<ReleaseRequestPlan, 'base'> {
  base: string
  publisher: Publisher
  /** Whether all commits of the branch are ours. */
  isOwn: () => Promise<boolean>
}

/**
 * Opens the pull request. The branch of a run that could not open it is used if it has the same text, and replaced if all
 * of its commits are ours.
 */
async function createRequest(target: Target): Promise<KeptRequest> {
  const { publisher, branch, base, releases } = target
  const files: FilePlan[] = []
  for (const path of pathsOf(releases)) {
    const before = (await publisher.readFile(path, base))?.text ?? null
    files.push(planFile(path, before, releases))
  }
  const changed = files.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return { kind: 'pull_request', action: 'unchanged', state: 'none', url: null }
  if (!(await isReady(target, changed))) {
    if (await publisher.hasBranch(branch)) {
      if (!(await target.isOwn())) throw foreignCommits(branch)
      await publisher.deleteBranch(branch)
    }
    for (const [index, file] of changed.entries()) await writeFile(target, file, index === 0)
  }
  const title = titleOf(releases)
  const body = bodyOf('', releases, stateOf(title, changed, null))
  const { url } = await publisher.openRequest({ branch, base, title, body })
  return { kind: 'pull_request', action: 'created', state: 'open', url }
}

function foreignCommits(branch: string): Problem {
  return new Problem(
    'choice_needed',
    `The branch ${branch} has no open pull request, but commits that Notewright did not make. Open a pull request for it, or delete or rename the branch, and run the command again.`,
  )
}

/** Whether the branch has the planned texts already. */
async function isReady({ publisher, branch }: Target, files: FilePlan[]): Promise<boolean> {
  for (const { path, after } of files)
    if ((await publisher.readFile(path, branch))?.text !== after) return false
  return true
}

async function updateRequest(target: Target, request: OpenRequest): Promise<KeptRequest> {
  const { publisher, branch, base, releases } = target
  const { state } = splitState(request.body, stateName, stateSchema)
  const paths = new Set([...pathsOf(releases), ...Object.keys(state?.files ?? {})])
  const files: FilePlan[] = []
  for (const path of paths) {
    const current = (await publisher.readFile(path, branch))?.text ?? null
    const original = (await publisher.readFile(path, base))?.text ?? null
    files.push(planUpdate({ path, current, original, known: state?.files[path] ?? null }, releases))
  }
  const url = request.url
  if (releases.length === 0 && files.every(({ isEdited }) => !isEdited)) {
    await publisher.closeRequest(request.number)
    if ((await publisher.hasBranch(branch)) && (await target.isOwn())) await publisher.deleteBranch(branch)
    return { kind: 'pull_request', action: 'closed', state: 'closed', url }
  }
  const changed = files.filter(({ before, after }) => before !== after)
  // A title that a person chose stays.
  const isOwnTitle = state === null || state.title === request.title
  const ownTitle = releases.length === 0 ? (state?.title ?? request.title) : titleOf(releases)
  const title = isOwnTitle ? ownTitle : request.title
  const body = bodyOf(
    request.body,
    releases,
    stateOf(isOwnTitle ? ownTitle : (state?.title ?? ''), files, state),
  )
  const isSameText = title === request.title && hashText(body) === hashText(request.body)
  // The body comes first: it has the hashes by which the next run knows that no person edited the files.
  if (!isSameText) await publisher.changeRequest(request.number, { title, body })
  for (const file of changed) await writeFile(target, file, false)
  const isSame = isSameText && changed.length === 0
  return { kind: 'pull_request', action: isSame ? 'unchanged' : 'updated', state: 'open', url }
}

/** Writes a file, unless it is not what the plan was made from. */
async function writeFile(
  { publisher, branch, base, releases }: Target,
  { path, before, after }: FilePlan,
  isNewBranch: boolean,
): Promise<void> {
  const file = await publisher.readFile(path, isNewBranch ? base : branch)
  if ((file?.text ?? null) !== before) {
    throw new Problem(
      'write_refused',
      `${path} was changed on ${branch} while the pull request was updated. Run the command again.`,
    )
  }
  const message = releases.length === 0 ? `docs: restore ${path}` : titleOf(releases)
  const mark = file?.mark ?? null
  const change = { path, text: after, message: markOwnCommit(message), branch, base, isNewBranch, mark }
  await publisher.writeFile(change)
}

interface FileState {
  path: string
  /** The text on the branch. */
  current: string | null
  /** The text on the target branch. */
  original: string | null
  known: RequestState['files'][string] | null
}

/** Plans a changelog of an open pull request: what a person edited is kept, anything else is written again. */
function planUpdate({ path, current, original, known }: FileState, releases: DueRelease[]): FilePlan {
  const own = releases.filter((release) => release.path === path)
  const fresh = planFile(path, original, own)
  const isUntouched =
    current === fresh.after || (known ? known.hashes.includes(hashText(current ?? '')) : current === original)
  if (isUntouched) {
    // Without new entries the date stays, so that a run on the next day changes nothing.
    const dated =
      known &&
      planFile(
        path,
        original,
        own.map((release) => redate(release, known.date)),
      )
    if (dated && dated.after === current) return { ...dated, before: current, date: known.date }
    // A file cannot be removed again; it stays as it is.
    return {
      ...fresh,
      after: original === null && own.length === 0 ? (current ?? '') : fresh.after,
      before: current,
    }
  }
  const start = known ? renameVersions(current ?? '', known.versions, own) : (current ?? '')
  const edited = planFile(path, start, own)
  return { ...edited, before: current, isEdited: true }
}

/** Adds the releases to the text of a changelog. */
function planFile(path: string, before: string | null, releases: DueRelease[]): FilePlan {
  checkEditable(path, before ?? '')
  const own = releases.filter((release) => release.path === path)
  const after = own.reduce((text, { notes }) => editChangelog(text, notes, { path }).text, before ?? '')
  const versions = own.map(({ version }) => version)
  return { path, before, after, isEdited: false, versions, date: own[0]?.date ?? '' }
}

/** The same release on another day. */
function redate(release: DueRelease, date: string): DueRelease {
  const { notes } = release
  const own = notes.own && {
    ...notes.own,
    heading: notes.own.heading?.replaceAll(release.date, date) ?? null,
  }
  const lines = notes.notes
    .split('\n')
    .map((line) => (/^##? /.test(line) ? line.replaceAll(release.date, date) : line))
  return { ...release, date, notes: { ...notes, notes: lines.join('\n'), ...(own ? { own } : {}) } }
}

/** Names the sections that an earlier run added after the versions that are due now; only headings and links change. */
function renameVersions(text: string, before: string[], releases: DueRelease[]): string {
  let renamed = text
  for (const [index, version] of before.entries()) {
    const next = releases[index]?.version
    if (next === undefined || next === version || releases.some((release) => release.version === version))
      continue
    renamed = renamed
      .split('\n')
      .map((line) =>
        /^#{1,4} |^\[[^\]]{1,100}\]: |^==/.test(line) ? replaceVersion(line, version, next) : line,
      )
      .join('\n')
  }
  return renamed
}

/** Replaces a version that is not a part of a longer one. */
function replaceVersion(line: string, before: string, after: string): string {
  const literal = before.replace(/[^\w]/g, String.raw`\$&`)
  return line.replace(new RegExp(`(?<!\\d|\\d\\.)${literal}(?!\\d|\\.\\d|-)`, 'g'), () => after)
}

function pathsOf(releases: DueRelease[]): string[] {
  return [...new Set(releases.map(({ path }) => path))]
}

const mostNamed = 3

function titleOf(releases: DueRelease[]): string {
  const names = releases.map(({ packageName, version }) =>
    packageName === null ? version : `${packageName} ${version}`,
  )
  return `chore: release ${names.length > mostNamed ? `${names.length} packages` : names.join(', ')}`
}

/** What the next run needs to know. */
function stateOf(title: string, files: FilePlan[], previous: RequestState | null): RequestState {
  const entries = files
    .filter(({ versions, isEdited }) => versions.length > 0 || isEdited)
    .map((file) => {
      const known = previous?.files[file.path]
      const { versions, date } = file.versions.length === 0 && known ? known : file
      return [file.path, { versions, date, hashes: hashesOf(file, known?.hashes ?? null) }]
    })
  return { title, files: Object.fromEntries(entries) }
}

/** The hash of the previous text stays beside that of the new one, in case the run ends before it writes the file. */
function hashesOf({ before, after, isEdited }: FilePlan, known: string[] | null): string[] {
  if (isEdited) return []
  const hash = hashText(after)
  if (known === null) return [hash]
  if (before === after && known.includes(hash)) return known
  return before === null || before === after ? [hash] : [hashText(before), hash]
}

const begin = '[notewright-begin]: #'

/** The body of the pull request: what a person wrote before or after our part stays. */
function bodyOf(existing: string, releases: DueRelease[], state: RequestState): string {
  const plain = existing.replaceAll('\r\n', '\n')
  const start = plain.indexOf(begin)
  const stateAt = plain.indexOf(`\n[${stateName}]: # (`, Math.max(start, 0))
  const lineEnd = plain.indexOf('\n', stateAt + 1)
  const isOurs = start !== -1 && stateAt !== -1
  const head = isOurs ? plain.slice(0, start) : existing === '' ? '' : `${plain.trimEnd()}\n\n`
  const tail = isOurs && lineEnd !== -1 ? plain.slice(lineEnd + 1) : ''
  return `${head}${withState(`${begin}\n\n${describe(releases)}`, stateName, state)}${tail}`
}

function describe(releases: DueRelease[]): string {
  if (releases.length === 0)
    return 'There is nothing to release at the moment. This pull request stays open because its changelog was edited; close it if it is not needed.'
  const lines = releases.map(
    ({ packageName, version, path }) =>
      `- ${packageName === null ? '' : `${packageName} `}**${version}** in \`${path}\``,
  )
  return `The changelog of the next release:\n\n${lines.join('\n')}\n\nEdit the changelog on this branch as you like: your text is kept, and only new entries are added. To release, merge this pull request and create the tag.`
}
