import {
  type ServerContext as McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { parseGenerateRequest } from '../api/generate-request.ts'
import { bullets, type FormatGuide, formatGuides, writingRules } from '../api/writing-guide.ts'
import { readHouseStyle } from '../app/read-house-style.ts'
import { asProblem } from '../core/errors.ts'
import { formatHouseStyle } from './house-style.ts'
import type { McpContext, ToolArguments } from './mcp-context.ts'
import { runCall } from './tool.ts'

/** A fixed text that agents can read. */
export interface TextResource {
  name: string
  uri: string
  title: string
  description: string
  text: string
}

/** The fixed texts: the writing rules and the rules of each format. */
export const textResources: TextResource[] = [
  {
    name: 'writing-rules',
    uri: 'notewright://writing-rules',
    title: 'How to write entries',
    description: 'The rules that check_notes and render_notes enforce.',
    text: `# How to write entries\n\n${bullets(writingRules)}\n`,
  },
  ...formatGuides.map((guide) => ({
    name: guide.format,
    uri: `notewright://formats/${guide.format}`,
    title: guide.title,
    description: `The rules of the format ${guide.format}.`,
    text: formatText(guide),
  })),
]

function formatText({ format, title, rules }: FormatGuide): string {
  return `# ${title} (\`${format}\`)\n\n${bullets(rules)}\n`
}

/** The URI template of the house style of any repository. */
export const houseStyleUriTemplate = 'notewright://house-style/{host}/{+repo}'

/** The URI of the house style of the local clone. */
export const localHouseStyleUri = 'notewright://house-style'

/** Reads the house style of a repository as a text. */
export async function readHouseStyleText(
  context: McpContext,
  given: ToolArguments,
  { mcpReq }: McpRequestContext,
): Promise<string> {
  try {
    const repository = await context.findRepository(given)
    const { request, host: hostName } = parseGenerateRequest(repository.body)
    const call = { context, clientSignal: mcpReq.signal, onProgress: () => {} }
    return formatHouseStyle(await runCall(call, { repository, hostName, request }, readHouseStyle))
  } catch (error) {
    const problem = asProblem(error)
    context.onProblem(problem)
    // The protocol has no other way to report that a resource cannot be read.
    const code = problem.row.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    throw new ProtocolError(code, `${problem.code}: ${problem.message}`)
  }
}
