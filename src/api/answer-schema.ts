import { z } from 'zod'
import { categories } from '../core/category.ts'
import { omissionReasons } from '../core/change.ts'
import { entryWriters } from '../core/entry.ts'
import { problems } from '../core/errors.ts'
import { formats } from '../core/format.ts'
import { relations } from '../core/range.ts'
import { hostKinds } from '../core/web-address.ts'

const sha = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)

const entry = z.object({
  id: z.string(),
  category: z.enum(categories),
  text: z.string().describe('Plain words and code spans.'),
  breaking: z.boolean(),
  notability: z.number().min(0).max(1).describe('How much it matters to the audience.'),
  commits: z.array(sha).min(1),
  pullRequests: z.array(z.int()),
  authors: z.array(z.string()),
  labels: z.array(z.string()).describe('The labels of its pull request.'),
  writtenBy: z.enum(entryWriters),
  evidence: z.array(z.object({ kind: z.string(), detail: z.string() })),
})

const omitted = z
  .array(z.object({ sha, subject: z.string(), reason: z.enum(omissionReasons), detail: z.string() }))
  .describe('Every commit that is told nowhere, with the reason.')

const contributors = z.array(
  z.object({
    name: z.string(),
    login: z.string().nullable(),
    first: z
      .boolean()
      .nullable()
      .describe('Whether it is their first contribution; null where the host cannot tell.'),
  }),
)

const warnings = z.array(
  z.object({
    code: z.string(),
    detail: z.string(),
    instead: z
      .object({ fromRef: z.string().optional(), toRef: z.string().optional() })
      .optional()
      .describe('The refs to ask for instead, where other refs would mend it.'),
  }),
)

const releaseFilter = z.object({ labels: z.array(z.string()), authors: z.array(z.string()) })

const layout = z
  .object({
    web: z.object({ kind: z.enum(hostKinds), url: z.string() }).nullable(),
    releaseConfig: z
      .object({
        exclude: releaseFilter,
        categories: z.array(
          z.object({ title: z.string(), labels: z.array(z.string()), exclude: releaseFilter }),
        ),
      })
      .nullable()
      .describe("The project's own `.github/release.yml`."),
    changelog: z
      .object({ path: z.string(), text: z.string() })
      .nullable()
      .describe("The beginning of the repository's own changelog."),
  })
  .describe('What a text is printed with beside its entries.')

const range = z.object({
  fromRef: z.string(),
  toRef: z.string(),
  fromSha: sha.nullable().describe('Null where the range begins with the first commit.'),
  toSha: sha,
  compareUrl: z.string().nullable(),
  relation: z.enum(relations),
})

const houseStyle = z
  .object({
    from: z.string().describe('The file that the project keeps its own notes in.'),
    releases: z.int(),
    changes: z.int().describe('The changes of those releases.'),
    listed: z.int().describe('How many of them the project listed.'),
    voice: z
      .object({
        tense: z
          .enum(['plain', 'past', 'present'])
          .nullable()
          .describe('How its entries begin: `Add`, `Added` or `Adds`; null without a clear habit.'),
        fullStop: z
          .boolean()
          .nullable()
          .describe('Whether its entries end with a full stop; null without a clear habit.'),
      })
      .describe('How the project words its entries; the rules word theirs alike.'),
  })
  .nullable()
  .describe(
    "The project's own habit, where its changelog tells enough of it; null where only the common one was followed.",
  )

/** The answer of a generation, as OpenAPI shows it and the tests hold it to. */
export const answerSchema = z.object({
  success: z.literal(true),
  changelog: z.string().describe('The text in the asked format.'),
  commitCount: z.int().min(0).describe('The true size of fromRef..toRef.'),
  format: z.enum(formats).describe('As the caller spelled it, or the default.'),
  range,
  writer: z.object({
    engine: z.enum(entryWriters),
    model: z.string().nullable(),
    usage: z
      .object({ inputTokens: z.int(), outputTokens: z.int(), cost: z.number().optional() })
      .nullable()
      .describe('What the model took for this request; null when none was asked.'),
    fallback: z
      .object({ reason: z.string(), entries: z.int() })
      .nullable()
      .describe('Why the rules stepped in for the model, and for how many entries.'),
  }),
  summary: z
    .string()
    .nullable()
    .describe('A sentence or two about the whole, where it was asked for and could be had.'),
  houseStyle,
  entries: z.array(entry),
  omitted,
  contributors,
  warnings,
})

/** The evidence of a range, as OpenAPI shows it and the tests hold it to. */
export const changesSchema = z.object({
  success: z.literal(true),
  commitCount: z.int().min(0).describe('The true size of fromRef..toRef.'),
  range,
  version: z.string().nullable(),
  date: z.string().nullable(),
  houseStyle,
  changes: z.array(
    entry.omit({ text: true, writtenBy: true }).extend({
      title: z.string().describe('What its authors called it, without type and scope.'),
      subjects: z.array(z.string()).describe('The subject of each commit, in the order of `commits`.'),
      scope: z.string().nullable(),
      breakingNotes: z.array(z.string()).describe('What its authors wrote about the break.'),
      advisories: z.array(z.string()).describe('The CVE and GHSA ids that it says it fixes.'),
      paths: z.array(z.string()).describe('Some of the files it touches.'),
      texts: z
        .array(z.string())
        .describe('The messages, and the title and text of the pull request; long ones cut.'),
    }),
  ),
  omitted,
  contributors,
  plan: z
    .object({
      model: z.string(),
      calls: z.int(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      cost: z.number().nullable().describe("In the gateway's currency; null where it tells no prices."),
      cutTexts: z.int().describe('How many changes have texts of which only the beginning would be sent.'),
    })
    .describe('What asking a language model for the words would take, by estimate.'),
  layout,
  warnings,
})

/** What became of notes that were to be published, as OpenAPI shows it and the tests hold it to. */
export const publishedSchema = z.object({
  success: z.literal(true),
  kind: z.enum(['release', 'pull_request']),
  action: z.enum(['created', 'updated', 'unchanged']),
  state: z
    .enum(['draft', 'published', 'open', 'none'])
    .describe('`none`: the changelog has it all, and there is no pull request.'),
  url: z.string().nullable(),
})

/** The document of every answer that is not a success (RFC 9457). */
export const problemSchema = z.object({
  success: z.literal(false),
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('What happened, what was seen, what to do.'),
  instance: z.string(),
  code: z.enum(Object.keys(problems) as [keyof typeof problems]),
  source: z.enum(['service', 'host', 'gateway']),
  retryable: z.boolean(),
  retryAfter: z.int().optional(),
  requestId: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
})
