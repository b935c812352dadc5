import { editChangelog, type ReleaseNotes } from '../changelog/edit-changelog.ts'
import type { EntrySource } from '../changelog/match-entries.ts'
import { mergeRelease } from '../changelog/merge-release.ts'
import type { OwnStyle } from '../changelog/own-style.ts'
import { type NewSection, parseNotes } from '../changelog/parse-notes.ts'
import { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Access, Host } from '../core/host.ts'
import type { OpenRequest, Published, Publisher } from '../core/publisher.ts'
import { configPaths } from '../core/repository-config.ts'
import type { Warning } from '../core/warnings.ts'
import { nameTag, readReleaseTag, versionOfTag } from '../git/tag-rules.ts'
import { findTextPathError } from '../git/text-path.ts'
import { findStart } from '../history/previous-release.ts'
import { withoutClosing } from '../text/inline-text.ts'
import { inspectChangelog } from './check-update.ts'
import { entrySources } from './entry-sources.ts'
import { findHostedChangelog } from './find-hosted-changelog.ts'
import { packageOf } from './finish-notes.ts'
import { generateWithChanges } from './generate.ts'
import { type ConfigSelection, readChosenConfig } from './load-config.ts'
import { branchPrefix, isOwnBranch, markOwnCommit } from './own-branch.ts'
import { ownStyleOf } from './own-style.ts'
import { readRepositoryConfig } from './read-repository-config.ts'
import {
  checkStart,
  generateSection,
  readUpdateConfig,
  type SectionNotes,
  type UpdateRequest,
  withoutFormat,
} from './update-changelog.ts'
import { versionSettings } from './version-settings.ts'

/** How the notes of a range are published. */
export interface ReleaseOptions {
  tag: string
  name: string | null
  prerelease: boolean
  publish: boolean
  /** Whether the host shows it as the latest release; by default the host decides. */
  latest?: boolean | undefined
}

/** What was published, with the warnings about its notes. */
export type PublishedNotes = Published & { warnings: Warning[] }

/** Generates the notes of a range and publishes them as a release, by default as a draft. */
export async function generateRelease(
  request: Omit<UpdateRequest, 'path'>,
  options: ReleaseOptions,
  context: GenerateContext,
  publish = publishRelease,
): Promise<PublishedNotes> {
  const access = accessOf(request, context)
  const repository = await context.host.open(access)
  const { tags: rules } = versionSettings((await readUpdateConfig(repository, request))?.config ?? {})
  const start = await findStart(repository, { ...request, rules })
  checkStart(start, request.toRef)
  const { fromRef, warnings } = start
  // The version of a package is named without the package.
  const named = request.packageName === undefined ? {} : { version: start.version }
  const { answer, gathered } = await generateWithChanges(
    { ...withoutFormat(request), ...named, fromRef, format: 'hosting_release', part: 'document' },
    context,
  )
  const published = await publish(context.host, access, {
    ...options,
    text: answer.changelog,
    sources: entrySources(answer, gathered.history),
    target: request.toRef === 'HEAD' || request.toRef === options.tag ? null : answer.range.toSha,
  })
  return { ...published, warnings: [...warnings, ...answer.warnings] }
}

/**
 * Generates the notes of a range and opens a pull request that adds them to the changelog. Without a path it finds the
 * changelog of the repository.
 */
export async function generateProposal(
  request: HostedUpdateRequest,
  base: string | null,
  context: GenerateContext,
): Promise<PublishedNotes> {
  const { notes, warnings, ...rest } = await generateFileSection(request, base, context)
  const access = accessOf(request, context)
  const published = await proposeChangelog(context.host, access, { ...rest, text: notes, base })
  return { ...published, warnings }
}

/** A request to update a changelog on a host; without a path its changelog is found. */
export type HostedUpdateRequest = Omit<UpdateRequest, 'path'> & { path: string | null }

/** Generates the section of one release, and finds the changelog on a host that it belongs into. */
export async function generateFileSection(
  request: HostedUpdateRequest,
  base: string | null,
  context: GenerateContext,
): Promise<SectionNotes & { path: string }> {
  const isNeeded = request.path === null || request.fromRef === null
  const repository = await context.host.open(accessOf(request, context))
  const early = await readUpdateConfig(repository, request, isNeeded)
  const configured = early?.config.changelog?.file
  const path = request.path ?? configured ?? (await findPath(request, base, context))
  return { ...(await generateSection({ ...request, path }, context)), path }
}

async function findPath(
  request: Omit<UpdateRequest, 'path'>,
  base: string | null,
  context: GenerateContext,
): Promise<string> {
  const publisher = await context.host.openPublisher(accessOf(request, context))
  const branch = base ?? publisher.defaultBranch
  return findHostedChangelog(publisher, { branch, folder: request.package?.folder ?? '' })
}

/** What the host needs to open the repository of a request. */
export function accessOf(
  { repoFullName }: Pick<UpdateRequest, 'repoFullName'>,
  { token, signal, deadlineAt }: GenerateContext,
): Access {
  return { repoFullName, token, signal, deadlineAt }
}

/** A release of a tag. */
export interface ReleaseContent {
  tag: string
  name: string | null
  text: string
  target: string | null
  prerelease: boolean
  /** Whether it is published; otherwise it stays a draft. */
  publish: boolean
  /** Whether the host shows it as the latest release; by default the host decides. */
  latest?: boolean | undefined
  /** What is known about the changes behind the entries. */
  sources?: EntrySource[]
}

/** A section to add to a changelog with a pull request. */
export interface ChangelogProposal extends Omit<ReleaseNotes, 'notes'> {
  text: string
  path: string
  /** The target branch; null for the default branch. */
  base: string | null
  /** The title of the pull request; by default it names the release. */
  title?: string | null
  /** The configuration that the notes follow, if it is not known what it decides about the section. */
  config?: ConfigSelection
}

/** Creates a release, by default a draft; an existing release only gets the entries that it does not have. */
export async function publishRelease(
  host: Host,
  access: Access,
  content: ReleaseContent,
): Promise<Published> {
  const publisher = await host.openPublisher(access)
  const { publish, name, prerelease, sources = [], ...rest } = content
  const found = await publisher.findRelease(content.tag)
  if (!found) {
    if (!publish && !publisher.hasDrafts) throw withoutDrafts(host)
    const release = { ...rest, name: name ?? content.tag, prerelease, draft: !publish }
    const { url, draft } = await publisher.createRelease(release)
    return { kind: 'release', action: 'created', state: draft ? 'draft' : 'published', url }
  }
  const text = mergeRelease(found.text, content.text, sources)
  const state = found.draft && !publish ? 'draft' : 'published'
  const isNamed = name === null || name === found.name
  const isMarked = !prerelease || found.prerelease !== false
  const isSame = text === found.text && (state === 'draft') === found.draft && isNamed && isMarked
  if (isSame) return { kind: 'release', action: 'unchanged', state, url: found.url }
  if (!found.draft && !publish) throw publishedAlready(content.tag, found.url)
  const { url } = await publisher.changeRelease(found.id, {
    ...{ text, draft: !publish, name, prerelease, latest: content.latest },
  })
  return { kind: 'release', action: 'updated', state, url }
}

/** Opens a pull request that adds notes to a changelog, or updates the one that is open. */
export async function proposeChangelog(
  host: Host,
  access: Access,
  proposal: ChangelogProposal,
): Promise<Published> {
  const plan = await planProposal(host, access, proposal)
  const { publisher, base, branch, request, isNewBranch, isOutdated, file, text, changed, label } = plan
  const { path } = proposal
  if (!changed) {
    const state = request ? 'open' : 'none'
    return { kind: 'pull_request', action: 'unchanged', state, url: request?.url ?? null }
  }
  const usual = `docs: ${label === 'Unreleased' ? 'update the changelog' : `changelog of ${label}`}`
  const title = proposal.title ? withoutClosing(proposal.title) : usual
  if (isOutdated) await publisher.deleteBranch(branch)
  if (request || isNewBranch) {
    const mark = file?.mark ?? null
    const message = markOwnCommit(title)
    await publisher.writeFile({ path, text, message, branch, base, isNewBranch, mark })
  }
  if (request) return { kind: 'pull_request', action: 'updated', state: 'open', url: request.url }
  const body = `The notes of ${label}, for ${path}. Edit them here as you like: your text is kept.`
  const { url } = await openRequest(publisher, { branch, base, title, body })
  return { kind: 'pull_request', action: 'created', state: 'open', url }
}

/** Returns what a pull request would change, and writes nothing. */
export async function previewProposal(
  host: Host,
  access: Access,
  proposal: ChangelogProposal,
): Promise<Published> {
  const { base, request, file, text, changed } = await planProposal(host, access, proposal)
  return {
    kind: 'pull_request',
    action: changed ? (request ? 'updated' : 'created') : 'unchanged',
    state: request ? 'open' : 'none',
    url: request?.url ?? null,
    preview: {
      path: proposal.path,
      base,
      before: file?.text ?? null,
      after: text,
      pullRequest: request?.number ?? null,
    },
  }
}

/** Adds notes to the changelog in the working tree of a repository on this machine; a dry run writes nothing. */
export async function writeChangelogFile(
  host: Host,
  access: Access,
  { path, dryRun, ...proposal }: ChangelogProposal & { dryRun: boolean },
): Promise<Published> {
  if (!host.openFile) {
    throw new Problem(
      'publishing_unsupported',
      `The repositories of ${host.name} are not on the machine of this service, so no file can be written. Open a pull request, or copy the text.`,
    )
  }
  const pathError = findTextPathError(path)
  if (pathError !== null) throw invalidPath(path, pathError)
  const { bytes, replace } = await host.openFile(access, path)
  const before = bytes === null ? null : decodeUtf8(bytes, path)
  checkEditable(path, before ?? '')
  const { text: notes, sources = [], since = null } = proposal
  const own =
    proposal.own ?? (await findOwnStyle({ ...proposal, path }, parseNotes(notes), access.repoFullName))
  const { text: after, changed } = editChangelog(before ?? '', { notes, sources, since, own }, { path })
  const action = changed ? (before === null ? 'created' : 'updated') : 'unchanged'
  const preview = { path, base: null, before, after, pullRequest: null }
  if (dryRun) return { kind: 'file', action, state: 'none', url: null, preview }
  if (changed) await replace(after)
  return { kind: 'file', action, state: changed ? 'written' : 'none', url: null }
}

function decodeUtf8(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalidPath(path, 'it is not UTF-8 text. Convert it first')
  }
}

/** Finds the branch and the file of a proposal, and edits its text. */
async function planProposal(host: Host, access: Access, proposal: ChangelogProposal) {
  const pathError = findTextPathError(proposal.path)
  if (pathError !== null) throw invalidPath(proposal.path, pathError)
  const section = parseNotes(proposal.text)
  const publisher = await host.openPublisher(access)
  const base = proposal.base ?? publisher.defaultBranch
  const label = section?.label ?? 'changelog'
  const { text: notes, path, sources = [], since = null } = proposal
  const own = proposal.own ?? (await findOwnStyle(proposal, section, access.repoFullName))
  const edit = async (from: string) => {
    const file = await publisher.readFile(path, from)
    checkEditable(path, file?.text ?? '')
    return { file, ...editChangelog(file?.text ?? '', { notes, sources, since, own }, { path }) }
  }
  const purpose = `changelog-${asBranchWord(label) || 'notes'}`
  const isReady = async (leftOver: string) =>
    (await publisher.readFile(path, leftOver))?.text === (await edit(base)).text
  const isOwn = (branch: string) => isOwnBranch(host, access, { branch, base })
  const found = await findBranch(publisher, { base, purpose, isReady, isOwn })
  const edited = await edit(found.request === null ? base : found.branch)
  return { publisher, base, label, ...found, ...edited }
}

/** What the configuration of sent notes decides about their section; null if they name none. */
async function findOwnStyle(
  { config: selection, since = null }: ChangelogProposal,
  section: NewSection | null,
  repoFullName: string,
): Promise<OwnStyle | null> {
  const loaded = selection ? await readChosenConfig(selection) : null
  if (!loaded || loaded.source === 'none' || !section) return null
  const { tags } = versionSettings(loaded.config)
  const { label, date, entries, links } = section
  const version = label === 'Unreleased' ? null : label
  const isRelease = since !== null && readReleaseTag(since, tags) !== null
  return ownStyleOf(loaded.config, {
    ...{ version, date, entries, package: packageOf(loaded) },
    tag: version === null ? null : nameTag(version, tags, since),
    previousVersion: isRelease ? versionOfTag(since, tags) : null,
    // Only whether there is a start matters, not which commit it is.
    range: { fromSha: since, fromRef: since ?? '', compareUrl: links.get(label.toLowerCase())?.url ?? null },
    projectName: repoFullName.slice(repoFullName.lastIndexOf('/') + 1),
  })
}

/** A configuration file to propose with a pull request. */
export interface ConfigurationProposal {
  text: string
  path: string
  /** The target branch; null for the default branch. */
  base: string | null
}

/** Opens a pull request that adds or replaces the configuration file, or updates the one that is open. */
export async function proposeConfiguration(
  host: Host,
  access: Access,
  { text, path, base: given }: ConfigurationProposal,
): Promise<Published> {
  const name = configPaths.find((each) => each === path)
  if (name === undefined) throw invalidPath(path, `a configuration file is one of ${configPaths.join(', ')}`)
  const { config, errors } = await readRepositoryConfig(text, name)
  if (config === null) {
    const { invalidConfig } = await import('../config/repository/config-problem.ts')
    throw invalidConfig(name, errors)
  }
  const publisher = await host.openPublisher(access)
  const base = given ?? publisher.defaultBranch
  const isReady = async (leftOver: string) => (await publisher.readFile(name, leftOver))?.text === text
  const { branch, request, isNewBranch, isOutdated } = await findBranch(publisher, {
    base,
    purpose: 'configuration',
    isReady,
    isOwn: (leftOver) => isOwnBranch(host, access, { branch: leftOver, base }),
  })
  const file = await publisher.readFile(name, request === null ? base : branch)
  if (file?.text === text) {
    const state = request ? 'open' : 'none'
    return { kind: 'pull_request', action: 'unchanged', state, url: request?.url ?? null }
  }
  const title = file ? 'chore: update the configuration of Notewright' : 'chore: configure Notewright'
  const mark = file?.mark ?? null
  if (isOutdated) await publisher.deleteBranch(branch)
  if (request || isNewBranch) {
    const message = markOwnCommit(title)
    await publisher.writeFile({ path: name, text, message, branch, base, isNewBranch, mark })
  }
  if (request) return { kind: 'pull_request', action: 'updated', state: 'open', url: request.url }
  const body = `${name} decides which changes the release notes of this repository include, and how they are printed.`
  const { url } = await openRequest(publisher, { branch, base, title, body })
  return { kind: 'pull_request', action: 'created', state: 'open', url }
}

const maxBranches = 20

/** Turns a label into a part of a branch name; git allows neither two dots in a row nor one at the end. */
export function asBranchWord(label: string): string {
  const plain = label
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/\.{2,}/g, '.')
  let [start, end] = [0, plain.length]
  while (start < end && '-.'.includes(plain.charAt(start))) start += 1
  while (end > start && '-.'.includes(plain.charAt(end - 1))) end -= 1
  return plain.slice(start, end)
}

/** Opens a pull request; if the host rejects it, the branch is deleted, so that no run leaves one behind. */
async function openRequest(
  publisher: Publisher,
  request: Parameters<Publisher['openRequest']>[0],
): Promise<OpenRequest> {
  try {
    return await publisher.openRequest(request)
  } catch (error) {
    await publisher.deleteBranch(request.branch).catch(() => {
      // The next run uses or replaces the branch; the first error says what to change.
    })
    throw error
  }
}

/** The branch of a proposal. */
interface ProposalBranch {
  branch: string
  request: OpenRequest | null
  isNewBranch: boolean
  /** Whether an earlier run left a branch of this name that is deleted first. */
  isOutdated: boolean
}

/**
 * Finds the branch of an open pull request, or an unused name. A branch without a pull request is left over from a run
 * that could not open it: it is used if it has the text already, and replaced if all of its commits are ours.
 */
async function findBranch(
  publisher: Publisher,
  {
    base,
    purpose,
    isReady,
    isOwn,
  }: {
    base: string
    purpose: string
    isReady: (branch: string) => Promise<boolean>
    isOwn: (branch: string) => Promise<boolean>
  },
): Promise<ProposalBranch> {
  for (let count = 1; count <= maxBranches; count += 1) {
    const branch = `${branchPrefix}${purpose}${count === 1 ? '' : `-${count}`}`
    const request = await publisher.findRequest(branch, base)
    if (request) return { branch, request, isNewBranch: false, isOutdated: false }
    if (!(await publisher.hasBranch(branch))) return { branch, request, isNewBranch: true, isOutdated: false }
    if (await isReady(branch)) return { branch, request, isNewBranch: false, isOutdated: false }
    if (await isOwn(branch)) return { branch, request, isNewBranch: true, isOutdated: true }
  }
  throw new Problem(
    'write_refused',
    `There are ${maxBranches} branches ${branchPrefix}${purpose} that have no open pull request but commits that Notewright did not make. Delete them and try again.`,
  )
}

/** Rejects a file whose text cannot be edited safely. */
export function checkEditable(path: string, text: string): void {
  const { movedTo, hasConflicts } = inspectChangelog(text)
  if (hasConflicts)
    throw invalidPath(path, 'it has conflict markers of git. Resolve the conflict and try again')
  if (movedTo !== null)
    throw invalidPath(path, `it says that the changelog is at ${movedTo.slice(0, 200)}. Choose that file`)
}

export function invalidPath(path: string, reason: string): Problem {
  return new Problem('invalid_request', `${path.slice(0, 200)} cannot be updated: ${reason}.`)
}

/** The error for a host whose releases are public at once. */
export function withoutDrafts({ name }: Host): Problem {
  return new Problem(
    'publishing_unsupported',
    `${name} has no draft releases; a release is public at once. Set publish to create it, or open a pull request that updates the changelog.`,
  )
}

function publishedAlready(tag: string, url: string): Problem {
  return new Problem(
    'release_published',
    `The release ${tag} is already published (${url}), and entries are missing in its text. Set publish to add them.`,
  )
}
