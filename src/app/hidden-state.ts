import { createHash } from 'node:crypto'
import type { z } from 'zod'

/**
 * Adds data to a text of a host that readers do not see: as the definition of a link that nothing uses, because not every
 * host hides comments. The data says what was written before, so that later edits of people are recognised.
 */
export function withState(text: string, name: string, state: object): string {
  const data = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${text.trimEnd()}\n\n[${name}]: # (${data})\n`
}

const stateForm = (name: string) =>
  new RegExp(`(?:^|\\n)\\[${name}\\]: # \\(([\\w-]{0,60000})\\)[^\\S\\n]*(?:\\n|$)`)

/** Splits a text into what readers see and the hidden data; null data if there is none that fits. */
export function splitState<State>(
  text: string,
  name: string,
  schema: z.ZodType<State>,
): { text: string; state: State | null } {
  const plain = text.replaceAll('\r\n', '\n')
  const found = stateForm(name).exec(plain)
  if (!found) return { text, state: null }
  const rest = `${plain.slice(0, found.index).trimEnd()}\n${plain.slice(found.index + found[0].length)}`
  return { text: rest, state: parseState(found[1]!, schema) }
}

function parseState<State>(data: string, schema: z.ZodType<State>): State | null {
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(data, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    // Anybody may edit the text; without its data it counts as edited.
    return null
  }
}

/** A short hash by which a text is recognised; line breaks and blanks at its ends do not matter. */
export function hashText(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest('hex').slice(0, 16)
}
