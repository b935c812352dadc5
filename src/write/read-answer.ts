const maxText = 1024 * 1024

/** Parses the JSON object in an answer of the model, without the text around it; null if there is none. */
export function parseAnswer(answer: string): Record<string, unknown> | null {
  const json = answer.slice(Math.max(0, answer.indexOf('{')), answer.lastIndexOf('}') + 1)
  if (json.length > maxText) return null
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    // Not JSON: the answer counts as missing.
    return null
  }
}
