import { z } from 'zod'
import { table } from './table.ts'

/** What the tables use of a JSON schema. */
export interface FieldSchema {
  type?: string | string[]
  description?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  anyOf?: FieldSchema[]
  items?: FieldSchema
  properties?: Record<string, FieldSchema>
  required?: string[]
}

/** The table of the fields that a schema of a request accepts. */
export function fieldsOf(schema: z.ZodType): string {
  return fieldTable(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FieldSchema)
}

/** The table of the fields of a JSON schema. */
export function fieldTable({ properties = {}, required = [] }: FieldSchema): string {
  const rows = Object.entries(properties).map(([name, field]) => [
    `\`${name}\``,
    typeOf(field),
    required.includes(name)
      ? 'required'
      : field.default === undefined
        ? ''
        : `\`${JSON.stringify(field.default)}\``,
    field.description ?? '',
  ])
  return table(['field', 'type', 'default', 'meaning'], rows)
}

function typeOf({ type, enum: values, const: value, anyOf, items, properties }: FieldSchema): string {
  if (values) return values.map((each) => `\`${each}\``).join(', ')
  if (value !== undefined) return `\`${value}\``
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (type === 'array' && items?.properties)
    return `list of objects with ${Object.keys(items.properties)
      .map((name) => `\`${name}\``)
      .join(', ')}`
  if (type === 'array') return `list of ${items ? plural(typeOf(items)) : 'values'}`
  if (properties) return 'object'
  return [type ?? 'any'].flat().join(' or ')
}

function plural(type: string): string {
  return /^(?:string|object|number|integer)$/.test(type) ? `${type}s` : type
}
