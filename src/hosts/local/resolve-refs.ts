import type { RefName } from '../../core/listing.ts'
import type { ResolvedRef } from '../../core/range.ts'
import type { HostDetails } from '../../core/repository.ts'
import { shortTagName, tagRef } from '../../git/ref-names.ts'
import { parseRevision } from '../../git/revision.ts'
import {
  changelogPaths,
  type ProjectFiles,
  readStart,
  tryProjectFiles,
  typeConfigPaths,
} from '../project-files.ts'
import { BatchAnswers } from './batch-answers.ts'
import { type GitContext, readGit, runGit } from './git-process.ts'

/** What one look at two refs tells. */
export interface LocalRefs {
  from: ResolvedRef
  to: ResolvedRef
  empty: boolean
  /** What the repository's own changelog says at `to`. */
  file: Pick<HostDetails, 'changelog' | 'typeConfig' | 'warnings'>
}

/** All that is asked about two refs goes to one git process, a question a line; the changelog comes along. */
export async function resolveRefs(context: GitContext, fromRef: string, toRef: string): Promise<LocalRefs> {
  const questions = [...questionsFor(fromRef), ...questionsFor(toRef), 'info HEAD^{commit}']
  // What stops at the first that is there comes last.
  const files = [...typeConfigPaths, ...changelogPaths].map((path) => `contents ${toRef}^{commit}:${path}`)
  const input = `${[...questions, ...files].join('\n')}\n`
  const git = new BatchAnswers(runGit(context, ['cat-file', '--batch-command'], input))
  try {
    const answers = await readAnswers(git, questions)
    const perRef = questionsFor(fromRef).length
    // The last thing asked: where its bytes are missing, as in a partial clone, git ends here.
    const file = await readFiles(context.signal, git)
    // git may have been faster than the word to stop.
    context.signal.throwIfAborted()
    return {
      from: asLookup(fromRef, answers.slice(0, perRef)),
      to: asLookup(toRef, answers.slice(perRef, 2 * perRef)),
      empty: answers[2 * perRef]!.id === null && answers[perRef]!.id === null,
      file,
    }
  } finally {
    await git.close()
  }
}

function readFiles(signal: AbortSignal, git: BatchAnswers): Promise<LocalRefs['file']> {
  return tryProjectFiles(signal, async () => {
    // In the order in which they were asked for.
    const typeConfig = await readTypeConfig(git)
    return { typeConfig, changelog: await readChangelog(git) }
  })
}

async function readTypeConfig(git: BatchAnswers): Promise<ProjectFiles['typeConfig']> {
  let found: ProjectFiles['typeConfig'] = null
  for (const path of typeConfigPaths) {
    const header = await git.header()
    const text = (await git.content(header)).toString('utf8')
    if (header.type === 'blob') found ??= { path, text }
  }
  return found
}

async function readChangelog(git: BatchAnswers) {
  for (const path of changelogPaths) {
    const header = await git.header()
    if (header.type === 'blob') return { path, text: await readStart(git.pieces(header)) }
    await git.content(header)
  }
  return null
}

function questionsFor(ref: string): string[] {
  const { base } = parseRevision(ref)
  return [
    `info ${ref}^{commit}`,
    `info ${base}^{commit}`,
    // Only of a bare name git says that it is ambiguous.
    `info ${base}`,
    `info refs/heads/${base}`,
    `contents ${tagRef(base)}`,
  ]
}

interface GitAnswer {
  id: string | null
  ambiguous: boolean
  content: string
}

async function readAnswers(git: BatchAnswers, questions: string[]): Promise<GitAnswer[]> {
  const answers: GitAnswer[] = []
  for (const question of questions) {
    const header = await git.header()
    const content = question.startsWith('info ') ? '' : (await git.content(header)).toString('latin1')
    answers.push({ id: header.id, ambiguous: header.ambiguous, content })
  }
  return answers
}

function asLookup(ref: string, [commit, base, bare, branch, tag]: GitAnswer[]): ResolvedRef {
  const { base: name, suffix } = parseRevision(ref)
  // What `git describe` prints resolves below any folder of refs, and is none of them.
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

/** The day an annotated tag was made, or else the day of the commit under a plain tag, where it was made. */
function dateOf(object: string): string | null {
  const stamp = /^(?:tagger|committer) .*> (\d{1,12}) ([+-])(\d\d)(\d\d)$/m.exec(object.split('\n\n', 1)[0]!)
  if (!stamp) return null
  const offset = (Number(stamp[3]) * 60 + Number(stamp[4])) * (stamp[2] === '-' ? -60 : 60)
  const moment = new Date((Number(stamp[1]) + offset) * 1000)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().slice(0, 10)
}

/** Every tag and branch, tags first, the newest first. */
export async function listRefs(context: GitContext): Promise<RefName[]> {
  const format = '--format=%(refname)%00%(objectname)%00%(*objectname)%00%(creatordate:short)'
  const words = ['for-each-ref', '--sort=-creatordate', format, 'refs/tags', 'refs/heads']
  const lines = (await readGit(context, words))
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
