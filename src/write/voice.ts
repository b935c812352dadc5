import { cutText } from '../inline-text.ts'

const mostExamples = 8
const mostCharacters = 160

/** Some entries of a project's own changelog, as examples of how it speaks; links and references are left out. */
export function pastEntries(changelog: string | null): string[] {
  const found: string[] = []
  for (const line of (changelog ?? '').split('\n')) {
    if (found.length >= mostExamples) break
    const entry = /^ {0,3}[-*+] +(\S.{10,400})$/.exec(line)?.[1]
    const plain = entry === undefined ? '' : withoutReferences(entry)
    if (plain.length >= 15) found.push(cutText(plain, mostCharacters))
  }
  return found
}

function withoutReferences(entry: string): string {
  return entry
    .replace(/\[([^[\]]{0,200})\](?:\([^()]{0,300}\)|\[[^[\]]{0,100}\])?/g, '$1')
    .replace(/,? by @[\w-]+(?: in \S+)?$/, '')
    .replace(/https?:\/\/\S+|[\w.-]*\/?[\w.-]*#\d+|@[\w-]+/g, '')
    .replace(/\(\s*[,;]?\s*(?:by|thanks(?: to)?)?\s*\)/gi, '')
    .replace(/[*_]{2}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
