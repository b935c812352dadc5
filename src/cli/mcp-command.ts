import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { generate } from '../app/generate.ts'
import { version } from '../config/version.ts'
import { startDeadline } from '../core/deadline.ts'
import { Problem } from '../core/errors.ts'
import type { Arguments, OwnChangelog, Source, ToolWorld } from '../mcp/mcp-context.ts'
import { buildServer } from '../mcp/server.ts'
import { Remembered } from '../state/memo-cache.ts'
import { tellCause, tellError } from '../text/format-error.ts'
import { findChangelogFile, readText } from './changelog-file.ts'
import type { CommandWorld } from './cli-context.ts'
import { askHost, defaultMaxCommits, openCloneAt, openModel } from './find-source.ts'
import { ownFlag, readFlags } from './flags.ts'
import { commandHelp } from './help.ts'

const flags = [
  ownFlag(
    'dir',
    'PATH',
    'The clone that is read when a call names no other. Default: the folder you are in.',
  ),
  ownFlag('help', null, 'Show this help.'),
]

/** `notewright mcp`: the tools for agents, over standard input and output. */
export async function mcpCommand(words: string[], world: CommandWorld): Promise<void> {
  const given = readFlags(words, flags, 'mcp')
  if (given.has('help')) return world.print(help())
  const { input, output } = world.openPipe()
  const tools = toolWorld(world, String(given.get('dir') ?? '.'))
  const left = ended(input)
  if (world.isTerminal) world.complain(`Notewright ${version} speaks MCP here; an agent should start it.\n`)
  const serving = serveStdio(() => buildServer(tools), {
    transport: new StdioServerTransport(input, output),
    // Nothing that is listed ever changes, so that there is nothing to listen for.
    maxSubscriptions: 0,
    onerror: (error) => world.complain(`notewright: ${tellCause(error)}\n`),
  })
  await Promise.race([left, world.untilStopped()])
  await serving.close()
}

function ended(input: Readable): Promise<void> {
  return new Promise((resolve) => {
    input
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve())
  })
}

function toolWorld(world: CommandWorld, folder: string): ToolWorld {
  return {
    ownMachine: true,
    findSource: (given) => findSource(given, world, folder),
    makeNotes: async (request, asking) =>
      generate(request, { ...asking, gateway: await openModel(request, world), onEntry: () => {} }),
    openChangelog: (dir, file) => openChangelog({ dir, file, folder }, world),
    maxCommits: world.config.maxCommits ?? defaultMaxCommits,
    remembered: new Remembered(world.config.secret),
    inTime: async (left, work) => {
      const time = startDeadline(AbortSignal.any([left, world.signal]), world.config.deadlineMs)
      return work(time)
        .catch((error: unknown) => {
          throw time.explain(error)
        })
        .finally(time.end)
    },
    onProblem: ({ code, message, cause }) => {
      // What a caller did wrong the caller is told; what we did wrong must be found again.
      if (code !== 'internal') return
      world.complain(`notewright: ${message}\n${tellError(cause)}\n`)
    },
    onAnswer: () => {},
  }
}

/** The changelog of a clone, or another file in it; nothing outside of the clone is ever written. */
async function openChangelog(
  { dir, file, folder }: { dir: unknown; file: string | null; folder: string },
  world: CommandWorld,
): Promise<OwnChangelog> {
  if (dir !== undefined && (typeof dir !== 'string' || dir === ''))
    throw refused('dir', 'must be the path of a folder')
  const { root } = await openCloneAt(world, dir ?? folder, 'Name the folder of a clone in `dir`.')
  const path = file === null ? await findChangelogFile(root, world) : join(root, file)
  const text = await readText(path, world)
  return { path, text, replace: (after) => world.replaceFile(path, after, 'Choose another one with `file`.') }
}

/** Without a name the clone is read; with one the host is asked. */
async function findSource(given: Arguments, world: CommandWorld, folder: string): Promise<Source> {
  const { dir, ...body } = given
  if (body.repo !== undefined || body.repoFullName !== undefined) {
    if (dir !== undefined) throw refused('dir', 'reads a clone, and `repo` asks a host: give one of them')
    return { body, ask: (name) => askHost(world, name) }
  }
  if (body.host !== undefined)
    throw refused('host', 'needs `repo`: without it the clone in the folder is read')
  if (dir !== undefined && (typeof dir !== 'string' || dir === ''))
    throw refused('dir', 'must be the path of a folder')
  const clone = await openCloneAt(world, dir ?? folder, 'Name the folder of a clone in `dir`.')
  return { body: { ...body, repo: clone.name }, ask: async () => ({ host: clone.host, token: null }) }
}

function refused(field: 'dir' | 'host', detail: string): Problem {
  return new Problem('invalid_request', `The request was refused at ${field}: ${detail}.`, {
    faults: [{ pointer: `#/${field}`, detail }],
  })
}

function help(): string {
  return commandHelp({
    usage: 'notewright mcp [--dir PATH]',
    about:
      'Speaks the Model Context Protocol over standard input and output, for an agent that starts it. Reads clones without network and token; hosts are asked with the tokens of the environment.',
    flags,
    examples: ['notewright mcp', 'notewright mcp --dir ../widget'],
  })
}
