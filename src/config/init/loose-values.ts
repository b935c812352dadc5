import { cleanLine } from '../../text/clean-text.ts'

/** A value of a file as an object; empty if it is none. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** A value of a file as a list; a single value is a list of one. */
export function asList(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** A value of a file as one clean line; empty if it is no text. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? cleanLine(String(value).slice(0, 1000)).trim()
    : ''
}

/** The texts of a list, or of a single value. */
export function asTexts(value: unknown): string[] {
  return asList(value)
    .map(asText)
    .filter((text) => text !== '')
}

/** Escapes a text that is meant literally for a pattern. */
export function asPattern(text: string): string {
  return text.replace(/[\\*?]/g, '\\$&')
}

/** Escapes a text that is meant literally for a line with placeholders. */
export function asLine(text: string): string {
  return text.replace(/[{}]/g, '$&$&')
}
