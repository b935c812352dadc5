import { Problem } from '../../errors.ts'
import { generate } from '../../generate.ts'
import type { Answer, Host } from '../../types.ts'
import { type ReadRequest, readRequest } from '../request.ts'
import { askHost, defaultMaxCommits, openCloneAt, openModel } from './find-source.ts'
import { ownFlag, readFlags, requestFlags } from './flags.ts'
import { commandHelp } from './help.ts'
import { noProgress, progressBar, progressLines } from './show-progress.ts'
import type { CommandWorld } from './world.ts'

/** Made once: what a field takes is worked out from its schema. */
const fieldFlags = requestFlags()

const flags = [
  ownFlag(
    'dir',
    'PATH',
    'The clone to read through git, without network and token. Default: the folder you are in.',
  ),
  ...fieldFlags,
  ownFlag('json', null, 'Print the whole answer as JSON, exactly as the service gives it.'),
  ownFlag('output', 'FILE', 'Write to this file instead of standard output.'),
  ownFlag(
    'max-commits',
    'N',
    `Refuse a range of more commits. Default: ${defaultMaxCommits}, or NOTEWRIGHT_MAX_COMMITS.`,
  ),
  ownFlag('quiet', null, 'Show neither progress nor warnings.'),
  ownFlag('help', null, 'Show this help.'),
]

/** `notewright generate`: the notes of a range, as text or as JSON. */
export async function generateCommand(words: string[], world: CommandWorld): Promise<void> {
  const given = readFlags(words, flags, 'generate')
  if (given.has('help')) return world.print(help())
  if (given.has('dir') && given.has('repo')) {
    throw new Problem('invalid_request', '--dir reads a clone and --repo asks a host: give one of them.')
  }
  const source = given.has('repo') ? await hosted(given, world) : await cloned(given, world)
  const progress = given.has('quiet')
    ? noProgress
    : world.isTerminal
      ? progressBar(world.complain)
      : progressLines(world.complain)
  let answer: Answer
  try {
    answer = await generate(source.read.request, {
      host: source.host,
      token: source.token,
      gateway: await openModel(source.read.request, world),
      maxCommits: maxCommits(given, world),
      signal: world.signal,
      deadlineAt: Date.now() + world.config.deadlineMs,
      onProgress: progress.show,
      onEntry: () => {},
      remember: (_words, make) => make(),
    })
  } finally {
    progress.end()
  }
  const whole = { ...answer, warnings: [...source.read.warnings, ...answer.warnings] }
  const text = given.has('json') ? `${JSON.stringify(whole)}\n` : answer.changelog
  const file = given.get('output')
  if (file === undefined) world.print(text)
  else await world.writeFile(String(file), text, 'Choose another file with --output.')
  if (!given.has('quiet')) for (const { detail } of whole.warnings) world.complain(`warning: ${detail}\n`)
}

type Given = Map<string, string | string[] | boolean>

interface Source {
  host: Host
  token: string | null
  read: ReadRequest
}

async function hosted(given: Given, world: CommandWorld): Promise<Source> {
  const read = readRequest(asBody(given))
  return { ...(await askHost(world, read.host)), read }
}

async function cloned(given: Given, world: CommandWorld): Promise<Source> {
  const path = String(given.get('dir') ?? '.')
  const clone = await openCloneAt(world, path, 'Go into a clone, or name one with --dir PATH.')
  if (given.has('host')) {
    throw new Problem('invalid_request', '--host needs --repo: without it the clone in the folder is read.')
  }
  return { host: clone.host, token: null, read: readRequest({ ...asBody(given), repoFullName: clone.name }) }
}

function asBody(given: Given): Record<string, unknown> {
  const pairs = fieldFlags.filter(({ name }) => given.has(name))
  return Object.fromEntries(pairs.map(({ name, field }) => [field, given.get(name)]))
}

function maxCommits(given: Given, world: CommandWorld): number {
  const text = given.get('max-commits')
  if (text === undefined) return world.config.maxCommits ?? defaultMaxCommits
  if (!/^[1-9]\d{0,8}$/.test(String(text))) {
    throw new Problem(
      'invalid_request',
      `--max-commits takes a whole number from 1 on, not "${String(text).slice(0, 40)}".`,
    )
  }
  return Number(text)
}

function help(): string {
  return commandHelp(
    'notewright generate [--dir PATH | --repo OWNER/REPO] [flags]',
    'Writes the notes of a range of commits. The text goes to standard output, progress and warnings to standard error.',
    flags,
    [
      'notewright generate',
      'notewright generate --from v1.4.0 --to v1.5.0 --format github_release',
      'notewright generate --dir ../widget --from v1.5.0 --format simple --quiet',
      'notewright generate --json --output notes.json',
      'notewright generate --paths packages/core --paths packages/cli',
    ],
  )
}
