import {
  type ServerContext as McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { readRequest } from '../api/request.ts'
import { bullets, type FormatGuide, formatGuides, writingRules } from '../api/writing-guide.ts'
import { readHouseStyle } from '../app/read-house-style.ts'
import { asProblem } from '../core/errors.ts'
import { houseStyleText } from './house-style.ts'
import type { Arguments, McpContext } from './mcp-context.ts'
import { askStory } from './tool.ts'

/** A text that agents can read. */
export interface Resource {
  name: string
  uri: string
  title: string
  description: string
  text: string
}

/** The texts that are the same for everybody. */
export const resources: Resource[] = [
  {
    name: 'writing-rules',
    uri: 'notewright://writing-rules',
    title: 'How entries are written',
    description: 'The rules that check_notes and render_notes hold entries to.',
    text: `# How entries are written\n\n${bullets(writingRules)}\n`,
  },
  ...formatGuides.map((guide) => ({
    name: guide.format,
    uri: `notewright://formats/${guide.format}`,
    title: guide.title,
    description: `What notes in the format ${guide.format} look like.`,
    text: formatText(guide),
  })),
]

function formatText({ format, title, rules }: FormatGuide): string {
  return `# ${title} (\`${format}\`)\n\n${bullets(rules)}\n`
}

/** Where the house style of any repository is found. */
export const houseStyleTemplate = 'notewright://house-style/{host}/{+repo}'

/** Where the house style of the clone at hand is found. */
export const houseStyleAddress = 'notewright://house-style'

/** How a repository writes its notes, as a text. */
export async function readHouseStyleText(
  context: McpContext,
  given: Arguments,
  { mcpReq }: McpRequestContext,
): Promise<string> {
  try {
    const source = await context.findSource(given)
    const { request, host } = readRequest(source.body)
    const call = { context, left: mcpReq.signal, onProgress: () => {} }
    return houseStyleText(
      await askStory(call, { source, host }, (asking) => readHouseStyle(request.repoFullName, asking)),
    )
  } catch (error) {
    const problem = asProblem(error)
    context.onProblem(problem)
    // A resource has no other way to say that it cannot be read.
    const code = problem.row.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    throw new ProtocolError(code, `${problem.code}: ${problem.message}`)
  }
}
