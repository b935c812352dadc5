import { type Fault, Problem } from '../core/errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Parses a body strictly: valid UTF-8, valid JSON, no duplicate keys, no `__proto__`. */
export function parseJson(bytes: Buffer): unknown {
  const text = decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem(
      'malformed_json',
      `The body is not valid JSON: ${describeSyntaxError(error)}. Send one JSON object.`,
      { cause: error },
    )
  }
  const faults = findInvalidKeys(text)
  if (faults.length > 0) {
    throw new Problem(
      'malformed_json',
      `The body has invalid keys: ${faults[0]!.detail}. Send each key once.`,
      {
        faults,
      },
    )
  }
  return value
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    throw new Problem('malformed_json', 'The body is not valid UTF-8. Send it encoded as UTF-8.', {
      cause: error,
    })
  }
}

function describeSyntaxError(error: unknown): string {
  // The engine's message quotes the body, which may contain a secret; only the position is reported.
  const position =
    error instanceof Error ? /at position \d+|[Uu]nexpected end/.exec(error.message)?.[0] : undefined
  if (position === undefined) return 'it cannot be parsed'
  return position.startsWith('at') ? `unexpected character ${position}` : 'unexpected end'
}

/** Scans valid JSON for duplicate keys and `__proto__`. */
function findInvalidKeys(text: string): Fault[] {
  const faults: Fault[] = []
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(null)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && isKey(text, end)) {
        const key: string = JSON.parse(text.slice(at, end + 1))
        if (key === '__proto__') faults.push({ pointer: '#', detail: 'the key "__proto__" is not allowed' })
        else if (keys.has(key))
          faults.push({ pointer: '#', detail: `the key ${JSON.stringify(key.slice(0, 60))} occurs twice` })
        keys.add(key)
      }
      at = end
    }
    if (faults.length === 20) break
  }
  return faults
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function isKey(text: string, end: number): boolean {
  let at = end + 1
  while (/\s/.test(text[at] ?? '')) at += 1
  return text[at] === ':'
}
