import { z } from 'zod'
import type { Fault } from '../core/errors.ts'
import { formats, parts } from '../core/format.ts'
import { audiences, type GenerateRequest, type RangeRequest, writers } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import { day, insidePath, line, ref, repoName } from './field-schemas.ts'
import { faultsOf, refused, unknownFields } from './parse-request.ts'

const refDescription = 'a tag, branch or SHA (full or abbreviated), also with `~n` or `^`'

/** The one schema of a request: it validates, and OpenAPI and the command line's help are made from it. */
export const requestSchema = z
  .looseObject({
    repoFullName: repoName
      .optional()
      .describe('The repository, as `owner/repo`; nested groups where the host has them.'),
    repo: repoName.optional().describe('Alias of `repoFullName`.'),
    fromRef: ref.optional().meta({
      description: `Where the range starts, exclusive: ${refDescription}.`,
      default: 'HEAD~50',
    }),
    from: ref.optional().describe('Alias of `fromRef`.'),
    toRef: ref
      .optional()
      .meta({ description: `Where the range ends, inclusive: ${refDescription}.`, default: 'HEAD' }),
    to: ref.optional().describe('Alias of `toRef`.'),
    format: z
      .enum(formats)
      .default('keepachangelog')
      .describe(
        'The format of the text; `hosting_release` is the release format of whichever host is asked.',
      ),
    host: line(60)
      .optional()
      .describe("The name of a configured host; the operator's default when left out."),
    writer: z
      .enum(writers)
      .default('auto')
      .describe(
        'Who words the entries: "auto" asks a model where there is a key and lets the rules step in, "model" demands one, "rules" asks none.',
      ),
    model: line(200).optional().describe("A model id of the gateway; the operator's default when left out."),
    version: line(100)
      .regex(/^[\p{L}\p{N}@][^[\]]*$/u, 'must begin with a letter or digit and hold no square brackets')
      .optional()
      .describe('The version in the heading; else the one that the tag at `toRef` names.'),
    date: day
      .optional()
      .describe('The date in the heading, YYYY-MM-DD; else the date of the tag at `toRef`.'),
    part: z
      .enum(parts)
      .default('document')
      .describe('For `keepachangelog`: the whole document, or its section alone.'),
    audience: z.enum(audiences).default('users').describe('`developers` are also told internal work.'),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/, 'must be a BCP 47 tag such as en or pt-BR')
      .default('en')
      .describe('The language of the notes, by BCP 47; another than English needs the model.'),
    paths: z
      .array(insidePath)
      .max(100)
      .default([])
      .describe('Only changes that touch these files or folders; all when left out.'),
    instructions: z.string().min(1).max(2000).optional().describe("The caller's own guidance for the model."),
    summary: z
      .boolean()
      .default(false)
      .describe('Whether the notes begin with a sentence or two about the whole; needs the model.'),
    only: z
      .array(line(100))
      .max(500)
      .default([])
      .describe(
        'The ids of the changes that the model words, while the rules word the others; all when left out.',
      ),
  })
  .meta({ anyOf: [{ required: ['repoFullName'] }, { required: ['repo'] }] })

const aliases = [
  ['repoFullName', 'repo'],
  ['fromRef', 'from'],
  ['toRef', 'to'],
] as const

/** A request that was read, the host it names, and what to tell the caller about it. */
export interface ReadRequest {
  request: GenerateRequest
  host: string | null
  warnings: Warning[]
}

/** Reads a request body; every fault is listed before it is refused. */
export function readRequest(body: unknown): ReadRequest {
  const fields = readFields(requestSchema, body)
  return {
    request: {
      ...rangeOf(fields),
      writer: fields.writer,
      model: fields.model ?? null,
      instructions: fields.instructions ?? null,
      summary: fields.summary,
      only: fields.only,
    },
    host: fields.host ?? null,
    warnings: unknownFields(Object.keys(fields), Object.keys(requestSchema.shape)),
  }
}

/** The fields of a body by its schema; the schema's faults and those between fields are told together. */
export function readFields<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  moreFaults: (given: Record<string, unknown>) => Fault[] = () => [],
): z.infer<Schema> {
  const read = schema.safeParse(body)
  const given =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : null
  const faults = [
    ...(read.success ? [] : faultsOf(read.error)),
    ...(given ? [...aliasFaults(given), ...moreFaults(given)] : []),
  ]
  if (!read.success || faults.length > 0) throw refused(faults)
  return read.data
}

type RangeFields = Pick<z.infer<typeof requestSchema>, keyof RangeRequest | 'repo' | 'from' | 'to'>

/** What every request asks for: a range, and how its notes are laid out. */
export function rangeOf(fields: RangeFields): RangeRequest {
  return {
    repoFullName: (fields.repoFullName ?? fields.repo)!,
    fromRef: fields.fromRef ?? fields.from ?? 'HEAD~50',
    toRef: fields.toRef ?? fields.to ?? 'HEAD',
    format: fields.format,
    version: fields.version ?? null,
    date: fields.date ?? null,
    part: fields.part,
    audience: fields.audience,
    language: fields.language,
    paths: plainPaths(fields.paths),
  }
}

/** Paths as git writes them; the whole repository is no restriction. */
function plainPaths(paths: string[]): string[] {
  const plain = paths.map((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  )
  return plain.includes('') ? [] : plain
}

function aliasFaults(given: Record<string, unknown>): Fault[] {
  const faults: Fault[] = []
  for (const [name, alias] of aliases) {
    if (given[name] !== undefined && given[alias] !== undefined && given[name] !== given[alias]) {
      faults.push({
        pointer: `#/${alias}`,
        detail: `\`${alias}\` is another name of \`${name}\`, and the two differ; send one of them`,
      })
    }
  }
  if (given.repoFullName === undefined && given.repo === undefined) {
    faults.push({ pointer: '#/repoFullName', detail: 'is required: the repository, as owner/repo' })
  }
  return faults
}
