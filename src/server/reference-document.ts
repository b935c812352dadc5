/** The parts of a JSON schema that the reference shows. */
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

/** The parts of an OpenAPI operation that the reference shows. */
export interface Operation {
  summary?: string
  description?: string
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
}

/** The parts of the OpenAPI document that the reference shows. */
export interface ReferenceDocument {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
}

/** Describes the type of a schema in a few words. */
export function describeType(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' | ')
  if (schema.type === 'array') return `list of ${schema.items ? describeType(schema.items) : 'anything'}`
  if (schema.properties) return `{${Object.keys(schema.properties).join(', ')}}`
  return [schema.type ?? 'anything'].flat().join(' | ')
}
