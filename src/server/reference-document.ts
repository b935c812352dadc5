/** A schema, as far as a reader is told of it. */
export interface Schema {
  type?: string | string[]
  description?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

/** What an address does. */
export interface Operation {
  summary?: string
  description?: string
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
}

/** The OpenAPI document, as far as a reader is told of it. */
export interface ReferenceDocument {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
}

/** A schema's type in a few words. */
export function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`
  if (schema.properties) return `{${Object.keys(schema.properties).join(', ')}}`
  return [schema.type ?? 'anything'].flat().join(' | ')
}
