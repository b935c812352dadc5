import { type ReadRequest, readRequest } from '../api/request.ts'
import { Problem } from '../core/errors.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Host } from '../core/host.ts'
import { noCache } from '../state/no-cache.ts'
import type { CliContext } from './cli-context.ts'
import { askHost, defaultMaxCommits, openCloneAt, openModel } from './find-source.ts'
import { inFlagWords, ownFlag, requestFlags } from './flags.ts'
import { noProgress, type ProgressView, progressBar, progressLines } from './show-progress.ts'

/** The flags of a request, made from its schema. */
export const fieldFlags = requestFlags()

/** What some flags mean where a release is made, which need not have a tag yet. */
const ofRelease = new Map([
  ['from', 'Where the range starts, exclusive. Default: the release before.'],
  ['version', 'The version in the heading. Default: the one that the tag names.'],
  [
    'date',
    'The date in the heading, YYYY-MM-DD. Default: that of the tag at --to; today where a version has no tag yet.',
  ],
])

/** The flags of a request whose start may be left open, and whose layout is given. */
export const releaseFlags = fieldFlags
  .filter(({ name }) => name !== 'format' && name !== 'part')
  .map((flag) => ({ ...flag, about: () => ofRelease.get(flag.name) ?? flag.about() }))

/** `--dir`, where a clone is read. */
export const dirFlag = ownFlag(
  'dir',
  'PATH',
  'The clone to read through git, without network and token. Default: the folder you are in.',
)

/** `--max-commits`, which guards against too large a range. */
export const limitFlag = ownFlag(
  'max-commits',
  'N',
  `Refuse a range of more commits. Default: NOTEWRIGHT_MAX_COMMITS, else ${defaultMaxCommits}.`,
)

/** `--quiet`, which leaves only the answer. */
export const quietFlag = ownFlag('quiet', null, 'Show neither progress nor warnings.')

/** The flags that were given, by their names. */
export type Given = Map<string, string | string[] | boolean>

/** A repository to read, and the request about it. */
export interface Source {
  host: Host
  token: string | null
  read: ReadRequest
}

/** Where the flags say that the history is: in a clone, or on a host. */
export async function sourceOf(given: Given, context: CliContext): Promise<Source> {
  if (given.has('dir') && given.has('repo')) {
    throw new Problem('invalid_request', '--dir reads a clone and --repo asks a host: give one of them.')
  }
  return given.has('repo') ? hosted(given, context) : cloned(given, context)
}

/** What a command was asked, where it reads, and what it runs in. */
export interface Asking {
  given: Given
  source: Source
  context: CliContext
}

/** Tells a story with the host of a source and the model of the environment, and shows how it goes on. */
export async function tellFrom<Told>(
  { given, source, context }: Asking,
  story: (outside: GenerateContext) => Promise<Told>,
): Promise<Told> {
  const { host, token, read } = source
  const progress = progressOf(given, context)
  try {
    return await story({
      host,
      token,
      gateway: await openModel(read.request, context),
      maxCommits: maxCommits(given, context),
      signal: context.signal,
      deadlineAt: Date.now() + context.environment.deadlineMs,
      onProgress: progress.show,
      onEntry: () => {},
      memoize: noCache,
    })
  } catch (error) {
    throw error instanceof Problem ? calledAsFlags(error) : error
  } finally {
    progress.end()
  }
}

function calledAsFlags({ code, message, faults, retryAfter, cause }: Problem): Problem {
  return new Problem(code, inFlagWords(message), {
    faults,
    cause,
    ...(retryAfter === null ? {} : { retryAfter }),
  })
}

function progressOf(given: Given, { isTerminal, complain }: CliContext): ProgressView {
  if (given.has('quiet')) return noProgress
  return isTerminal ? progressBar(complain) : progressLines(complain)
}

async function hosted(given: Given, context: CliContext): Promise<Source> {
  const read = readGiven(asBody(given))
  return { ...(await askHost(context, read.host)), read }
}

async function cloned(given: Given, context: CliContext): Promise<Source> {
  const path = String(given.get('dir') ?? '.')
  const clone = await openCloneAt(context, path, 'Go into a clone, or name one with --dir PATH.')
  if (given.has('host')) {
    throw new Problem('invalid_request', '--host needs --repo: without it the clone in the folder is read.')
  }
  return { host: clone.host, token: null, read: readGiven({ ...asBody(given), repoFullName: clone.name }) }
}

/** The request that flags make; what is wrong with it is said of the flags, not of the fields. */
function readGiven(body: Record<string, unknown>): ReadRequest {
  try {
    return readRequest(body)
  } catch (error) {
    throw error instanceof Problem ? inFlags(error) : error
  }
}

function inFlags({ code, faults, cause }: Problem): Problem {
  const lines = faults.map(({ pointer, detail }) => {
    const [, field = '', place] = pointer.split('/')
    const name = fieldFlags.find((flag) => flag.field === field)?.name ?? field
    return `--${name}${place === undefined ? '' : ` (number ${Number(place) + 1})`}: ${detail}`
  })
  const head = lines.length === 1 ? 'A flag was refused' : `${lines.length} flags were refused`
  const said = lines.map((line) => `  ${line}\n`).join('')
  return new Problem(code, `${head}:\n${said}The command with --help tells what each flag takes.`, { cause })
}

function asBody(given: Given): Record<string, unknown> {
  const pairs = fieldFlags.filter(({ name }) => given.has(name))
  return Object.fromEntries(pairs.map(({ name, field }) => [field, given.get(name)]))
}

function maxCommits(given: Given, context: CliContext): number {
  const text = given.get('max-commits')
  if (text === undefined) return context.environment.maxCommits ?? defaultMaxCommits
  if (!/^[1-9]\d{0,8}$/.test(String(text))) {
    throw new Problem(
      'invalid_request',
      `--max-commits takes a whole number from 1 on, not "${String(text).slice(0, 40)}".`,
    )
  }
  return Number(text)
}
