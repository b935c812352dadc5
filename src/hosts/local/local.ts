import { join } from 'node:path'
import type { Commit, CommitNode } from '../../core/commit.ts'
import { Problem } from '../../core/errors.ts'
import type { Access, Host, WorkingFile } from '../../core/host.ts'
import type { RefName } from '../../core/listing.ts'
import type { CommitRange } from '../../core/range.ts'
import type { Repository } from '../../core/repository.ts'
import { findRepoPathError } from '../../git/ref-names.ts'
import { checkRepoName } from '../check-repo-name.ts'
import { noDetails, pageOfList, publishingUnsupported } from '../host-defaults.ts'
import { addedLinesArgs, readAddedLines } from './added-lines.ts'
import { listChangedBetween, listChangedFiles, readContents } from './changed-files.ts'
import {
  commonDirOf,
  exists,
  findFolder,
  namesBelow,
  type RepositoryFolder,
  readFolderOrigin,
} from './find-folder.ts'
import { gitLogArgs, readGitLog } from './git-log.ts'
import { type GitContext, readGit, runGit } from './git-process.ts'
import { type LocalRefs, listRefs, resolveRefs } from './resolve-refs.ts'
import { searchTrees } from './search-trees.ts'
import { type StartGit, spawnGit } from './start-git.ts'

interface LocalOptions {
  /** The folder that holds `owner/repo` folders, and may be a repository itself. */
  root: string
  /** The token that callers must send; null only when the caller is the user of this machine. */
  token: string | null
  searchPath: string
  /** How git is started; as a child of this process if absent. */
  startGit?: StartGit
  /** Opens text files of working trees; without it none can be written. */
  openTextFile?: (path: string, options: { root: string; advice: string }) => Promise<WorkingFile>
}

/** The host `local`: repositories on the disk of this machine, read with git. */
export function localHost(options: LocalOptions): Host {
  return {
    name: 'local',
    kind: 'local',
    async open(access) {
      checkToken(options.token, access.token)
      const folder = await findFolder(options.root, access.repoFullName)
      if (!folder) {
        if (findRepoPathError(access.repoFullName) === null) checkRepoName(access.repoFullName)
        throw notVisible(access.repoFullName)
      }
      return openFolder(folder, access, options)
    },
    openPublisher: async () => {
      throw publishingUnsupported('local')
    },
    openFile: options.openTextFile && ((access, path) => openFile(options, access, path)),
    async listRepositories(query, access) {
      checkToken(options.token, access.token)
      return pageOfList(await namesBelow(options.root), query)
    },
  }
}

async function openFile(options: LocalOptions, access: Access, path: string): Promise<WorkingFile> {
  checkToken(options.token, access.token)
  checkRepoName(access.repoFullName)
  const folder = await findFolder(options.root, access.repoFullName)
  if (!folder) throw notVisible(access.repoFullName)
  const root = folder.workDir
  return options.openTextFile!(join(root, path), { root, advice: 'Choose another file.' })
}

function checkToken(expected: string | null, given: string | null): void {
  if (expected === null) return
  // Loaded on demand: a command on a clone needs no token and starts faster without it.
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto')
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (given !== null && timingSafeEqual(digest(expected), digest(given))) return
  throw new Problem(
    'token_rejected',
    'The token is not the token of this local service. Use the token that the service printed when it started, or the value of NOTEWRIGHT_LOCAL_TOKEN.',
  )
}

function notVisible(repoFullName: string): Problem {
  return new Problem(
    'repository_not_found',
    `No repository "${repoFullName}" is visible on the local host. Check the spelling; the name is the folder's path below the served folder, such as owner/repo.`,
  )
}

async function openFolder(
  folder: RepositoryFolder,
  access: Access,
  { searchPath, startGit = spawnGit }: LocalOptions,
): Promise<Repository> {
  const context: GitContext = { ...folder, searchPath, start: startGit, signal: access.signal }
  const [origin, shallow] = await Promise.all([
    readFolderOrigin(folder),
    commonDirOf(folder).then((path) => exists(join(path, 'shallow'))),
  ])
  const files = new Map<string, LocalRefs['file']>()
  // Several steps of a request ask for the tags; they get the same list, from one git process.
  let tags: Promise<RefName[]> | null = null
  return {
    fullName: access.repoFullName,
    web: origin?.web ?? null,
    shallow,
    async resolveRefs(fromRef, toRef) {
      const { file, ...found } = await resolveRefs(context, fromRef, toRef)
      if (found.to.sha !== null) files.set(found.to.sha, file)
      return found
    },
    // A clone has no pull requests, logins or labels.
    details: async (_commits, toSha) => ({ ...noDetails, ...files.get(toSha) }),
    commits: (range, limit) => listCommits(context, range, limit),
    ancestors: (sha, limit) => listAncestors(context, sha, limit),
    past: (sha, most) => listCommits(context, { fromSha: null, toSha: sha }, most),
    changedFiles: (commits) => listChangedFiles(context, commits),
    changedBetween: (range) => listChangedBetween(context, range),
    contents: (ids) => readContents(context, ids),
    searchTrees: (shas, texts) => searchTrees(context, shas, texts),
    addedLines: (range, path) => {
      const args = [...addedLinesArgs, '--end-of-options', ...rangeArgs(range), '--', path]
      return readAddedLines(runGit(context, args))
    },
    tags: () => {
      tags ??= listRefs(context).then((refs) => refs.filter(({ kind }) => kind === 'tag'))
      return tags
    },
    listRefs: async (query) => pageOfList(await listRefs(context), query),
    count: async (range) => {
      const args = ['rev-list', '--count', '--end-of-options', ...rangeArgs(range)]
      return Number((await readGit(context, args)).toString('latin1').trim())
    },
  }
}

function listCommits(context: GitContext, range: CommitRange, limit: number): AsyncIterable<Commit> {
  const args = [...gitLogArgs, `--max-count=${limit}`, '--end-of-options', ...rangeArgs(range), '--']
  return readGitLog(runGit(context, args))
}

async function* listAncestors(context: GitContext, sha: string, limit: number): AsyncGenerator<CommitNode> {
  const args = ['log', '-z', '--format=%H %ct %P', `--max-count=${limit}`, '--end-of-options', sha, '--']
  let rest = ''
  for await (const chunk of runGit(context, args)) {
    const lines = (rest + chunk.toString('latin1')).split('\0')
    rest = lines.pop()!
    for (const line of lines) yield asNode(line)
  }
  if (rest !== '') yield asNode(rest)
}

function asNode(line: string): CommitNode {
  const [sha = '', committedAt, ...parents] = line.trim().split(' ')
  return { sha, parents, committedAt: Number(committedAt) }
}

function rangeArgs(range: CommitRange): string[] {
  return range.fromSha === null ? [range.toSha] : [`${range.fromSha}..${range.toSha}`]
}
