import type { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const parts: Record<string, string> = { string: 'characters', array: 'items' }

/** Formats an issue of a schema as a requirement (`must be …`); a message that we wrote ourselves is kept. */
export function formatSchemaError(issue: z.core.$ZodIssue): string {
  const { message } = issue
  if (!/^(?:Invalid|Too)\b/.test(message)) return message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}, ${receivedIn(message)}`
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_big':
      return `must be at most ${sized(issue.origin, Number(issue.maximum))}`
    case 'too_small':
      return issue.minimum === 1 && issue.origin in parts
        ? 'must not be empty'
        : `must be at least ${sized(issue.origin, Number(issue.minimum))}`
    case 'invalid_format':
      return issue.format === 'url' ? 'must be a URL such as https://git.example.org' : message
    default:
      return message
  }
}

function receivedIn(message: string): string {
  const received = /received (\w{1,20})$/.exec(message)?.[1] ?? 'something else'
  return received === 'undefined' ? 'and is missing' : `not ${kinds[received] ?? received}`
}

function sized(origin: string, size: number): string {
  const number = size.toLocaleString('en')
  return origin in parts ? `${number} ${parts[origin]} long` : number
}
