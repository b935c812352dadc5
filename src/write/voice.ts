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
    .replace(/https?:\/\/\S+|(?<![\w.-])(?:[\w.-]{1,60}\/)?[\w.-]{0,60}#\d{1,9}|@[\w-]+/g, '')
    .replace(/\(\s{0,5}[,;]?\s{0,5}(?:by|thanks(?: to)?)?\s{0,5}\)/gi, '')
    .replace(/[*_]{2}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
