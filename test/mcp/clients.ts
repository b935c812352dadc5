import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { token } from '../http/service.ts'
import { main, minimalEnv } from '../support/main-program.ts'

/** The clients that agents are built with: the new one in both eras of the protocol, and the one before it. */
export const clientKinds = ['the v2 client, 2026 era', 'the v2 client, 2025 era', 'the 1.x client'] as const
type ClientKind = (typeof clientKinds)[number]

/** Where a server is: behind an address, or started by the client. */
export type Place =
  | { url: URL; headers?: Record<string, string> }
  | { cwd: string; env?: Record<string, string>; flags?: string[] }

/** What a tool answered. */
interface Answered {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it as it likes.
  answer: any
}

/** A connected client, of whatever kind. */
export interface Agent {
  version: string | undefined
  call: (
    name: string,
    given: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (progress: { progress: number }) => void },
  ) => Promise<Answered>
  client: ModernClient | OldClient
  /** The process that the client started, if it did. */
  pid: () => number | null
  close: () => Promise<void>
}

const info = { name: 'test agent', version: '1.0.0' }

/** Connects a client of a kind to a server. */
export async function openAgent(kind: ClientKind, place: Place): Promise<Agent> {
  return kind === 'the 1.x client' ? openOld(place) : openNew(kind, place)
}

function parametersOf({ cwd, env = {}, flags = [] }: Extract<Place, { cwd: string }>) {
  const own = { ...minimalEnv, ...env }
  return {
    command: process.execPath,
    args: [main, 'mcp', ...flags],
    cwd,
    env: own,
    stderr: 'inherit' as const,
  }
}

function initOf({ headers = { 'x-host-token': token } }: Extract<Place, { url: URL }>) {
  return { requestInit: { headers } }
}

async function openNew(kind: ClientKind, place: Place): Promise<Agent> {
  const mode = kind === 'the v2 client, 2026 era' ? { pin: '2026-07-28' } : ('legacy' as const)
  const client = new ModernClient(info, { versionNegotiation: { mode } })
  const transport =
    'url' in place
      ? new StreamableHTTPClientTransport(place.url, initOf(place))
      : new StdioClientTransport(parametersOf(place))
  await client.connect(transport)
  return {
    client,
    version: client.getNegotiatedProtocolVersion(),
    call: async (name, given, options) =>
      asAnswered(await client.callTool({ name, arguments: given }, options)),
    pid: () => ('pid' in transport ? transport.pid : null),
    close: () => client.close(),
  }
}

async function openOld(place: Place): Promise<Agent> {
  const client = new OldClient(info)
  const transport =
    'url' in place
      ? new OldHttpTransport(place.url, initOf(place))
      : new OldStdioTransport(parametersOf(place))
  // The types of the old client were made without exact optional properties.
  await client.connect(transport as Parameters<OldClient['connect']>[0])
  return {
    client,
    version: 'protocolVersion' in transport ? transport.protocolVersion : undefined,
    call: async (name, given, options) =>
      asAnswered(await client.callTool({ name, arguments: given }, undefined, options)),
    pid: () => ('pid' in transport ? transport.pid : null),
    close: () => client.close(),
  }
}

function asAnswered(result: object): Answered {
  const {
    isError = false,
    content,
    structuredContent,
  } = result as {
    isError?: boolean
    content: { text: string }[]
    structuredContent?: unknown
  }
  return { isError, text: content[0]!.text, answer: structuredContent }
}
