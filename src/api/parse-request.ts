import type { z } from 'zod'
import { type Fault, Problem } from '../core/errors.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { formatSchemaError } from '../text/format-schema-error.ts'
import { nearest } from './nearest.ts'

/** What was given, by a schema; every fault is listed before it is refused. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const read = schema.safeParse(given)
  if (!read.success) throw refused(faultsOf(read.error))
  return read.data
}

/** A schema's complaints as faults. */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.map((issue) => {
    const parts = issue.path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    return { pointer: `#${parts.join('')}`, detail: formatSchemaError(issue) }
  })
}

const mostFaults = 200

/** The refusal of a request, with all its faults. */
export function refused(found: Fault[]): Problem {
  const faults = found.slice(0, mostFaults)
  const [first] = faults
  const where = first!.pointer === '#' ? 'the body' : first!.pointer.slice(2)
  const rest =
    faults.length > 1
      ? ` There are ${found.length} faults; \`errors\` lists ${found.length > mostFaults ? `the first ${mostFaults}` : 'them all'}.`
      : ''
  return new Problem('invalid_request', `The request was refused at ${where}: ${first!.detail}.${rest}`, {
    faults,
  })
}

const mostWarnings = 20

/** A warning for each field that nobody knows, with the name that was likely meant. */
export function unknownFields(names: string[], known: string[]): Warning[] {
  const unknown = names.filter((name) => !known.includes(name))
  const warnings = unknown.slice(0, mostWarnings).map((name) => {
    const shown = name.slice(0, 60).replace(/[^\x20-\x7e]/g, '?')
    return warn('unknown-field', { name: shown, nearest: nearest(name, known) })
  })
  if (unknown.length <= mostWarnings) return warnings
  return [...warnings, warn('unknown-field', { more: unknown.length - mostWarnings })]
}
