import type { Entry } from '../core/entry.ts'

const advisoryLead = /^(?:(?:CVE|GHSA)-[\w-]{4,30}(?:, |: ))+/

/** A text that begins with its scope: the advisories before it, the scope, and the text after it. */
interface ScopedText {
  lead: string
  /** Empty if the text does not begin with its scope. */
  head: string
  rest: string
}

/** Splits the text of an entry at its scope. */
export function splitScope({ text, scope }: Pick<Entry, 'text' | 'scope'>): ScopedText {
  const lead = advisoryLead.exec(text)?.[0] ?? ''
  const rest = text.slice(lead.length)
  const end = rest.indexOf(': ')
  const head = end === -1 ? '' : rest.slice(0, end)
  if (scope === null || head === '' || head.replaceAll('`', '') !== scope.split(/, ?/).join(', '))
    return { lead, head: '', rest }
  return { lead, head, rest: rest.slice(end + 2) }
}
