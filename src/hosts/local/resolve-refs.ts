import { dirname, join, normalize } from 'node:path/posix'
import type { RefName } from '../../core/listing.ts'
import type { ChangelogFile } from '../../core/project-files.ts'
import type { ResolvedRef } from '../../core/range.ts'
import type { HostDetails } from '../../core/repository.ts'
import { configPaths } from '../../core/repository-config.ts'
import { shortTagName, tagRef } from '../../git/ref-names.ts'
import { parseRevision } from '../../git/revision.ts'
import {
  changelogPaths,
  type ProjectFiles,
  readStart,
  tryProjectFiles,
  typeConfigPaths,
} from '../project-files.ts'
import { CatFileBatch } from './cat-file-batch.ts'
import { type GitContext, readGit, runGit } from './git-process.ts'

/** Both refs, and the repository's own files at `to`, from one git process. */
export interface LocalRefs {
  from: ResolvedRef
  to: ResolvedRef
  empty: boolean
  /** The changelog and the configuration files at `to`. */
  file: ProjectFiles & Pick<HostDetails, 'warnings'>
}

/** Resolves two refs and reads the changelog with one git process, one command a line. */
export async function resolveRefs(context: GitContext, fromRef: string, toRef: string): Promise<LocalRefs> {
  const commands = [...commandsFor(fromRef), ...commandsFor(toRef), 'info HEAD^{commit}']
  // The files come last, because reading stops at the first changelog that exists.
  const files = [...typeConfigPaths, ...configPaths, ...changelogPaths].map(
    (path) => `contents ${toRef}^{commit}:${path}`,
  )
  const input = `${[...commands, ...files].join('\n')}\n`
  const git = new CatFileBatch(runGit(context, ['cat-file', '--batch-command'], input))
  try {
    const objects = await readObjects(git, commands)
    const perRef = commandsFor(fromRef).length
    // In a partial clone the content may be missing, and then git exits here.
    const found = await readFiles(context.signal, git)
    const file = found.changelog ? await followLink(found, found.changelog, toRef, context) : found
    // git may have finished before it received the abort.
    context.signal.throwIfAborted()
    return {
      from: asLookup(fromRef, objects.slice(0, perRef)),
      to: asLookup(toRef, objects.slice(perRef, 2 * perRef)),
      empty: objects[2 * perRef]!.id === null && objects[perRef]!.id === null,
      file,
    }
  } finally {
    await git.close()
  }
}

function readFiles(signal: AbortSignal, git: CatFileBatch): Promise<LocalRefs['file']> {
  return tryProjectFiles(signal, async () => {
    // In the order of the commands.
    const [typeConfig = null] = await readExisting(git, typeConfigPaths)
    const configFiles = await readExisting(git, configPaths)
    return { typeConfig, configFiles, changelog: await readChangelog(git) }
  })
}

// The content of a symbolic link is the path that it leads to.
const linkForm = /^[^\s:*?"<>|\\][^\n:*?"<>|\\]{0,300}\.\w{1,10}$/

/** Replaces a changelog that is a symbolic link by the file of the tree that it leads to. */
async function followLink(
  found: LocalRefs['file'],
  { path, text }: ChangelogFile,
  ref: string,
  context: GitContext,
): Promise<LocalRefs['file']> {
  const target = linkForm.test(text) ? normalize(join(dirname(path), text)) : '..'
  if (target.startsWith('..') || target.startsWith('/')) return found
  const input = `contents ${ref}^{commit}:${target}\n`
  const git = new CatFileBatch(runGit(context, ['cat-file', '--batch-command'], input))
  try {
    const header = await git.header()
    if (header.type !== 'blob') return found
    return { ...found, changelog: { path: target, text: await readStart(git.pieces(header)) } }
  } finally {
    await git.close()
  }
}

async function readExisting(git: CatFileBatch, paths: readonly string[]): Promise<ChangelogFile[]> {
  const found: ChangelogFile[] = []
  for (const path of paths) {
    const header = await git.header()
    const text = (await git.content(header)).toString('utf8')
    if (header.type === 'blob') found.push({ path, text })
  }
  return found
}

async function readChangelog(git: CatFileBatch) {
  for (const path of changelogPaths) {
    const header = await git.header()
    if (header.type === 'blob') return { path, text: await readStart(git.pieces(header)) }
    await git.content(header)
  }
  return null
}

function commandsFor(ref: string): string[] {
  const { base } = parseRevision(ref)
  return [
    `info ${ref}^{commit}`,
    `info ${base}^{commit}`,
    // Git reports an ambiguous SHA only for a bare name.
    `info ${base}`,
    `info refs/heads/${base}`,
    `contents ${tagRef(base)}`,
  ]
}

interface ObjectInfo {
  id: string | null
  ambiguous: boolean
  content: string
}

async function readObjects(git: CatFileBatch, commands: string[]): Promise<ObjectInfo[]> {
  const objects: ObjectInfo[] = []
  for (const command of commands) {
    const header = await git.header()
    const content = command.startsWith('info ') ? '' : (await git.content(header)).toString('latin1')
    objects.push({ id: header.id, ambiguous: header.ambiguous, content })
  }
  return objects
}

function asLookup(ref: string, [commit, base, bare, branch, tag]: ObjectInfo[]): ResolvedRef {
  const { base: name, suffix } = parseRevision(ref)
  // An output of `git describe` also resolves as refs/heads/… and refs/tags/…, but is neither.
  const described = /-g[0-9a-f]{4,64}$/.test(name)
  const date = tag!.id === null || described ? null : dateOf(tag!.content)
  return {
    sha: commit!.id,
    baseSha: base!.id,
    tag: suffix === '' && date !== null ? { name: shortTagName(ref), date } : null,
    isTag: tag!.id !== null && !described && !ref.startsWith('refs/heads/'),
    isBranch: branch!.id !== null && !described,
    ambiguous: bare!.ambiguous,
  }
}

/** The local date of an annotated tag, or of the commit below a lightweight tag. */
function dateOf(object: string): string | null {
  const stamp = /^(?:tagger|committer) .*> (\d{1,12}) ([+-])(\d\d)(\d\d)$/m.exec(object.split('\n\n', 1)[0]!)
  if (!stamp) return null
  const offset = (Number(stamp[3]) * 60 + Number(stamp[4])) * (stamp[2] === '-' ? -60 : 60)
  const moment = new Date((Number(stamp[1]) + offset) * 1000)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().slice(0, 10)
}

/** Lists every tag and branch, tags first, the newest first. */
export async function listRefs(context: GitContext): Promise<RefName[]> {
  const format = '--format=%(refname)%00%(objectname)%00%(*objectname)%00%(creatordate:short)'
  const args = ['for-each-ref', '--sort=-creatordate', format, 'refs/tags', 'refs/heads']
  const lines = (await readGit(context, args))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  const refs = lines.map((line): RefName => {
    const [ref = '', sha = '', peeled = '', date = ''] = line.split('\0')
    const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
    return { name: ref.replace(/^refs\/(?:tags|heads)\//, ''), kind, sha: peeled || sha, date: date || null }
  })
  return [...refs.filter(({ kind }) => kind === 'tag'), ...refs.filter(({ kind }) => kind === 'branch')]
}
