/** A schema of OpenAPI or Swagger, as far as it is checked. */
interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  nullable?: boolean
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  schema?: Schema
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; schema?: Schema; content?: Record<string, { schema?: Schema }> }>
}

/** A description of a REST API, in OpenAPI 3 or Swagger 2. */
export interface Description {
  swagger?: string
  /** GitLab describes several lists by the type of one element. */
  hasListsAsElements?: boolean
  paths: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>
}

/** A request that was sent, and its response. */
interface Exchange {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  status: number
  answer: unknown
}

/**
 * Returns how a request and its response differ from the description: an unknown operation, parameter, status or field,
 * a value of another type, or a required field that a request does not have. Fields of responses may be missing, because
 * stand-ins return only those that are read; `withRequiredFields` adds them.
 */
export function faultsOf(description: Description, exchange: Exchange): string[] {
  const { method, path, query, body, status, answer } = exchange
  const found = findOperation(description, method.toLowerCase(), path)
  if (!found) return ['there is no such operation']
  const { operation, shared } = found
  const resolve = <T extends { $ref?: string }>(value: T): T => resolveRef(description, value)
  const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve)
  const known = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const names = [...query.keys()].map((name) => (known.includes(name) ? name : name.replace(/\[\]$/, '')))
  // Bitbucket describes pages and filters once for all lists, and not with each of them.
  const general = description.swagger ? ['page', 'pagelen', 'q', 'sort', 'fields', 'limit'] : []
  const faults = names
    .filter((name) => ![...known, ...general].includes(name))
    .map((name) => `no parameter ${name}`)
  const response = operation.responses[status] ?? operation.responses.default
  // A 404 is so common that many operations do not list it.
  if (!response && status !== 404) faults.push(`no response ${status}`)
  const requestSchema =
    operation.requestBody?.content['application/json']?.schema ??
    parameters.find((each) => each.in === 'body')?.schema
  if (body !== undefined && requestSchema) faults.push(...check(description, body, requestSchema, 'request'))
  else if (body !== undefined) faults.push('it takes no body')
  if (!response || status >= 400 || answer === undefined) return faults
  const resolved = resolve(response)
  const schema = resolved.schema ?? resolved.content?.['application/json']?.schema
  return schema
    ? [...faults, ...check(description, answer, schemaFor(description, answer, schema), 'response')]
    : faults
}

function schemaFor(description: Description, answer: unknown, given: Schema): Schema {
  const isElement = description.hasListsAsElements && Array.isArray(answer)
  return isElement && flatten(description, given).type === 'object' ? { type: 'array', items: given } : given
}

/**
 * Returns the response as the description promises it and no more: with all required fields, and without those that a
 * host may omit. Where a description requires nothing of an object, the object stays as it is.
 */
export function withRequiredFields(
  description: Description,
  { method, path, status, answer }: Pick<Exchange, 'method' | 'path' | 'status' | 'answer'>,
): unknown {
  const found = findOperation(description, method.toLowerCase(), path)
  const response = found?.operation.responses[status]
  if (!response || status >= 400) return answer
  const resolved = resolveRef(description, response)
  const schema = resolved.schema ?? resolved.content?.['application/json']?.schema
  return schema ? complete(description, answer, schema) : answer
}

function complete(description: Description, value: unknown, given: Schema): unknown {
  const schema = flatten(description, given)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    const fitting = alternatives.find((each) => check(description, value, each, 'response').length === 0)
    return fitting ? complete(description, value, fitting) : value
  }
  if (Array.isArray(value))
    return schema.items ? value.map((item) => complete(description, item, schema.items!)) : value
  const { properties = {}, required = [] } = schema
  if (typeof value !== 'object' || value === null) return value
  // Bitbucket requires the name of the type in each object, and nothing else.
  const isOpen = required.every((name) => name === 'type')
  const known = Object.entries(value)
    .filter(([name]) => isOpen || required.includes(name))
    .map(([name, field]) => [name, properties[name] ? complete(description, field, properties[name]) : field])
  const added = required
    .filter((name) => !(name in value) && properties[name])
    .map((name) => [name, sampleOf(description, properties[name]!, 0)])
  return Object.fromEntries([...known, ...added])
}

const maxDepth = 6

/** A value that fits a schema; null wherever that is allowed. */
function sampleOf(description: Description, given: Schema, depth: number): unknown {
  const schema = flatten(description, given)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (schema.nullable || types.includes('null') || depth > maxDepth) return null
  const [alternative] = schema.anyOf ?? schema.oneOf ?? []
  if (alternative) return sampleOf(description, alternative, depth + 1)
  if (schema.enum) return schema.enum[0]
  if (types.includes('array')) return []
  if (types.includes('object') || schema.properties) {
    const fields = (schema.required ?? []).filter((name) => schema.properties?.[name])
    return Object.fromEntries(
      fields.map((name) => [name, sampleOf(description, schema.properties![name]!, depth + 1)]),
    )
  }
  if (types.includes('boolean')) return false
  return types.includes('integer') || types.includes('number') ? 0 : ''
}

function resolveRef<T extends { $ref?: string }>(description: Description, value: T): T {
  if (value.$ref === undefined) return value
  const parts = value.$ref.replace(/^#\//, '').split('/')
  const target = parts.reduce<unknown>(
    (at, part) => (at as Record<string, unknown>)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
    description,
  )
  return resolveRef(description, (target ?? {}) as T)
}

const maxFaults = 5

function check(description: Description, value: unknown, given: Schema, at: string): string[] {
  const schema = flatten(description, given)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    const all = alternatives.map((each) => check(description, value, each, at))
    return all.find((faults) => faults.length === 0) ?? all[0] ?? []
  }
  const types = schema.type === undefined ? [] : [schema.type].flat()
  // Swagger 2 has no null, and hosts that use it return null all the same.
  if (value === null)
    return description.swagger || schema.nullable || types.length === 0 || types.includes('null')
      ? []
      : [`${at} is null`]
  if (Array.isArray(value)) {
    if (types.length > 0 && !types.includes('array')) return [`${at} is a list, not ${types.join(' or ')}`]
    return value
      .slice(0, 20)
      .flatMap((item, index) =>
        schema.items ? check(description, item, schema.items, `${at}[${index}]`) : [],
      )
      .slice(0, maxFaults)
  }
  if (typeof value === 'object') {
    if (types.length > 0 && !types.includes('object'))
      return [`${at} is an object, not ${types.join(' or ')}`]
    const { properties, additionalProperties } = schema
    if (!properties) return []
    const required = at.startsWith('request') ? (schema.required ?? []) : []
    const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`)
    if (missing.length > 0) return missing
    return Object.entries(value)
      .flatMap(([name, field]) => {
        const own = properties[name]
        if (own) return check(description, field, own, `${at}.${name}`)
        return additionalProperties ? [] : [`no field ${at}.${name}`]
      })
      .slice(0, maxFaults)
  }
  if (schema.enum && !schema.enum.includes(value))
    return [`${at} is ${JSON.stringify(value)}, not one of its values`]
  const type = typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
  const fits = types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))
  return fits ? [] : [`${at} is a ${type}, not ${types.join(' or ')}`]
}

/** Follows references and joins the parts of `allOf`. */
function flatten(description: Description, given: Schema): Schema {
  const schema = resolveRef(description, given)
  if (!schema.allOf) return schema
  const parts = schema.allOf.map((part) => flatten(description, part))
  const properties = Object.assign({}, ...parts.map((part) => part.properties), schema.properties)
  const isOpen =
    parts.some((part) => part.additionalProperties === true) && Object.keys(properties).length === 0
  const required = [...parts.flatMap((part) => part.required ?? []), ...(schema.required ?? [])]
  return { type: 'object', properties, required, additionalProperties: isOpen }
}

function findOperation(
  { paths }: Description,
  method: string,
  path: string,
): { operation: Operation; shared: Parameter[] } | null {
  const fitting = Object.entries(paths).filter(([template, methods]) => {
    // What stands for a path of several parts is the last one of its template.
    const parts = template.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
    const open = /\/\{(?:path|ref|filepath|branch|tag|name|file_path|basehead|revspec)\}$/.test(template)
    const form = parts.map((part, index) =>
      index === 0 ? part : `${open && index === parts.length - 1 ? '.*' : '[^/]+'}${part}`,
    )
    return method in methods && new RegExp(`^(?:/api/v4)?${form.join('')}/?$`).test(path)
  })
  const [best] = fitting.sort(([one], [other]) => specificity(other) - specificity(one))
  return best ? { operation: best[1][method]!, shared: best[1].parameters ?? [] } : null
}

/** Templates with more fixed parts fit better. */
function specificity(template: string): number {
  return template.split('/').filter((part) => !part.includes('{')).length * 100 + template.split('/').length
}
