import { findYamlPlace } from './yaml-place.ts'

/** Something that can be written at a place of the file. */
interface Completion {
  label: string
  /** What it means. */
  detail: string
  /** What is inserted in place of the prefix. */
  insert: string
}

/** The completions at a place, and how many characters before the cursor they replace. */
export interface Completions {
  length: number
  options: Completion[]
}

/** The parts of a JSON Schema that completion reads. */
interface Schema {
  description?: string
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  type?: string
  $ref?: string
  $defs?: Record<string, Schema>
}

/** Names in the file that its other keys can refer to. */
export interface FileNames {
  /** The titles of the categories. */
  titles: string[]
  /** The names of the formats. */
  formats: string[]
}

const maxOptions = 100

/** Lists what can be written at an offset of a configuration file. */
export function completeConfig(
  text: string,
  offset: number,
  { schema, names }: { schema: Record<string, unknown>; names: FileNames },
): Completions | null {
  const place = findYamlPlace(text, offset)
  if (!place) return null
  const { path, kind, prefix, siblings } = place
  const root = schema as Schema
  const found = follow(root, path)
  // An item of a list can also be the beginning of a mapping.
  const all =
    kind === 'key'
      ? [...listKeys(found, root, siblings), ...(path.at(-1) === '*' ? listValues(found, root) : [])]
      : [...listValues(found, root), ...listNames(path, names)]
  const typed = prefix.replace(/^["']/, '').toLowerCase()
  const options = all.filter(({ label }) => label.toLowerCase().startsWith(typed) && label !== prefix)
  return options.length === 0 ? null : { length: prefix.length, options: options.slice(0, maxOptions) }
}

/** The schemas at the end of a path. */
function follow(root: Schema, path: string[]): Schema[] {
  return path.reduce<Schema[]>(
    (schemas, name) =>
      schemas.flatMap((schema) => {
        const { items, properties, additionalProperties } = schema
        if (name === '*') return typeof items === 'object' ? alternatives(items, root) : []
        const next = properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
        return typeof next === 'object' ? alternatives(next, root) : []
      }),
    alternatives(root, root),
  )
}

/** A schema and everything that it can stand for. */
function alternatives(schema: Schema, root: Schema): Schema[] {
  const target = schema.$ref?.startsWith('#/$defs/') ? root.$defs?.[schema.$ref.slice(8)] : undefined
  const nested = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    schema,
    ...(target ? alternatives(target, root) : []),
    ...nested.flatMap((each) => alternatives(each, root)),
  ]
}

function listKeys(schemas: Schema[], root: Schema, siblings: string[]): Completion[] {
  const known = new Map<string, Completion>()
  for (const { properties = {} } of schemas)
    for (const [name, schema] of Object.entries(properties))
      if (!siblings.includes(name) && !known.has(name))
        known.set(name, {
          label: name,
          detail: alternatives(schema, root).find(({ description }) => description)?.description ?? '',
          insert: `${name}: `,
        })
  return [...known.values()]
}

function listValues(schemas: Schema[], root: Schema): Completion[] {
  // A list can be written as a single value.
  const all = schemas.flatMap((schema) => [
    schema,
    ...(typeof schema.items === 'object' ? alternatives(schema.items, root) : []),
  ])
  const values = all.flatMap(({ enum: choices = [], const: only, type }) => [
    ...choices,
    ...(only === undefined ? [] : [only]),
    ...(type === 'boolean' ? [true, false] : []),
  ])
  return [...new Set(values.map(String))].map((value) => ({
    label: value,
    detail: '',
    insert: quoteIfNeeded(value),
  }))
}

/** The names of the file itself, for the keys that refer to them. */
function listNames(path: string[], { titles, formats }: FileNames): Completion[] {
  const [last, before] = [path.at(-1), path.at(-3)]
  const names =
    last === 'category' && before === 'rules' ? titles : last === 'format' && path.length === 1 ? formats : []
  return names.map((name) => ({ label: name, detail: '', insert: quoteIfNeeded(name) }))
}

/** A value as YAML writes it: quoted if it could be something else. */
function quoteIfNeeded(value: string): string {
  return /^[\p{L}_][\p{L}\p{N} _-]*$/u.test(value) ? value : JSON.stringify(value)
}
