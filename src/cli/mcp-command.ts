import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { invalidRequest } from '../api/parse-request.ts'
import { generate } from '../app/generate.ts'
import { version } from '../config/package.ts'
import { startDeadline } from '../core/deadline.ts'
import type { Problem } from '../core/errors.ts'
import type { CallRepository, EditableChangelog, LocalMcpContext, ToolArguments } from '../mcp/mcp-context.ts'
import { buildMcpServer } from '../mcp/mcp-server.ts'
import { MemoCache } from '../state/memo-cache.ts'
import { formatCause, formatError } from '../text/format-error.ts'
import { findChangelogFile, readText } from './changelog-file.ts'
import type { CliContext, Clone } from './cli-context.ts'
import { cliFlag, parseFlags } from './flags.ts'
import { openOwnGateway } from './gateways.ts'
import { commandHelp } from './help.ts'
import { connectHost, defaultMaxCommits, openCloneAt } from './open-repository.ts'

const flags = [
  cliFlag('dir', 'PATH', 'The clone to read if a call names no other. Default: the current folder.'),
  cliFlag('help', null, 'Show this help.'),
]

/** `notewright mcp`: serves the MCP tools over standard input and output. */
export async function mcpCommand(args: string[], context: CliContext): Promise<void> {
  const values = parseFlags(args, flags, 'mcp')
  if (values.has('help')) return context.print(help())
  const { input, output } = context.openStdio()
  const mcpContext = createMcpContext(context, String(values.get('dir') ?? '.'))
  const inputEnded = untilEnd(input)
  if (context.isTerminal)
    context.printError(`Notewright ${version} is an MCP server on standard input; let an agent start it.\n`)
  const server = serveStdio(() => buildMcpServer(mcpContext), {
    transport: new StdioServerTransport(input, output),
    // The lists never change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (error) => context.printError(`notewright: ${formatCause(error)}\n`),
  })
  await Promise.race([inputEnded, context.untilStopped()])
  await server.close()
}

function untilEnd(input: Readable): Promise<void> {
  return new Promise((resolve) => {
    input
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve())
  })
}

function createMcpContext(context: CliContext, defaultFolder: string): LocalMcpContext {
  return {
    isLocal: true,
    findRepository: (given) => findRepository(given, context, defaultFolder),
    generateNotes: async (request, callContext) =>
      generate(request, {
        ...callContext,
        gateway: await openOwnGateway(request, context),
        onEntry: () => {},
      }),
    openChangelog: (dir, file) => openChangelog(dir === undefined ? defaultFolder : dir, file, context),
    maxCommits: context.environment.maxCommits ?? defaultMaxCommits,
    memoCache: new MemoCache(context.environment.secret),
    stageQueue: context.stageQueue,
    withDeadline: async (clientSignal, work) => {
      const signal = AbortSignal.any([clientSignal, context.signal])
      const deadline = startDeadline(signal, context.environment.deadlineMs)
      return work(deadline)
        .catch((error: unknown) => {
          throw deadline.explain(error)
        })
        .finally(deadline.end)
    },
    onProblem: ({ code, message, cause }) => {
      // The client gets every problem; only internal errors are also logged.
      if (code !== 'internal') return
      context.printError(`notewright: ${message}\n${formatError(cause)}\n`)
    },
    onAnswer: () => {},
  }
}

/** Opens the changelog of a clone, or another file in it; files outside of the clone are never written. */
async function openChangelog(
  dir: unknown,
  file: string | null,
  context: CliContext,
): Promise<EditableChangelog> {
  const { root } = await openCloneInDir(dir, context)
  const path = file === null ? await findChangelogFile(root, context) : join(root, file)
  const text = await readText(path, context)
  return {
    path,
    text,
    replace: (after) => context.replaceFile(path, after, 'Choose another file with `file`.'),
  }
}

/** Finds the repository of a call: on a host if `repo` is given, otherwise the clone in `dir`. */
async function findRepository(
  given: ToolArguments,
  context: CliContext,
  defaultFolder: string,
): Promise<CallRepository> {
  const { dir, ...body } = given
  if (body.repo !== undefined || body.repoFullName !== undefined) {
    if (dir !== undefined) throw invalidField('dir', 'cannot be used together with `repo`; send one of them')
    return { body, connect: (hostName) => connectHost(context, hostName) }
  }
  if (body.host !== undefined)
    throw invalidField('host', 'needs `repo`; without it the clone in the folder is read')
  const { host, name } = await openCloneInDir(dir === undefined ? defaultFolder : dir, context)
  return { body: { ...body, repo: name }, connect: async () => ({ host, token: null }) }
}

async function openCloneInDir(dir: unknown, context: CliContext): Promise<Clone> {
  if (typeof dir !== 'string' || dir === '') throw invalidField('dir', 'must be the path of a folder')
  return openCloneAt(context, dir, 'Set `dir` to the folder of a clone.')
}

function invalidField(field: 'dir' | 'host', detail: string): Problem {
  return invalidRequest([{ pointer: `#/${field}`, detail }])
}

function help(): string {
  return commandHelp({
    usage: 'notewright mcp [--dir PATH]',
    description:
      'Starts a Model Context Protocol server on standard input and output. It reads clones without a network connection or a token, and hosts with the tokens from the environment.',
    flags,
    examples: ['notewright mcp', 'notewright mcp --dir ../widget'],
  })
}
