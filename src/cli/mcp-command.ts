import { join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { invalidRequest } from '../api/parse-request.ts'
import { generate } from '../app/generate.ts'
import { readChosenConfig } from '../app/load-config.ts'
import { startDeadline } from '../core/deadline.ts'
import type { Problem } from '../core/errors.ts'
import { version } from '../core/package.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { createMemoryDrafts } from '../mcp/draft-store.ts'
import type {
  CallRepository,
  ConfiguredRequest,
  EditableChangelog,
  LocalMcpContext,
  ToolArguments,
} from '../mcp/mcp-context.ts'
import { buildMcpServer } from '../mcp/mcp-server.ts'
import { createRenderedTexts } from '../mcp/rendered-texts.ts'
import { MemoCache } from '../state/memo-cache.ts'
import { formatCause, formatError } from '../text/format-error.ts'
import { openChangelog } from './changelog-file.ts'
import { withChangelogText } from './choose-package.ts'
import type { CliContext, Clone } from './cli-context.ts'
import { findTreeConfig } from './find-config.ts'
import type { FlagValues } from './flags.ts'
import { openOwnGateway } from './gateways.ts'
import { connectHost, defaultMaxCommits, openCloneAt } from './open-repository.ts'

/** `notewright mcp`: serves the MCP tools over standard input and output. */
export async function mcpCommand(values: FlagValues, context: CliContext): Promise<void> {
  const { input, output } = context.openStdio()
  const mcpContext = createMcpContext(context, {
    start: String(values.get('dir') ?? '.'),
    allowed: [values.get('allow-dir') ?? []].flat().map(String),
  })
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

/** The folders of the server. */
interface ServedFolders {
  /** The folder that calls use if they name no other. */
  start: string
  /** Other folders in which calls may write. */
  allowed: string[]
}

function createMcpContext(context: CliContext, folders: ServedFolders): LocalMcpContext {
  return {
    isLocal: true,
    findRepository: (given) => findRepository(given, context, folders.start),
    generateNotes: async (request, callContext) =>
      generate(request, {
        ...callContext,
        gateway: await openOwnGateway(request, context),
        onEntry: () => {},
      }),
    openChangelog: (dir, file, request) => openWritable({ dir, file, request }, context, folders),
    maxCommits: context.environment.maxCommits ?? defaultMaxCommits,
    memoCache: new MemoCache(context.environment.secret),
    drafts: createMemoryDrafts(),
    renderedTexts: createRenderedTexts(),
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

/** Opens the changelog of a clone, or another file in it, if the server may write there. */
async function openWritable(
  { dir, file, request }: { dir: unknown; file: string | null; request: ConfiguredRequest },
  context: CliContext,
  folders: ServedFolders,
): Promise<EditableChangelog & { config: RepositoryConfig }> {
  const clone = await openCloneInDir(dir ?? folders.start, context)
  const folder = await context.resolvePath(String(dir ?? folders.start))
  const root = await context.resolvePath(clone.root)
  if (folder === null || root === null) throw invalidField('dir', 'must be the path of a folder')
  const writable = await findWritableFolders(context, folders)
  const check = (path: string, field: 'dir' | 'file') => {
    if (writable.some((each) => path === each || path.startsWith(each + sep))) return
    throw invalidField(
      field,
      `is outside of the folders in which this server may write (${writable.join(', ')}). Start it in the clone, or with --allow-dir ${root}`,
    )
  }
  check(folder, 'dir')
  const loaded = await readChosenConfig(await withTreeConfig(request, root, context))
  const config = loaded?.config ?? {}
  const path = file ?? config.changelog?.file
  const search = {
    ...{ root, folder, paths: [], fileOption: '`file`' },
    file: path === undefined ? null : join(root, path),
    repoFullName: clone.name,
  }
  const found = await openChangelog(search, context)
  check(found.file.path, file === null ? 'dir' : 'file')
  const { path: target, pathInTree, replace } = found.file
  return { path: target, pathInTree, text: found.text, replace, config }
}

/** The clone that the server was started in, or the folder if there is none, and the folders that were allowed. */
async function findWritableFolders(
  context: CliContext,
  { start, allowed }: ServedFolders,
): Promise<string[]> {
  const own = (await context.openClone(start))?.root ?? start
  const paths = await Promise.all([own, ...allowed].map((folder) => context.resolvePath(folder)))
  return paths.filter((path) => path !== null)
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
  const { host, name, root } = await openCloneInDir(dir === undefined ? defaultFolder : dir, context)
  return {
    body: { ...body, repo: name },
    connect: async () => ({ host, token: null }),
    withConfig: async (request) =>
      withChangelogText(await withTreeConfig(request, root, context), root, context),
  }
}

/** Adds the configuration file of a working tree to a request that names no configuration. */
async function withTreeConfig<Request extends ConfiguredRequest>(
  request: Request,
  root: string,
  context: CliContext,
): Promise<Request> {
  if (request.config !== undefined) return request
  const config = await findTreeConfig(root, context)
  return config === undefined ? request : { ...request, config }
}

async function openCloneInDir(dir: unknown, context: CliContext): Promise<Clone> {
  if (typeof dir !== 'string' || dir === '') throw invalidField('dir', 'must be the path of a folder')
  return openCloneAt(context, dir, 'Set `dir` to the folder of a clone.')
}

function invalidField(field: 'dir' | 'host' | 'file', detail: string): Problem {
  return invalidRequest([{ pointer: `#/${field}`, detail }])
}
