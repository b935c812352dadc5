import { z } from 'zod'
import { adviceCodes } from '../core/advice.ts'
import { categories } from '../core/category.ts'
import { omissionReasons } from '../core/change.ts'
import { factActions, factKinds } from '../core/diff-fact.ts'
import { entryWriters } from '../core/entry.ts'
import { problems } from '../core/errors.ts'
import { scopeStyles } from '../core/house-style.ts'
import { blockNames } from '../core/notes-blocks.ts'
import { relations } from '../core/range.ts'
import { bumpLevels } from '../core/repository-config.ts'
import { hostKinds } from '../core/web-address.ts'

const sha = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)

const entry = z.object({
  id: z.string(),
  category: z.enum(categories),
  section: z
    .string()
    .optional()
    .describe('The title that it is printed under, if the repository has a configuration file.'),
  text: z.string().describe('Plain text with code spans; inline Markdown if a person wrote it.'),
  breaking: z.boolean(),
  scope: z
    .string()
    .nullable()
    .describe('The part of the project that the change is about, if the commits name it.'),
  type: z.string().nullable().optional().describe('The conventional type that its author wrote.'),
  tickets: z
    .array(z.object({ id: z.string(), url: z.string() }))
    .optional()
    .describe('The tickets that it refers to.'),
  notability: z.number().min(0).max(1).describe('How much the change matters to the audience.'),
  importance: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'How much the entry matters among those of these notes; it decides the order inside a category.',
    ),
  commits: z.array(sha).describe('Its commits; none for an entry that a person added.'),
  pullRequests: z.array(z.int()),
  authors: z.array(z.string()),
  labels: z.array(z.string()).describe('The labels of its pull request.'),
  writtenBy: z.enum(entryWriters),
  evidence: z.array(
    z.object({
      kind: z.string(),
      detail: z.string(),
      fact: z
        .object({
          kind: z.enum(factKinds),
          action: z.enum(factActions),
          name: z
            .string()
            .describe(
              'The name at the end of the range, or the one that is gone; for documentation the line that was added.',
            ),
          from: z.string().optional().describe('The old name, signature or minimum version.'),
          to: z.string().optional().describe('The new signature or minimum version.'),
          path: z.string(),
        })
        .optional()
        .describe('What the diff shows, for evidence that comes from it.'),
    }),
  ),
})

const omitted = z
  .array(z.object({ sha, subject: z.string(), reason: z.enum(omissionReasons), detail: z.string() }))
  .describe('Every commit that is not in the notes, with the reason.')

const contributors = z.array(
  z.object({
    name: z.string(),
    login: z.string().nullable(),
    first: z
      .boolean()
      .nullable()
      .describe('Whether this is their first contribution; null if the host does not provide it.'),
  }),
)

export const warnings = z.array(
  z.object({
    code: z.string(),
    detail: z.string(),
    instead: z
      .object({ fromRef: z.string().optional(), toRef: z.string().optional() })
      .optional()
      .describe('The refs to use instead, if other refs would resolve the warning.'),
    values: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .optional()
      .describe('The numbers and names in `detail`, if a client can show the warning in other words.'),
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
    config: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The configuration of the repository; null if there is none.'),
    changelog: z
      .object({ path: z.string(), text: z.string() })
      .nullable()
      .describe("The beginning of the repository's own changelog."),
    projectName: z.string().describe('The name of the repository without its owner.'),
    package: z
      .object({ name: z.string(), folder: z.string() })
      .nullable()
      .describe('The package that the request named, and its folder.'),
    packages: z.array(z.string()).describe('The names of the packages that the configuration has.'),
    tag: z.string().nullable().describe('The tag at the end of the range, if there is one.'),
    previousVersion: z
      .string()
      .nullable()
      .describe('The version at the start of the range, if it is a release.'),
  })
  .describe('What the layout of the notes needs besides the entries.')

const range = z.object({
  fromRef: z.string(),
  toRef: z.string(),
  fromSha: sha.nullable().describe('Null if the range begins with the first commit.'),
  toSha: sha,
  compareUrl: z.string().nullable(),
  relation: z.enum(relations),
})

const houseStyle = z
  .object({
    from: z.string().describe("The file with the project's own notes."),
    releases: z.int(),
    changes: z.int().describe('The number of changes in those releases.'),
    listed: z.int().describe('How many of those changes the project listed.'),
    voice: z
      .object({
        tense: z
          .enum(['plain', 'past', 'present'])
          .nullable()
          .describe('How entries begin: `Add`, `Added` or `Adds`; null if there is no clear preference.'),
        fullStop: z
          .boolean()
          .nullable()
          .describe('Whether entries end with a full stop; null if there is no clear preference.'),
        scope: z
          .enum(scopeStyles)
          .nullable()
          .describe(
            'Where entries print their scope, as in `css: fix …`; null if there is no clear preference.',
          ),
        capitalAfterScope: z
          .boolean()
          .nullable()
          .describe('Whether the text after a scope begins with a capital letter.'),
      })
      .describe('How the project writes its entries; the rules follow it.'),
  })
  .nullable()
  .describe(
    "The project's house style, learned from its changelog; null if the changelog does not show enough of it, and common conventions are followed.",
  )

const nextVersion = z.object({
  version: z.string().nullable().describe('Null if there is nothing to release.'),
  tag: z.string().nullable().describe('The tag of this version.'),
  previous: z
    .object({ version: z.string(), tag: z.string() })
    .nullable()
    .describe('The release that it follows; null for the first release.'),
  bump: z.enum(['major', 'minor', 'patch', 'none', 'initial', 'calendar']),
  reasons: z
    .array(z.object({ bump: z.enum(bumpLevels), id: z.string(), detail: z.string() }))
    .describe('The changes that decide the version.'),
})

const config = z
  .object({
    source: z.enum(['file', 'request', 'none']),
    path: z.string().nullable().describe('The path of the file.'),
    sha: sha
      .nullable()
      .describe('The commit that the file was read from; null for a file of the working tree.'),
    digest: z.string().nullable().describe('Identifies the content of the configuration.'),
    package: z.string().nullable().describe('The package that the request named.'),
    unused: z.array(z.string()).describe('Rules and categories that matched nothing, such as `rules[2]`.'),
  })
  .describe('The configuration that was used.')

/** The answer of `POST /api/v1/generate`. */
export const answerSchema = z.object({
  success: z.literal(true),
  changelog: z.string().describe('The notes in the requested format.'),
  commitCount: z.int().min(0).describe('The number of commits in fromRef..toRef.'),
  format: z.string().describe('The requested format, that of the configuration, or the default.'),
  range,
  writer: z.object({
    engine: z.enum(entryWriters),
    model: z.string().nullable(),
    usage: z
      .object({ inputTokens: z.int(), outputTokens: z.int(), cost: z.number().optional() })
      .nullable()
      .describe('What the model used for this request; null if no model was used.'),
    fallback: z
      .object({
        reason: z.string(),
        entries: z.int(),
        changes: z
          .array(
            z.object({
              id: z.string(),
              reason: z
                .string()
                .describe('`unsupported`, `invalid` or `missing`, or the code of the error of the gateway.'),
              words: z
                .array(z.string())
                .describe('The words that the commits do not support, or what was wrong with the text.'),
              text: z
                .string()
                .optional()
                .describe(
                  'The text of the model that was rejected, at most 400 characters. Nothing supports it.',
                ),
            }),
          )
          .optional()
          .describe('The changes that the rules wrote, at most 200, each with the reason.'),
      })
      .nullable()
      .describe('Why the rules replaced the model, and for how many entries.'),
  }),
  summary: z
    .string()
    .nullable()
    .describe('One or two sentences about the whole release, if requested and available.'),
  highlights: z
    .array(z.string())
    .describe('The ids of the most important entries, if the notes begin with them.'),
  houseStyle,
  nextVersion: nextVersion.nullable().describe('The next version; null unless `version` is "auto".'),
  config,
  entries: z.array(entry),
  omitted,
  contributors,
  warnings,
})

/** The answer of `POST /api/v1/next-version`. */
export const nextVersionSchema = z.object({
  success: z.literal(true),
  nextVersion,
  range,
  config,
  warnings,
})

/** The answer of `POST /api/v1/render`. */
export const renderedSchema = answerSchema.extend({
  advice: z
    .array(
      z.object({
        pointer: z.string(),
        detail: z.string(),
        code: z.enum(adviceCodes).optional().describe('What it is about.'),
        text: z.string().optional().describe('The words of the text that it is about.'),
      }),
    )
    .describe(
      "Statements that the commits may not support, and what of a person's Markdown is printed as text, at most 200; `pointer` names the entry. Nothing is rejected for them.",
    ),
  blocks: z
    .object(Object.fromEntries(blockNames.map((name) => [name, z.string().optional()])))
    .describe('The free blocks of a person.'),
})

/** The answer of `POST /api/v1/changes`. */
export const changesSchema = z.object({
  success: z.literal(true),
  commitCount: z.int().min(0).describe('The number of commits in fromRef..toRef.'),
  range,
  version: z.string().nullable(),
  date: z.string().nullable(),
  houseStyle,
  config,
  changes: z.array(
    entry.omit({ text: true, writtenBy: true }).extend({
      title: z.string().describe('The title that its authors wrote, without type and scope.'),
      ownText: z
        .string()
        .optional()
        .describe('The text that its authors wrote for the changelog, if it is known.'),
      subjects: z.array(z.string()).describe('The subject of each commit, in the order of `commits`.'),
      scope: z.string().nullable(),
      breakingNotes: z.array(z.string()).describe('What its authors wrote about the breaking change.'),
      advisories: z.array(z.string()).describe('The CVE and GHSA ids that the change says it fixes.'),
      paths: z.array(z.string()).describe('Some of the files that the change touches.'),
      texts: z
        .array(z.string())
        .describe(
          'The commit messages, and the title and description of the pull request; long texts are truncated.',
        ),
      textSources: z
        .array(z.enum(['commit', 'pull_request']))
        .describe('Where each of the `texts` is from; the texts of commits are in the order of `commits`.'),
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
      cost: z.number().nullable().describe("In the gateway's currency; null if it publishes no prices."),
      cutTexts: z
        .int()
        .describe('The number of changes whose texts would be truncated before they are sent.'),
    })
    .describe('The estimated usage if a language model writes the entries.'),
  layout,
  warnings,
})

/** The answer of `POST /api/v1/releases`. */
export const publishedSchema = z.object({
  success: z.literal(true),
  kind: z.enum(['release', 'pull_request', 'file']),
  action: z.enum(['created', 'updated', 'unchanged']),
  state: z
    .enum(['draft', 'published', 'open', 'written', 'none'])
    .describe(
      '`none`: the changelog is already up to date, and nothing was written. `written`: the file of the working tree was written.',
    ),
  url: z.string().nullable(),
  preview: z
    .object({
      path: z.string(),
      base: z
        .string()
        .nullable()
        .describe('The branch that the change would be made for; null for a file of the working tree.'),
      before: z.string().nullable().describe('Null if the file does not exist.'),
      after: z.string(),
      pullRequest: z.int().nullable().describe('The open pull request that would be updated.'),
    })
    .optional()
    .describe('What would change, for a request with `dryRun`.'),
})

/** A fault of a request or of a file. */
const fault = z.object({
  pointer: z
    .string()
    .describe(
      'A JSON pointer into the request, or into a file such as `notewright.yml#/categories/0/title`.',
    ),
  detail: z.string(),
  line: z.int().optional().describe('The line in the file, counted from 1.'),
  column: z.int().optional(),
})

/** The body of every error response (RFC 9457). */
export const problemSchema = z.object({
  success: z.literal(false),
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('What failed, which value was seen, and how to fix it.'),
  instance: z.string(),
  code: z.enum(Object.keys(problems) as [keyof typeof problems]),
  source: z.enum(['service', 'host', 'gateway']),
  retryable: z.boolean(),
  retryAfter: z.int().optional(),
  requestId: z.string(),
  errors: z.array(fault).optional(),
})

/** The body of an error response. */
export type ProblemDocument = z.infer<typeof problemSchema>

/** The answer of `POST /api/v1/config`. */
export const configCheckSchema = z
  .object({
    valid: z.boolean(),
    errors: z.array(fault).describe('What is wrong, in the order of the file.'),
    hints: z.array(fault).describe('What is legal but suspicious.'),
    effective: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The configuration with its defaults; null if the file has an error.'),
  })
  .describe('What is known of the file.')
