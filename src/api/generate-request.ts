import { z } from 'zod'
import type { Fault } from '../core/errors.ts'
import { areaModes, formats, parts } from '../core/format.ts'
import type { ConfigChoice } from '../core/repository-config.ts'
import {
  audiences,
  checks,
  configurableFields,
  type GenerateRequest,
  type RangeRequest,
  writers,
} from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import { date, ref, repoName, repositoryPath, singleLine } from './field-schemas.ts'
import { invalidRequest, schemaFaults, warnUnknownFields } from './parse-request.ts'

const refDescription = 'a tag, branch or SHA (full or abbreviated), optionally followed by `~n` or `^`'

/** The schema of a generate request. OpenAPI, the MCP tools and the flags of the command line are derived from it. */
export const generateRequestSchema = z
  .looseObject({
    repoFullName: repoName
      .optional()
      .describe('The repository, as `owner/repo`; nested groups are allowed if the host has them.'),
    repo: repoName.optional().describe('Alias of `repoFullName`.'),
    fromRef: ref.optional().meta({
      description: `The start of the range, exclusive: ${refDescription}; or \`previous-release\`, the release before \`toRef\`, or \`latest-release\`, the newest release at or before it.`,
      default: 'HEAD~50',
    }),
    from: ref.optional().describe('Alias of `fromRef`.'),
    toRef: ref.optional().meta({
      description: `The end of the range, inclusive: ${refDescription}; or \`latest-release\`.`,
      default: 'HEAD',
    }),
    to: ref.optional().describe('Alias of `toRef`.'),
    format: z
      .string()
      .regex(
        /^[a-z][a-z0-9_-]{0,39}$/,
        `must be one of ${formats.map((format) => JSON.stringify(format)).join(', ')}, or a format of the configuration file`,
      )
      .optional()
      .meta({
        description: `The output format: ${formats.join(', ')}, or a format of the configuration file. \`hosting_release\` is the release format of the host that is used.`,
        default: 'keepachangelog',
      }),
    host: singleLine(60)
      .optional()
      .describe("The name of a configured host; if omitted, the operator's default host."),
    writer: z
      .enum(writers)
      .default('auto')
      .describe(
        'Who writes the entries: "auto" uses AI if a key is available and falls back to the rules, "model" requires AI, "rules" never uses it.',
      ),
    model: singleLine(200)
      .optional()
      .describe("A model id of the gateway; if omitted, the operator's default model."),
    version: singleLine(100)
      .regex(
        /^[\p{L}\p{N}@][^[\]]*$/u,
        'must start with a letter or digit and must not contain square brackets',
      )
      .optional()
      .describe(
        'The version in the heading; if omitted, the version of the tag at `toRef`. "auto" proposes the next version from the changes since the last release.',
      ),
    channel: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'must be a word such as rc or beta')
      .optional()
      .describe('With `version` "auto": the channel of a pre-release, such as rc.'),
    date: date
      .optional()
      .describe('The date in the heading, YYYY-MM-DD; if omitted, the date of the tag at `toRef`.'),
    part: z
      .enum(parts)
      .default('document')
      .describe('For `keepachangelog`: the whole document, or only the section.'),
    areas: z
      .enum(areaModes)
      .default('auto')
      .describe(
        'Whether entries are grouped by the area that their commits name: "auto" groups categories with more than 25 entries.',
      ),
    audience: z
      .enum(audiences)
      .default('users')
      .describe('Who reads the notes. `developers` also includes internal changes.'),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/, 'must be a BCP 47 tag such as en or pt-BR')
      .default('en')
      .describe('The language of the notes, as a BCP 47 tag. Languages other than English require AI.'),
    paths: z
      .array(repositoryPath)
      .max(100)
      .default([])
      .describe('Include only changes that touch these files or folders; if omitted, all changes.'),
    package: singleLine(100)
      .optional()
      .describe(
        'The name of a package of the configuration file: only its changes are included, with its settings and since its own release. Cannot be combined with `paths`.',
      ),
    diffs: z
      .boolean()
      .default(true)
      .describe(
        'Whether to read the changed files: the lines that authors added to the changelog, names of flags, options and functions, and raised minimum versions.',
      ),
    instructions: z.string().min(1).max(2000).optional().describe('Extra instructions for the AI.'),
    summary: z
      .boolean()
      .default(false)
      .describe('Begin the notes with one or two sentences about the whole release. Requires AI.'),
    highlights: z
      .boolean()
      .default(false)
      .describe('Begin the notes with a list of the three to five most important entries.'),
    only: z
      .array(singleLine(100))
      .max(500)
      .default([])
      .describe(
        'The ids of the changes that the AI writes; the rules write the others. If omitted, the AI writes all.',
      ),
    config: z
      .union([z.literal('none'), z.record(z.string(), z.unknown())], 'must be an object or "none"')
      .optional()
      .describe(
        'A configuration that replaces the file of the repository (`notewright.yml`), or "none" to ignore that file.',
      ),
    check: z
      .enum(checks)
      .optional()
      .describe(
        'How the entries of the AI are checked against the commits: "full" asks the AI a second time about every entry, "suspected" only about those that the rules suspect and about breaking changes and security fixes, "words" uses the rules alone. If omitted, the operator\'s setting, "full" by default.',
      ),
  })
  .meta({ anyOf: [{ required: ['repoFullName'] }, { required: ['repo'] }] })

const aliases = [
  ['repoFullName', 'repo'],
  ['fromRef', 'from'],
  ['toRef', 'to'],
] as const

/** A parsed generate request, the host that it names, and the warnings for the client. */
export interface ParsedGenerateRequest {
  request: GenerateRequest
  host: string | null
  warnings: Warning[]
}

/** What a request means that names no start. */
export interface RangeDefaults {
  defaultFrom?: string
}

/**
 * Parses a generate request; an error lists every fault. Without a start, requests to the service begin at `HEAD~50`,
 * and the other surfaces at the previous release.
 */
export function parseGenerateRequest(body: unknown, options: RangeDefaults = {}): ParsedGenerateRequest {
  const fields = parseFields(generateRequestSchema, body)
  return {
    request: {
      ...rangeRequest(fields, body, options),
      writer: fields.writer,
      model: fields.model ?? null,
      instructions: fields.instructions ?? null,
      summary: fields.summary,
      highlights: fields.highlights,
      only: fields.only,
      check: fields.check ?? null,
    },
    host: fields.host ?? null,
    warnings: warnUnknownFields(Object.keys(fields), Object.keys(generateRequestSchema.shape)),
  }
}

/** Parses a body with aliases; an error lists the schema's faults together with those between fields. */
export function parseFields<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  findFaults: (given: Record<string, unknown>) => Fault[] = () => [],
): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  const given =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : null
  const faults = [
    ...(parsed.success ? [] : schemaFaults(parsed.error)),
    ...(given ? [...fieldFaults(given), ...findFaults(given)] : []),
  ]
  if (!parsed.success || faults.length > 0) throw invalidRequest(faults)
  return parsed.data
}

type RangeFields = Pick<
  z.infer<typeof generateRequestSchema>,
  | Exclude<keyof RangeRequest, 'formatName' | 'open' | 'packageName' | 'changelogText'>
  | 'package'
  | 'repo'
  | 'from'
  | 'to'
>

/** The part that all requests share: a range, and the layout of its notes. */
export function rangeRequest(
  fields: RangeFields,
  body: unknown,
  { defaultFrom = 'HEAD~50' }: RangeDefaults = {},
): RangeRequest {
  const format = formats.find((each) => each === (fields.format ?? 'keepachangelog'))
  const given = body as Record<string, unknown>
  const { config } = fields
  return {
    repoFullName: (fields.repoFullName ?? fields.repo)!,
    fromRef: fields.fromRef ?? fields.from ?? defaultFrom,
    toRef: fields.toRef ?? fields.to ?? 'HEAD',
    format: format ?? 'keepachangelog',
    ...(format === undefined && fields.format !== undefined ? { formatName: fields.format } : {}),
    open: configurableFields.filter((field) => given[field] === undefined),
    ...(config === undefined ? {} : { config: toConfigChoice(config) }),
    version: fields.version ?? null,
    channel: fields.channel ?? null,
    date: fields.date ?? null,
    part: fields.part,
    areas: fields.areas,
    audience: fields.audience,
    language: fields.language,
    paths: normalisePaths(fields.paths),
    ...(fields.package === undefined ? {} : { packageName: fields.package }),
    diffs: fields.diffs,
  }
}

/** The configuration that a request names. */
export function toConfigChoice(config: 'none' | Record<string, unknown>): ConfigChoice {
  return config === 'none' ? config : { source: 'request', value: config }
}

/** Paths as git writes them; the path of the whole repository means no restriction. */
function normalisePaths(paths: string[]): string[] {
  const normalised = paths.map((path) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  )
  return normalised.includes('') ? [] : normalised
}

/** The faults between fields. */
function fieldFaults(given: Record<string, unknown>): Fault[] {
  const faults: Fault[] = []
  for (const [name, alias] of aliases) {
    if (given[name] !== undefined && given[alias] !== undefined && given[name] !== given[alias]) {
      faults.push({
        pointer: `#/${alias}`,
        detail: `\`${alias}\` is an alias of \`${name}\`, and their values differ; send only one of them`,
      })
    }
  }
  if (given.repoFullName === undefined && given.repo === undefined) {
    faults.push({ pointer: '#/repoFullName', detail: 'is required; send the repository as owner/repo' })
  }
  if (given.package !== undefined && Array.isArray(given.paths) && given.paths.length > 0) {
    faults.push({ pointer: '#/package', detail: 'cannot be combined with paths; choose one of them' })
  }
  return faults
}
