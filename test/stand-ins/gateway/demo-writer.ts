/** The fields of a change in the evidence that the demo uses. */
interface ToldChange {
  id: string
  title: string
  category: string
  rules: string
  excluded?: string
}

/** Answers for demos: what the rules wrote, a little dressed up, for every change in the evidence. */
export function writeDemo(userMessage: string): unknown {
  const entriesJson = /^ENTRIES\n(.*)$/m.exec(userMessage)?.[1]
  if (entriesJson !== undefined)
    return { summary: (asJson(entriesJson) as { text: string }[])[0]?.text ?? '' }
  const claims = /^CLAIMS\n(.*)$/m.exec(userMessage)?.[1]
  if (claims !== undefined) return { verdicts: confirm(asJson(claims), changesIn(userMessage)) }
  const included = changesIn(userMessage).filter(({ excluded }) => excluded === undefined)
  const entries = included.map(({ id, title, category, rules }) => ({
    ids: [id],
    category,
    text: rules || title,
    notable: true,
  }))
  return { entries }
}

/** Confirms every statement, with the title of its change. */
function confirm(claims: unknown, changes: ToldChange[]): unknown[] {
  return (claims as { id: string; ids: string[] }[]).map(({ id, ids }) => ({
    id,
    supported: true,
    quotes: changes.filter((change) => ids.includes(change.id)).map(({ title }) => title),
    unsupported: '',
  }))
}

/** The first JSON document in a text that has changes, wherever it stands. */
function changesIn(text: string): ToldChange[] {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    const end = endOfObject(text, start)
    const changes = end === null ? null : findChanges(asJson(text.slice(start, end)))
    if (changes) return changes
  }
  return []
}

/** Where the object that begins here ends; braces inside of texts do not count. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0
  let quoted = false
  for (let index = start; index < text.length; index += 1) {
    const sign = text[index]
    if (quoted && sign === '\\') index += 1
    else if (sign === '"') quoted = !quoted
    else if (!quoted && sign === '{') depth += 1
    else if (!quoted && sign === '}') depth -= 1
    if (depth === 0) return index + 1
  }
  return null
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Braces in prose.
    return null
  }
}

function findChanges(value: unknown): ToldChange[] | null {
  if (typeof value !== 'object' || value === null) return null
  if ('changes' in value && Array.isArray(value.changes)) return value.changes as ToldChange[]
  for (const inner of Object.values(value)) {
    const found = findChanges(inner)
    if (found) return found
  }
  return null
}
