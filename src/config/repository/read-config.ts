import type { z } from 'zod'
import type { RepositoryConfig } from '../../core/repository-config.ts'
import { formatSchemaError } from '../../text/format-schema-error.ts'
import { checkReferences } from './check-references.ts'
import { findHints } from './find-hints.ts'
import { locateInScalar } from './locate-in-scalar.ts'
import { type FoundRemark, type ParsedYaml, parseYaml } from './parse-yaml.ts'
import { repositoryConfigSchema } from './schema.ts'

/** Something that is wrong with a configuration, or suspicious. */
export interface ConfigRemark {
  /** A JSON pointer, such as `#/categories/0/title`. */
  pointer: string
  line: number
  column: number
  detail: string
}

/** A configuration, or what is wrong with it. */
export interface ConfigReading {
  /** Null if there is an error. */
  config: RepositoryConfig | null
  /** The first errors in the order of the file. */
  errors: ConfigRemark[]
  /** What is legal but suspicious, in the order of the file. */
  hints: ConfigRemark[]
}

const maxBytes = 65_536
const maxRemarks = 200

/** An error in a template, by line and column within it. */
interface TemplateError {
  line: number
  column: number
  detail: string
}

/** Reads a configuration file; it is used as a whole or not at all. */
export function readConfig(
  text: string,
  path: string,
  checkTemplate: (template: string) => TemplateError[] = () => [],
): ConfigReading {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > maxBytes) {
    const detail = `is larger than 64 KiB (${bytes.toLocaleString('en')} bytes); shorten it`
    return { config: null, errors: [{ pointer: '#', line: 1, column: 1, detail }], hints: [] }
  }
  const parsed = parseYaml(text)
  const toRemarks = (found: FoundRemark[]) => orderRemarks(found, parsed)
  const notJson = path.endsWith('.json') ? findJsonFault(text) : []
  const faults: FoundRemark[] = [...parsed.faults, ...notJson]
  // Without a sound file every value would seem to be wrong or missing.
  if (faults.some(({ pointer }) => pointer === '#'))
    return { config: null, errors: toRemarks(faults), hints: [] }

  const value = withoutExtensions(parsed.value ?? {})
  const checked = repositoryConfigSchema.safeParse(value)
  const schemaFaults = checked.success
    ? []
    : checked.error.issues.flatMap((issue) => toFaults(issue, { parsed, value, at: [] }))
  const isSound = (pointer: string) =>
    ![...faults, ...schemaFaults].some((each) => isAtOrBelow(each.pointer, pointer))
  const errors = toRemarks([
    ...faults,
    ...schemaFaults,
    ...checkReferences(value, isSound),
    ...checkTemplates(value, text, parsed, checkTemplate),
  ])
  if (errors.length > 0 || !checked.success) return { config: null, errors, hints: [] }
  const { $schema: _address, ...config } = checked.data
  return { config, errors: [], hints: toRemarks(findHints(config)) }
}

/** The errors of the templates, each with its place in the file. */
function checkTemplates(
  value: unknown,
  text: string,
  { places }: ParsedYaml,
  checkTemplate: (template: string) => TemplateError[],
): FoundRemark[] {
  const { formats, packages } = value as { formats?: unknown; packages?: unknown }
  const own = Array.isArray(packages)
    ? packages.map((each, index): [PropertyKey[], unknown] => [
        ['packages', index, 'formats'],
        (each as { formats?: unknown } | null)?.formats,
      ])
    : []
  return [[['formats'], formats] as [PropertyKey[], unknown], ...own].flatMap(([at, found]) =>
    Object.entries(found && typeof found === 'object' ? found : {}).flatMap(([name, format]) => {
      const template = (format as { template?: unknown } | null)?.template
      if (typeof template !== 'string') return []
      const pointer = toPointer([...at, name, 'template'])
      const start = places.get(pointer)?.value ?? 0
      return checkTemplate(template).map(({ line, column, detail }) => {
        const before = template.split('\n').slice(0, line - 1)
        const index = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
        return { pointer, detail, offset: locateInScalar(text, start, index) }
      })
    }),
  )
}

function isAtOrBelow(pointer: string, parent: string): boolean {
  return pointer === parent || pointer.startsWith(`${parent}/`)
}

/** The file without the keys that are ignored. */
function withoutExtensions(value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).filter(([key]) => !key.startsWith('x-')),
  )
}

/** Finds what YAML allows and JSON does not. */
function findJsonFault(text: string): FoundRemark[] {
  if (text.trim() === '') return []
  try {
    JSON.parse(text)
    return []
  } catch (error) {
    const position = /at position (\d{1,9})/.exec(String(error))?.[1]
    return [{ pointer: '#', offset: Number(position ?? 0), detail: 'is not strict JSON' }]
  }
}

/** Adds the places, and sorts by them; what is missing comes after what is wrong at the same place. */
function orderRemarks(found: FoundRemark[], { places, lineAt }: ParsedYaml): ConfigRemark[] {
  const offsetOf = ({ pointer, offset, about }: FoundRemark): number => {
    if (offset !== undefined) return offset
    const parent = pointer.slice(0, pointer.lastIndexOf('/'))
    const place = places.get(pointer) ?? places.get(parent)
    if (about === 'missing') return places.get(parent)?.value ?? 0
    return (about === 'key' ? place?.key : null) ?? place?.value ?? 0
  }
  // A list that is written as a single value has no items.
  const existing = (pointer: string) => {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'))
    return !places.has(pointer) && places.get(parent)?.source !== undefined ? parent : pointer
  }
  return found
    .map((each) => ({ ...each, pointer: existing(each.pointer) }))
    .map((each) => ({ ...each, at: offsetOf(each), isMissing: each.about === 'missing' ? 1 : 0 }))
    .toSorted((one, other) => one.at - other.at || one.isMissing - other.isMissing)
    .slice(0, maxRemarks)
    .map(({ pointer, detail, at }) => ({ pointer, ...lineAt(at), detail }))
}

interface IssueContext {
  parsed: ParsedYaml
  value: unknown
  /** The path of the union that the issue is nested in. */
  at: PropertyKey[]
}

/** The faults of an issue of the schema. */
function toFaults(issue: z.core.$ZodIssue, context: IssueContext): FoundRemark[] {
  const path = [...context.at, ...issue.path]
  const pointer = toPointer(path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const details = issue.message.split('\n')
      return issue.keys.map((key, index) => ({
        pointer: toPointer([...path, key]),
        detail: details[index] ?? 'is not a known key',
        about: 'key',
      }))
    }
    case 'invalid_union':
      return toUnionFaults(issue, { ...context, at: path })
    case 'invalid_key':
      return issue.issues.map((each) => ({ pointer, detail: formatSchemaError(each), about: 'key' }))
    case 'invalid_type':
      return [describeType(pointer, [issue.expected], context)]
    default:
      return [{ pointer, detail: formatSchemaError(issue) }]
  }
}

/** The faults of the alternative that was meant: the one whose type fits. */
function toUnionFaults(
  issue: z.core.$ZodIssueInvalidUnion,
  context: IssueContext & { at: PropertyKey[] },
): FoundRemark[] {
  const pointer = toPointer(context.at)
  const isOfOtherType = (issues: z.core.$ZodIssue[]) =>
    issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0)
  const fitting = issue.errors.filter((issues) => !isOfOtherType(issues))
  const values = fitting.flatMap((issues) =>
    issues.flatMap((each) => (each.code === 'invalid_value' && each.path.length === 0 ? each.values : [])),
  )
  const meant = fitting.find(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_value' && path.length === 0),
  )
  if (meant) return meant.flatMap((each) => toFaults(each, context))
  if (issue.message !== 'Invalid input') return [{ pointer, detail: issue.message }]
  if (values.length > 0)
    return [{ pointer, detail: `must be one of ${values.map((each) => JSON.stringify(each)).join(', ')}` }]
  const expected = issue.errors.flatMap((issues) =>
    issues.flatMap((each) => (each.code === 'invalid_type' ? [each.expected] : [])),
  )
  return [describeType(pointer, expected, context)]
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
}

/** The fault of a value of the wrong type, or of one that is missing. */
function describeType(pointer: string, expected: string[], { parsed }: IssueContext): FoundRemark {
  const place = parsed.places.get(pointer)
  if (!place) return { pointer, detail: 'is required', about: 'missing' }
  const names = [...new Set(expected.map((each) => typeNames[each] ?? each))].join(' or ')
  if (place.source === undefined) return { pointer, detail: `must be ${names}` }
  const source = place.source.slice(0, 60)
  if (source === '' || source === '~' || source === 'null')
    return { pointer, detail: `has no value; it must be ${names}` }
  return expected.includes('string') && !source.startsWith('"')
    ? { pointer, detail: `must be a string; put it in quotes: "${source}"` }
    : { pointer, detail: `must be ${names}` }
}

/** A path as a JSON pointer. */
function toPointer(path: PropertyKey[]): string {
  return `#${path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
}
