import { z } from 'zod'
import { formats } from '../../core/format.ts'
import {
  authorStyles,
  bumpLevels,
  changeKinds,
  contributorDisplays,
  entryOrders,
  entryTenses,
  entryTexts,
  linkStyles,
  referenceKinds,
  scopeDisplays,
} from '../../core/repository-config.ts'
import { audiences } from '../../core/request.ts'
import { findRefNameError } from '../../git/ref-names.ts'
import { suggestName } from '../../text/suggest-name.ts'
import {
  entryPlaceholders,
  parseLine,
  printsPlaceholder,
  type ReleasePlaceholder,
  releasePlaceholders,
} from './placeholder-line.ts'

/** The largest numbers of things in a file. */
export const maxPatternsPerFile = 1000
export const maxPathPatternsPerFile = 200
export const maxPackagePathsPerFile = 1000
export const maxPackages = 500

const maxPerList = 100
const maxPattern = 200
const maxTitle = 100
const maxLine = 300
const maxText = 4000
const maxInstructions = 2000
const maxTemplate = 16_384

/** A list that may be written as a single value. */
function listOf<Item extends z.ZodType>(item: Item, maxItems = maxPerList) {
  return z
    .union([item, z.array(item).max(maxItems)])
    .transform((given): z.output<Item>[] => (Array.isArray(given) ? given : [given as z.output<Item>]))
}

/** An object without other keys; the message about unknown keys has a line for each of them. */
function object<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? (issue.keys as string[]).map((key) => describeUnknownKey(key, known)).join('\n')
        : undefined,
  })
}

function describeUnknownKey(key: string, known: string[]): string {
  const nearest = suggestName(key, known)
  return `is not a known key${nearest === null ? '' : `; did you mean ${JSON.stringify(nearest)}?`}`
}

/** A string whose check returns all its errors. */
function checked(schema: z.ZodString, findErrors: (text: string) => string[]) {
  return schema.superRefine((text, context) => {
    for (const message of findErrors(text)) context.addIssue({ code: 'custom', message })
  })
}

/** One line of text. */
function line(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[^\r\n]*$/, 'must be one line')
}

const pattern = line(maxPattern)

const pathPattern = checked(line(maxPattern), findPathErrors)

function findPathErrors(path: string): string[] {
  const names = path.split(/[/\\]/)
  if (/^(?:[/~]|[A-Za-z]:)/.test(path) || names.includes('..'))
    return ['must be a path inside the repository, such as docs/guide']
  return names.some((name) => /^\.git$/i.test(name)) ? ['must not lead into .git'] : []
}

const kinds = z.enum(changeKinds)

const entryLine = checked(line(maxLine), (text) => {
  const { parts, errors } = parseLine(text, entryPlaceholders)
  // A placeholder with an error may be the one that prints the text.
  return printsPlaceholder(parts, 'text') || /\{[^{}]*\btext\b/.test(text)
    ? errors
    : [...errors, 'must contain {text}, so that no entry is lost']
}).meta({ examples: ['{text}{ (references)}', '{text}{ by authors}{ in references}'] })

const releaseLine = checked(line(maxLine), (text) => parseLine(text, releasePlaceholders).errors)

/** The heading in a changelog, by which a later run finds the section again. */
const changelogHeading = checked(line(maxLine), (text) => {
  const { parts, errors } = parseLine(text, releasePlaceholders)
  const identifies: ReleasePlaceholder[] = ['version', 'tag', 'date']
  return errors.length > 0 || identifies.some((name) => printsPlaceholder(parts, name))
    ? errors
    : ['must contain {version}, {tag} or {date}, so that releases differ']
})

const releaseText = checked(z.string().max(maxText), (text) => parseLine(text, releasePlaceholders).errors)

function tagPattern(names: string[]) {
  return checked(line(maxPattern), (text) => findTagPatternErrors(text, names))
}

function findTagPatternErrors(text: string, names: string[]): string[] {
  const placeholders = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)
  const unknown = placeholders.find((name) => !names.includes(name))
  if (unknown !== undefined)
    return [
      `{${unknown}} is not a placeholder; there ${names.length === 1 ? 'is' : 'are'} ${names.map((name) => `{${name}}`).join(' and ')}`,
    ]
  const count = placeholders.filter((name) => name === 'version').length
  if (count !== 1) return ['must contain {version} exactly once, as in v{version}']
  const fault = findRefNameError(text.replace(/\{\w+\}/g, '1'))
  return fault === null ? [] : [fault]
}

function tags(names: string[]) {
  const patterns = listOf(tagPattern(names))
  const full = object({
    pattern: patterns
      .optional()
      .describe(
        'How releases are tagged, with `{version}` exactly once. The first pattern names new tags; the others are only recognised.',
      ),
    ignore: listOf(pattern)
      .optional()
      .describe('Tags that are not releases; their commits belong to the next release.'),
    prereleases: z
      .enum(['collect', 'separate'])
      .optional()
      .describe(
        'Whether a stable release covers everything since the last stable one, or only what came after the last pre-release.',
      ),
  })
  return z
    .union([tagPattern(names), z.array(tagPattern(names)).max(maxPerList), full])
    .transform(
      (given): z.output<typeof full> =>
        typeof given === 'string' ? { pattern: [given] } : Array.isArray(given) ? { pattern: given } : given,
    )
}

const changelogFile = checked(line(500), findPathErrors)
const changelogObject = object({
  file: changelogFile.optional().describe('The file that `update` edits.'),
  heading: changelogHeading
    .optional()
    .describe('The heading of a release, without `##`, such as `{version}{ / date}`.'),
})
const changelog = z
  .union([changelogFile, changelogObject])
  .transform(
    (given): z.output<typeof changelogObject> => (typeof given === 'string' ? { file: given } : given),
  )

const commitType = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,39}$/, 'must be one word, such as feat')

const category = object({
  title: line(maxTitle).describe('The heading of the section.'),
  labels: listOf(pattern).optional().describe('Labels of the pull request that put a change here.'),
  types: listOf(commitType).optional().describe('Conventional types, such as feat.'),
  verbs: listOf(line(40)).optional().describe('First words of the title, in any tense, such as optimize.'),
  kinds: listOf(kinds).optional().describe('The kinds of change that Notewright assigns.'),
  collapse: z
    .int('must be a whole number, 0 or greater')
    .min(0)
    .optional()
    .describe('In release formats a section with more entries is put into `<details>`.'),
})

const condition = object({
  type: listOf(pattern).optional().describe('The conventional type that the author wrote.'),
  scope: listOf(pattern).optional().describe('The scope that the author wrote.'),
  label: listOf(pattern).optional().describe('A label of the pull request.'),
  author: listOf(pattern).optional().describe("An author's login, or the name if the login is unknown."),
  title: listOf(pattern).optional().describe('The title without type and scope.'),
  words: listOf(line(maxPattern)).optional().describe('A word or phrase of the title, at word boundaries.'),
  trailer: listOf(pattern).optional().describe('A trailer of a commit, as `Key: value`.'),
  path: listOf(pathPattern).optional().describe('At least one changed file matches.'),
  everyPath: listOf(pathPattern).optional().describe('Every changed file matches.'),
  kind: listOf(kinds).optional().describe('The kind of change that Notewright assigns.'),
  breaking: z.boolean().optional().describe('Whether the change is breaking.'),
  pullRequest: z.boolean().optional().describe('Whether the change came with a pull request.'),
  commit: listOf(z.string().regex(/^[0-9a-fA-F]{7,64}$/, 'must be a SHA of 7 or more hexadecimal digits'))
    .optional()
    .describe('The SHA of one of its commits, abbreviated to 7 digits or more.'),
})

const effects = ['exclude', 'include', 'category', 'breaking', 'security', 'scope', 'bump'] as const

const rule = object({
  when: condition.describe('All conditions must match; within a list one match is enough.'),
  unless: condition.optional().describe('The rule does not apply if all of these conditions match.'),
  exclude: z
    .union([z.literal(true), line(maxLine)], 'must be true or a reason')
    .optional()
    .describe('Exclude the change: `true`, or the reason.'),
  include: z.literal(true).optional().describe('Include a change that would be excluded.'),
  category: line(maxTitle).optional().describe('The title of the category to put it in.'),
  breaking: z.boolean().optional().describe('Override whether the change is breaking.'),
  security: z.boolean().optional().describe('Override whether the change fixes a vulnerability.'),
  scope: line(maxTitle).nullable().optional().describe('The scope to show; null hides it.'),
  bump: z.enum(bumpLevels).optional().describe('The level of the change for the next version.'),
}).superRefine((given, context) => {
  if (given.exclude !== undefined && given.include !== undefined)
    context.addIssue({ code: 'custom', message: 'must not have both exclude and include' })
  if (effects.every((key) => given[key] === undefined))
    context.addIssue({
      code: 'custom',
      message: `has no effect; add one of ${effects.join(', ')}`,
    })
})

const scopes = object({
  show: z
    .enum(scopeDisplays)
    .optional()
    .describe(
      'How scopes are shown: `**auth:** …`, `… in auth`, under a heading for each scope, or not at all.',
    ),
  names: z
    .record(pattern, line(maxTitle).nullable())
    .optional()
    .describe('The names to show, by pattern. The first match wins; null hides the scope.'),
})

const references = z
  .union([z.literal('none'), z.enum(referenceKinds), z.array(z.enum(referenceKinds)).max(3)])
  .transform((given) => (given === 'none' ? [] : Array.isArray(given) ? given : [given]))

const layout = {
  line: entryLine.optional().describe('How one entry is printed, without its bullet.'),
  headings: z
    .boolean()
    .optional()
    .describe(
      'Whether categories have headings. Otherwise all entries form one list in the order of the categories.',
    ),
  order: z
    .union([z.enum(entryOrders), z.array(z.enum(entryOrders)).min(1).max(3)])
    .optional()
    .describe(
      'The order inside a category, after breaking changes and advisories. In a list, later orders break ties.',
    ),
  references: references.optional().describe('What `{references}` prints.'),
  links: z
    .enum(linkStyles)
    .optional()
    .describe('How references are linked: `[#12]`, `[#12](…)`, the URL, or `#12` without a link.'),
  authors: z.enum(authorStyles).optional().describe('What `{authors}` prints.'),
}

const entries = object({
  ...layout,
  text: z
    .enum(entryTexts)
    .optional()
    .describe(
      'The text of an entry: written by Notewright, the title as its author wrote it, the title with a capital letter, or the whole subject with type and scope.',
    ),
  tense: z.enum(entryTenses).optional().describe('The form of the first verb: Add, Added or Adds.'),
  fullStop: z.boolean().optional().describe('Whether entries end with a full stop.'),
  breaking: z.string().max(maxTitle).optional().describe('What `{breaking}` prints.'),
})

const format = object({
  base: z.enum(formats).optional().describe('The built-in format to start from; only for your own formats.'),
  title: z
    .union([line(maxTitle), z.literal(false)], 'must be a title or false')
    .optional()
    .describe('The first heading, or false for none.'),
  header: releaseText.optional().describe('Markdown before the sections; "" removes the built-in one.'),
  footer: releaseText.optional().describe('Markdown after the sections; "" removes the built-in one.'),
  heading: releaseLine.optional().describe('The heading of the release, if the format has one.'),
  bullet: z.enum(['-', '*']).optional().describe('The bullet of lists.'),
  ...layout,
  template: z.string().max(maxTemplate).optional().describe('A Liquid template that prints the whole text.'),
})

const formatName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,39}$/,
    'must begin with a small letter, followed by up to 39 of a-z, 0-9, _ and -',
  )

const calverToken = '(?:YYYY|YY|0Y|MM|0M|WW|0W|DD|0D|MICRO)'

const versioning = object({
  scheme: z
    .enum(['semver', 'calver', 'none'])
    .optional()
    .describe('How versions are numbered; `none` never proposes a version.'),
  initial: z
    .string()
    .max(40)
    .regex(/^\d{1,9}(?:\.\d{1,9}){1,3}(?:[-+][0-9A-Za-z.+-]{1,20})?$/, 'must be a version such as "1.0.0"')
    .optional()
    .describe('The version of the first release, in quotes.'),
  zero: z
    .enum(['stay', 'shift', 'leave'])
    .optional()
    .describe(
      'While the major version is 0: `stay` makes a breaking change minor, `shift` also makes everything else patch, and `leave` uses the same levels as from 1.0 on.',
    ),
  bump: z
    .partialRecord(kinds, z.enum(bumpLevels))
    .optional()
    .describe('The level of each kind of change; merged with the defaults.'),
  channel: z
    .string()
    .regex(/^[A-Za-z][0-9A-Za-z-]{0,19}$/, 'must be one word, such as rc')
    .nullable()
    .optional()
    .describe('The pre-release channel.'),
  calver: z
    .string()
    .regex(
      new RegExp(`^${calverToken}(?:[.-]${calverToken}){0,3}$`),
      'must consist of YYYY, YY, 0Y, MM, 0M, WW, 0W, DD, 0D and MICRO, as in YYYY.MM.MICRO',
    )
    .optional()
    .describe('The parts of a calendar version, such as YYYY.MM.MICRO.'),
})

const guidance = object({
  instructions: z.string().min(1).max(maxInstructions).optional().describe('Extra instructions for the AI.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/, 'must be a BCP 47 tag such as en or pt-BR')
    .optional()
    .describe('The language of the notes, as a BCP 47 tag.'),
  audience: z.enum(audiences).optional().describe('Who reads the notes.'),
  summary: z
    .boolean()
    .optional()
    .describe('Begin the notes with one or two sentences about the whole release.'),
})

const ticket = object({
  prefix: line(20)
    .regex(/[^\d\s]$/, 'must end with a letter or sign that stands before the number, as in SHOP-')
    .describe('The text before the number, such as SHOP-.'),
  url: checked(line(maxLine), findTicketUrlErrors).describe(
    'The URL of a ticket: an `https:` URL with `{number}` once.',
  ),
})

function findTicketUrlErrors(text: string): string[] {
  if (text.split('{number}').length !== 2) return ['must contain {number} exactly once']
  const url = URL.parse(text.replace('{number}', '1'))
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return ['must be an https: URL, such as https://tickets.example/SHOP-{number}']
  const path = text.indexOf('/', 'https://'.length)
  return path === -1 || text.indexOf('{number}') < path ? ['must have {number} after its host'] : []
}

/** The keys that a package can set for itself. */
const packageSettings = {
  categories: z
    .array(category)
    .max(50)
    .optional()
    .describe('The sections, in the order in which they are printed.'),
  rules: z
    .array(rule)
    .max(200)
    .optional()
    .describe('Decisions about single changes. For each effect the first matching rule decides.'),
  scopes: scopes.optional().describe('How scopes are shown.'),
  entries: entries.optional().describe('How entries are written and printed.'),
  formats: z
    .record(formatName, format)
    .refine((given) => Object.keys(given).length <= 20, 'must have at most 20 formats')
    .optional()
    .describe('Adjusts built-in formats and adds others.'),
  versioning: versioning.optional().describe('How the next version is chosen.'),
  guidance: guidance.optional().describe('Defaults for the request fields of these names.'),
}

const paths = listOf(pathPattern)

const packageSchema = object({
  name: line(maxTitle).describe('The name for `--package` and the request field `package`.'),
  path: paths.describe('The folders of the package.'),
  tags: tags(['version', 'name'])
    .optional()
    .describe('The tags of the package, where `{name}` is its name. Default: `{name}@{version}`.'),
  changelog: changelog.optional().describe('The changelog of the package. Default: `<path>/CHANGELOG.md`.'),
  ignore: paths
    .optional()
    .describe('A commit is ignored if all of its files in the package match these paths.'),
  shared: paths.optional().describe('Paths whose changes count for this package too.'),
  ...packageSettings,
})

/** The schema of the configuration file. Its output is a `RepositoryConfig`. */
export const repositoryConfigSchema = object({
  $schema: z.string().optional().describe('The URL of this schema, for editors.'),
  format: z.string().max(40).optional().describe('The format used when the request names none.'),
  learn: z
    .boolean()
    .optional()
    .describe("Whether selection, categories and style may be learned from the project's changelog."),
  guidance: packageSettings.guidance,
  tags: tags(['version']).optional().describe('Which tags are releases.'),
  changelog: changelog.optional().describe('The changelog that is edited: its path, or its settings.'),
  categories: packageSettings.categories,
  other: line(maxTitle)
    .optional()
    .describe('The title of the last section, for included changes that fit no category.'),
  rules: packageSettings.rules,
  scopes: packageSettings.scopes,
  entries: packageSettings.entries,
  tickets: z.array(ticket).max(20).optional().describe('Ticket ids in titles and trailers, and their URLs.'),
  contributors: object({
    show: z.enum(contributorDisplays).optional().describe('Who is thanked at the end.'),
    exclude: listOf(pattern).optional().describe('Logins or names that are not thanked.'),
  })
    .optional()
    .describe('Who is thanked.'),
  formats: packageSettings.formats,
  versioning: packageSettings.versioning,
  packages: z.array(packageSchema).max(maxPackages).optional().describe('The packages of a monorepo.'),
  shared: paths.optional().describe('Paths whose changes count for every package.'),
}).meta({
  title: 'Configuration of Notewright',
  description: 'How Notewright writes the release notes of this repository. Everything is optional.',
  patternProperties: { '^x-': {} },
})
