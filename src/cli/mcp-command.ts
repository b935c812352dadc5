import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { generate } from '../app/generate.ts'
import { version } from '../config/package.ts'
import { startDeadline } from '../core/deadline.ts'
import { Problem } from '../core/errors.ts'
import type { Arguments, McpContext, OwnChangelog, Source } from '../mcp/mcp-context.ts'
import { buildServer } from '../mcp/server.ts'
import { MemoCache } from '../state/memo-cache.ts'
import { formatCause, formatError } from '../text/format-error.ts'
import { findChangelogFile, readText } from './changelog-file.ts'
import type { CliContext } from './cli-context.ts'
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
export async function mcpCommand(words: string[], context: CliContext): Promise<void> {
  const given = readFlags(words, flags, 'mcp')
  if (given.has('help')) return context.print(help())
  const { input, output } = context.openPipe()
  const tools = mcpContext(context, String(given.get('dir') ?? '.'))
  const left = ended(input)
  if (context.isTerminal)
    context.complain(`Notewright ${version} speaks MCP here; an agent should start it.\n`)
  const serving = serveStdio(() => buildServer(tools), {
    transport: new StdioServerTransport(input, output),
    // Nothing that is listed ever changes, so that there is nothing to listen for.
    maxSubscriptions: 0,
    onerror: (error) => context.complain(`notewright: ${formatCause(error)}\n`),
  })
  await Promise.race([left, context.untilStopped()])
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

function mcpContext(context: CliContext, folder: string): McpContext {
  return {
    ownMachine: true,
    findSource: (given) => findSource(given, context, folder),
    makeNotes: async (request, asking) =>
      generate(request, { ...asking, gateway: await openModel(request, context), onEntry: () => {} }),
    openChangelog: (dir, file) => openChangelog({ dir, file, folder }, context),
    maxCommits: context.environment.maxCommits ?? defaultMaxCommits,
    memoCache: new MemoCache(context.environment.secret),
    inTime: async (left, work) => {
      const time = startDeadline(AbortSignal.any([left, context.signal]), context.environment.deadlineMs)
      return work(time)
        .catch((error: unknown) => {
          throw time.explain(error)
        })
        .finally(time.end)
    },
    onProblem: ({ code, message, cause }) => {
      // What a caller did wrong the caller is told; what we did wrong must be found again.
      if (code !== 'internal') return
      context.complain(`notewright: ${message}\n${formatError(cause)}\n`)
    },
    onAnswer: () => {},
  }
}

/** The changelog of a clone, or another file in it; nothing outside of the clone is ever written. */
async function openChangelog(
  { dir, file, folder }: { dir: unknown; file: string | null; folder: string },
  context: CliContext,
): Promise<OwnChangelog> {
  if (dir !== undefined && (typeof dir !== 'string' || dir === ''))
    throw refused('dir', 'must be the path of a folder')
  const { root } = await openCloneAt(context, dir ?? folder, 'Name the folder of a clone in `dir`.')
  const path = file === null ? await findChangelogFile(root, context) : join(root, file)
  const text = await readText(path, context)
  return {
    path,
    text,
    replace: (after) => context.replaceFile(path, after, 'Choose another one with `file`.'),
  }
}

/** Without a name the clone is read; with one the host is asked. */
async function findSource(given: Arguments, context: CliContext, folder: string): Promise<Source> {
  const { dir, ...body } = given
  if (body.repo !== undefined || body.repoFullName !== undefined) {
    if (dir !== undefined) throw refused('dir', 'reads a clone, and `repo` asks a host: give one of them')
    return { body, ask: (name) => askHost(context, name) }
  }
  if (body.host !== undefined)
    throw refused('host', 'needs `repo`: without it the clone in the folder is read')
  if (dir !== undefined && (typeof dir !== 'string' || dir === ''))
    throw refused('dir', 'must be the path of a folder')
  const clone = await openCloneAt(context, dir ?? folder, 'Name the folder of a clone in `dir`.')
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
