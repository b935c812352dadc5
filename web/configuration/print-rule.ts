import type { RepositoryConfig } from '../../src/core/repository-config.ts'

/** A part of the configuration that a reason names, such as `rules[2]`. */
export interface NamedPart {
  name: string
  /** What the file says there, on one line; null if it is not known. */
  text: string | null
}

/** Splits a reason at the first rule or category that it names. */
export function findNamedPart(
  detail: string,
  config: RepositoryConfig | null,
): { before: string; part: NamedPart; after: string } | null {
  const found = /\b(rules|categories)\[(\d{1,3})\]/.exec(detail)
  if (!found) return null
  const [name, list, index] = found as unknown as [string, 'rules' | 'categories', string]
  const item = config?.[list]?.[Number(index)]
  return {
    before: detail.slice(0, found.index),
    part: { name, text: item === undefined ? null : printFlow(item) },
    after: detail.slice(found.index + name.length),
  }
}

/** Prints a value as YAML on one line; lists of one item as that item. */
export function printFlow(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 1 ? printFlow(value[0]) : `[${value.map(printFlow).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, each]) => each !== undefined)
    return `{${fields.map(([key, each]) => `${key}: ${printFlow(each)}`).join(', ')}}`
  }
  if (typeof value === 'string')
    return /^[\p{L}_][\p{L}\p{N} _.*/-]*$/u.test(value) ? value : JSON.stringify(value)
  return String(value)
}
