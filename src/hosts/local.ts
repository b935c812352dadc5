import { createHash, timingSafeEqual } from 'node:crypto'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { Problem } from '../errors.ts'
import { faultOfRepoName } from '../names.ts'
import type { Access, Commit, CommitRange, Host, RefLookup, Repository } from '../types.ts'
import { gitLogWords, readGitLog } from './git-log.ts'
import { askGit, type GitPlace, runGit } from './git-process.ts'
import { findOriginAddress, readOrigin } from './origin.ts'

interface LocalOptions {
  /** The folder that holds `owner/repo` folders, and may be a repository itself. */
  root: string
  /** The token callers must bring; null only where the caller is the machine's own user. */
  token: string | null
  searchPath: string
}

interface Folder {
  workDir: string
  gitDir: string
}

/** The host `local`: repositories on this machine's disk, read through git. */
export function localHost(options: LocalOptions): Host {
  return {
    name: 'local',
    kind: 'local',
    async open(access) {
      checkToken(options.token, access.token)
      const folder = await findFolder(options.root, access.repoFullName)
      if (!folder) throw notVisible(access.repoFullName)
      return openFolder(folder, access, options.searchPath)
    },
  }
}

/** The name under which a folder that is itself a repository is served; null when it is none. */
export async function nameOfRoot(root: string): Promise<string | null> {
  const folder = await asFolder(resolve(root))
  if (!folder) return null
  const origin = await readFolderOrigin(folder)
  return origin?.fullName ?? ownName(folder.workDir)
}

/** The repository that a path is or lies in, as git finds it: upwards; null when there is none. */
export async function findRepositoryRoot(path: string): Promise<string | null> {
  if (!(await exists(path))) return null
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (await asFolder(folder)) return folder
    if (folder === dirname(folder)) return null
  }
}

/** The name of some repository that a folder serves: its own, or the first below it; null when there is none. */
export async function nameOfAnyRepository(root: string): Promise<string | null> {
  const own = await nameOfRoot(root)
  if (own !== null) return own
  for (const owner of await foldersIn(root)) {
    for (const name of await foldersIn(join(root, owner))) {
      const fullName = `${owner}/${name.replace(/\.git$/, '')}`
      // A folder may have a name that nobody can ask for.
      if (faultOfRepoName(fullName) === null && (await asFolder(join(root, owner, name)))) return fullName
    }
  }
  return null
}

async function foldersIn(path: string): Promise<string[]> {
  // A folder that cannot be read serves nothing.
  const children = await readdir(path, { withFileTypes: true }).catch(() => [])
  return children.filter((child) => child.isDirectory()).map((child) => child.name)
}

function checkToken(expected: string | null, given: string | null): void {
  if (expected === null) return
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (given !== null && timingSafeEqual(digest(expected), digest(given))) return
  throw new Problem(
    'token_rejected',
    'The token is not the one of this local service. Use the token that was printed when the service started, or the value of NOTEWRIGHT_LOCAL_TOKEN.',
  )
}

function notVisible(repoFullName: string): Problem {
  return new Problem(
    'repository_not_found',
    `No repository "${repoFullName}" is visible on the local host. Check the spelling; the name is the folder's path below the served folder, such as owner/repo.`,
  )
}

async function findFolder(root: string, repoFullName: string): Promise<Folder | null> {
  const top = await realpath(root).catch(() => null)
  if (top === null) return null
  for (const ending of ['', '.git']) {
    const path = await realpath(join(top, repoFullName + ending)).catch(() => null)
    // A link below the served folder may lead anywhere; only what stays inside is served.
    if (path === null || !path.startsWith(top + sep)) continue
    const folder = await asFolder(path)
    if (folder) return folder
  }
  const own = await asFolder(top)
  if (!own) return null
  const names = [ownName(top), ownName(resolve(root)), (await readFolderOrigin(own))?.fullName]
  return names.includes(repoFullName) ? own : null
}

async function asFolder(path: string): Promise<Folder | null> {
  const inner = join(path, '.git')
  const kind = await stat(inner).catch(() => null)
  if (kind?.isDirectory()) return { workDir: path, gitDir: inner }
  if (kind?.isFile()) {
    // A linked work tree or a submodule names its git directory in a file.
    const named = /^gitdir: (.+)$/m.exec(await readFile(inner, 'utf8'))
    return named ? { workDir: path, gitDir: resolve(path, named[1]!) } : null
  }
  const bare = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => exists(join(path, name))))
  return bare.every(Boolean) ? { workDir: path, gitDir: path } : null
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function ownName(path: string): string {
  const folder = basename(path) === '.git' ? basename(dirname(path)) : basename(path)
  const plain = folder.replace(/\.git$/, '').replace(/[^\w.-]+/g, '-')
  return `local/${plain.replace(/^[-.]+/, '') || 'repository'}`
}

/** The directory that linked work trees share: it holds the configuration and the shallow marks. */
async function commonDirOf(folder: Folder): Promise<string> {
  const named = await readFile(join(folder.gitDir, 'commondir'), 'utf8').catch(() => null)
  return named === null ? folder.gitDir : resolve(folder.gitDir, named.trim())
}

async function readFolderOrigin(folder: Folder) {
  const path = join(await commonDirOf(folder), 'config')
  const configuration = await readFile(path, 'utf8').catch(() => '')
  const address = findOriginAddress(configuration)
  return address === null ? null : readOrigin(address)
}

async function openFolder(folder: Folder, access: Access, searchPath: string): Promise<Repository> {
  const place: GitPlace = { ...folder, searchPath, signal: access.signal }
  const [origin, shallow] = await Promise.all([
    readFolderOrigin(folder),
    commonDirOf(folder).then((path) => exists(join(path, 'shallow'))),
  ])
  return {
    fullName: access.repoFullName,
    web: origin?.web ?? null,
    shallow,
    lookUp: (fromRef, toRef) => lookUp(place, fromRef, toRef),
    commits: (range, limit) => listCommits(place, range, limit),
    count: async (range) => {
      const words = ['rev-list', '--count', '--end-of-options', ...rangeWords(range)]
      return Number((await askGit(place, words)).toString('latin1').trim())
    },
  }
}

function listCommits(place: GitPlace, range: CommitRange, limit: number): AsyncIterable<Commit> {
  const words = [...gitLogWords, `--max-count=${limit}`, '--end-of-options', ...rangeWords(range), '--']
  return readGitLog(runGit(place, words))
}

function rangeWords(range: CommitRange): string[] {
  return range.fromSha === null ? [range.toSha] : [`${range.fromSha}..${range.toSha}`]
}

/** All that is asked about two refs goes to one git process, a question a line. */
async function lookUp(place: GitPlace, fromRef: string, toRef: string) {
  const questions = [...questionsFor(fromRef), ...questionsFor(toRef), 'info HEAD^{commit}']
  const output = await askGit(place, ['cat-file', '--batch-command'], `${questions.join('\n')}\n`)
  const answers = readAnswers(output, questions)
  const perRef = questionsFor(fromRef).length
  return {
    from: asLookup(fromRef, answers.slice(0, perRef)),
    to: asLookup(toRef, answers.slice(perRef, 2 * perRef)),
    empty: answers[2 * perRef]!.id === null && answers[perRef]!.id === null,
  }
}

function baseOf(ref: string): string {
  return ref.replace(/[~^][~^\d]*$/, '')
}

function tagOf(ref: string): string {
  return `refs/tags/${ref.replace(/^refs\/tags\//, '')}`
}

function questionsFor(ref: string): string[] {
  const base = baseOf(ref)
  return [
    `info ${ref}^{commit}`,
    `info ${base}^{commit}`,
    // Only of a bare name git says that it is ambiguous.
    `info ${base}`,
    `info refs/heads/${base}`,
    `contents ${tagOf(base)}`,
  ]
}

interface GitAnswer {
  id: string | null
  ambiguous: boolean
  content: string
}

function readAnswers(output: Buffer, questions: string[]): GitAnswer[] {
  let position = 0
  return questions.map((question) => {
    const end = output.indexOf(0x0a, position)
    const header = output.toString('utf8', position, end)
    position = end + 1
    const found = /^([0-9a-f]{40,64}) [a-z]+ (\d+)$/.exec(header)
    if (!found) return { id: null, ambiguous: header.endsWith(' ambiguous'), content: '' }
    if (question.startsWith('info ')) return { id: found[1]!, ambiguous: false, content: '' }
    const size = Number(found[2])
    const content = output.toString('latin1', position, position + size)
    position += size + 1
    return { id: found[1]!, ambiguous: false, content }
  })
}

function asLookup(ref: string, [commit, base, bare, branch, tag]: GitAnswer[]): RefLookup {
  const plain = ref === baseOf(ref)
  const date = tag!.id === null ? null : dateOf(tag!.content)
  return {
    sha: commit!.id,
    baseSha: base!.id,
    tag: plain && date !== null ? { name: ref.replace(/^refs\/tags\//, ''), date } : null,
    isTag: tag!.id !== null && !ref.startsWith('refs/heads/'),
    isBranch: branch!.id !== null,
    ambiguous: bare!.ambiguous,
  }
}

/** The day an annotated tag was made, or else the day of the commit under a plain tag, where it was made. */
function dateOf(object: string): string | null {
  const stamp = /^(?:tagger|committer) .*> (\d{1,12}) ([+-])(\d\d)(\d\d)$/m.exec(object.split('\n\n', 1)[0]!)
  if (!stamp) return null
  const offset = (Number(stamp[3]) * 60 + Number(stamp[4])) * (stamp[2] === '-' ? -60 : 60)
  const moment = new Date((Number(stamp[1]) + offset) * 1000)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().slice(0, 10)
}
