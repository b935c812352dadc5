import type { z } from 'zod'
import { type Fault, Problem } from '../core/errors.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { formatSchemaError } from '../text/format-schema-error.ts'
import { suggestName } from '../text/suggest-name.ts'

const maxFaults = 200
const maxWarnings = 20

/** Parses a value with a schema; an error lists every fault. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw invalidRequest(schemaFaults(parsed.error))
  return parsed.data
}

/** The issues of a schema as faults with JSON pointers. */
export function schemaFaults(error: z.ZodError): Fault[] {
  return error.issues.map((issue) => {
    const parts = issue.path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    return { pointer: `#${parts.join('')}`, detail: formatSchemaError(issue) }
  })
}

/** The problem of an invalid request; its message describes the first fault. */
export function invalidRequest(found: Fault[]): Problem {
  const faults = found.slice(0, maxFaults)
  const { pointer, detail } = faults[0]!
  const where = pointer === '#' ? 'Invalid request' : `Invalid field \`${pointer.slice(2)}\``
  const listed = found.length > maxFaults ? `the first ${maxFaults}` : 'all of them'
  const rest = found.length > 1 ? ` ${found.length} errors were found; \`errors\` lists ${listed}.` : ''
  return new Problem('invalid_request', `${where}: ${detail}.${rest}`, { faults })
}

/** A warning for each unknown field, with the name that was probably meant. */
export function warnUnknownFields(names: string[], known: string[]): Warning[] {
  const unknown = names.filter((name) => !known.includes(name))
  const warnings = unknown.slice(0, maxWarnings).map((name) => {
    const shown = name.slice(0, 60).replace(/[^\x20-\x7e]/g, '?')
    return warn('unknown-field', { name: shown, nearest: suggestName(name, known) })
  })
  if (unknown.length <= maxWarnings) return warnings
  return [...warnings, warn('unknown-field', { more: unknown.length - maxWarnings })]
}
