import { configJsonSchema } from '../../src/config/repository/json-schema.ts'
import { escapeCell } from './table.ts'

interface Schema {
  type?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
}

// Their keys are in the table already.
const described = new Set([
  'unless',
  'tags',
  'changelog',
  'categories',
  'rules',
  'scopes',
  'entries',
  'formats',
  'versioning',
  'guidance',
])

/** The table of all keys of the configuration file, from its schema. */
export function configKeys(): string {
  const rows = listKeys(configJsonSchema() as Schema, '').map(
    ({ key, type, meaning }) => `| \`${key}\` | ${escapeCell(type)} | ${escapeCell(meaning)} |\n`,
  )
  return `| key | value | meaning |\n|---|---|---|\n${rows.join('')}`
}

function listKeys(schema: Schema, at: string): { key: string; type: string; meaning: string }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const key = at === '' ? name : `${at}.${name}`
    const isKnown = described.has(name) && at !== ''
    const required = schema.required?.includes(name) ? ' Required.' : ''
    return [
      { key, type: isKnown ? 'as above' : typeOf(value), meaning: `${value.description ?? ''}${required}` },
      ...(isKnown ? [] : nestedKeys(value, key)),
    ]
  })
}

/** The keys below a value: those of a mapping, of the items of a list, or of the mapping that it can be instead. */
function nestedKeys(value: Schema, key: string): ReturnType<typeof listKeys> {
  if (value.items) return nestedKeys(value.items, `${key}[]`)
  if (value.properties) return listKeys(value, key)
  if (typeof value.additionalProperties === 'object')
    return nestedKeys(value.additionalProperties, `${key}.<name>`)
  return value.anyOf?.flatMap((each) => (each.properties ? listKeys(each, key) : [])) ?? []
}

function typeOf({ type, enum: values, const: value, anyOf, items, additionalProperties }: Schema): string {
  if (anyOf) {
    const listed = new Set(anyOf.flatMap((each) => (each.items ? [typeOf(each.items)] : [])))
    const single = [...new Set(anyOf.filter((each) => !each.items).map(typeOf))]
    return single.map((each) => (listed.has(each) ? `${each} or a list of these` : each)).join(', or ')
  }
  if (values) return values.map((each) => `\`${each}\``).join(', ')
  if (value !== undefined) return `\`${value}\``
  if (items)
    return items.enum || items.anyOf
      ? `list of ${typeOf(items)}`
      : `list of ${plurals[items.type ?? ''] ?? 'values'}`
  if (type === 'object') return typeof additionalProperties === 'object' ? 'mapping by name' : 'mapping'
  return (
    { boolean: '`true` or `false`', integer: 'whole number', null: '`null`' }[type ?? ''] ?? type ?? 'any'
  )
}

const plurals: Record<string, string> = { string: 'strings', object: 'mappings' }
