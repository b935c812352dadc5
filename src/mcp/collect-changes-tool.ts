import { z } from 'zod'
import { answerSchema, changesSchema } from '../api/answer-schema.ts'
import { parseGenerateRequest } from '../api/generate-request.ts'
import { invalidRequest, parseRequest } from '../api/parse-request.ts'
import { listChangesPage } from '../app/list-changes-page.ts'
import { categories } from '../core/category.ts'
import { omissionReasons } from '../core/change.ts'
import type { AnsweredRange } from '../core/range.ts'
import { previousRelease } from '../core/release-words.ts'
import type { ToolArguments } from './mcp-context.ts'
import { filterFields, rangeDefaults, rangeFields, runCall, type Tool } from './tool.ts'

const defaultTokens = 20_000

const pageFields = {
  tokens: z.int().min(4000).max(200_000).default(defaultTokens).describe('The size of a page.'),
  cursor: z
    .string()
    .max(4000)
    .optional()
    .describe('The `nextCursor` of the page before; no other argument is needed.'),
  omitted: z.boolean().default(false).describe('List all excluded changes, not only doubtful ones.'),
}

const pageSchema = z.object(pageFields)

const change = z.object({
  id: z.string(),
  title: z.string(),
  scope: z.string().optional(),
  own: z.string().optional(),
  body: z.string().optional(),
  bodyCut: z.literal(true).optional(),
  labels: z.array(z.string()).optional(),
  paths: z.array(z.string()).optional(),
  pathCount: z.int().optional(),
  facts: z.array(z.string()).optional(),
  category: z.enum(categories),
  section: z.string().optional(),
  breaking: z.literal(true).optional(),
  mustTell: z.literal(true).optional(),
  listed: z.literal(true).optional(),
  rules: z.string().optional(),
  commits: z.array(z.string()).optional(),
  commitCount: z.int().optional(),
  pullRequests: z.array(z.int()).optional(),
})

const omission = z.object({
  id: z.string().nullable(),
  doubtful: z.literal(true).optional(),
  commit: z.string(),
  subject: z.string(),
  reason: z.enum(omissionReasons),
  detail: z.string(),
  paths: z.array(z.string()).optional(),
})

/** `collect_changes`: returns the evidence of a range, one page at a time. */
export const collectChangesTool: Tool = {
  name: 'collect_changes',
  title: 'Collect the changes of a range',
  description:
    'List the changes of a range, page by page until `nextCursor` is null. `own`: what its authors wrote for the changelog. `facts`: what its diff shows. `rules`: the text by rules, unless it is the title. `listed`: the changelog has it. `mustTell`: exclude it only with a good reason. `pastEntries`: the style to follow.',
  fields: { ...rangeFields, ...filterFields, ...pageFields },
  writes: false,
  answer: z.object({
    commitCount: answerSchema.shape.commitCount,
    range: answerSchema.shape.range,
    version: changesSchema.shape.version,
    date: changesSchema.shape.date,
    changeCount: z.int(),
    changes: z.array(change),
    omittedCounts: z.partialRecord(z.enum(omissionReasons), z.int()),
    omitted: z.array(omission),
    pastEntries: z.array(z.string()),
    nextCursor: z.string().nullable(),
    warnings: answerSchema.shape.warnings,
  }),
  async call(given, call) {
    const { cursor: givenCursor, ...own } = given
    const { place, carried } = givenCursor === undefined ? firstPage : readCursor(givenCursor)
    const all = { ...carried, ...own }
    const repository = await call.context.findRepository(all)
    const { tokens, omitted, ...body } = repository.body
    const paging = parseRequest(pageSchema, { tokens, omitted })
    const { request, host: hostName, warnings } = parseGenerateRequest(body, rangeDefaults)
    const page = { ...request, ...paging, cursor: place }
    const answer = await runCall(call, { repository, hostName, request: page }, listChangesPage)
    return {
      ...answer,
      nextCursor: answer.nextCursor === null ? null : writeCursor(answer.nextCursor, all, answer.range),
      warnings: [...warnings, ...answer.warnings],
    }
  },
}

const firstPage = { place: null, carried: {} }
const placeForm = /^\d{1,7}-(?:[0-9a-f]{12}|root)-[0-9a-f]{12}$/

/** The arguments that a cursor carries as they are; the others are JSON. */
const plainNames = ['repo', 'repoFullName', 'dir', 'host', 'package', 'audience']
const jsonNames = ['paths', 'config', 'tokens', 'omitted']

/** The place of the next page together with the arguments that it needs. */
function writeCursor(place: string, given: ToolArguments, { fromRef, toRef }: AnsweredRange): string {
  const query = new URLSearchParams({ from: fromRef === '' ? previousRelease : fromRef, to: toRef })
  for (const name of plainNames) if (given[name] !== undefined) query.set(name, String(given[name]))
  for (const name of jsonNames) if (given[name] !== undefined) query.set(name, JSON.stringify(given[name]))
  return `${place}?${query}`
}

function readCursor(given: unknown): { place: string; carried: ToolArguments } {
  const [place = '', query = ''] =
    typeof given === 'string' && given.length <= 4000 ? given.split('?', 2) : []
  if (!placeForm.test(place)) throw invalidCursor()
  const carried = [...new URLSearchParams(query)].map(([name, value]) => {
    if (!jsonNames.includes(name)) return [name, value]
    try {
      return [name, JSON.parse(value)]
    } catch {
      throw invalidCursor()
    }
  })
  return { place, carried: Object.fromEntries(carried) }
}

function invalidCursor() {
  return invalidRequest([{ pointer: '#/cursor', detail: 'must be the `nextCursor` of the previous page' }])
}
