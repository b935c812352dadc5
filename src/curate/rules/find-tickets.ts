import type { Ticket, TicketConfig } from '../../core/repository-config.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { parseFooters } from '../parse/parse-footers.ts'

const maxTickets = 20

/** Finds the tickets that the titles and trailers of a unit name, each once. */
export function findTickets({ title, commits }: ChangeUnit, configured: TicketConfig[]): Ticket[] {
  const texts = [
    title,
    ...commits.flatMap(({ message }) => [
      message.subject,
      ...parseFooters(message.body).footers.map(({ value }) => value),
    ]),
  ]
  const found = new Map<string, Ticket>()
  for (const text of texts) {
    for (const { prefix, url } of configured) {
      for (const number of numbersAfter(text, prefix)) {
        const id = `${prefix}${number}`
        if (found.size < maxTickets && !found.has(id.toLowerCase()))
          found.set(id.toLowerCase(), { id, url: url.replace('{number}', number) })
      }
    }
  }
  return [...found.values()]
}

/** The numbers that follow a prefix in a text, where the prefix begins a word. */
function numbersAfter(text: string, prefix: string): string[] {
  const numbers: string[] = []
  const [plain, start] = [text.toLowerCase(), prefix.toLowerCase()]
  for (let at = plain.indexOf(start); at !== -1; at = plain.indexOf(start, at + 1)) {
    if (/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && /^[\p{L}\p{N}]/u.test(prefix)) continue
    const number = /^\d{1,9}(?![\p{L}\p{N}])/u.exec(
      text.slice(at + start.length, at + start.length + 11),
    )?.[0]
    if (number !== undefined) numbers.push(number)
  }
  return numbers
}

/** The title of a change without the tickets in front of it. */
export function withoutLeadingTickets(title: string, configured: TicketConfig[]): string {
  let rest = title
  for (;;) {
    const open = /^[\s([]*/.exec(rest)![0].length
    const inner = rest.slice(open).toLowerCase()
    const prefix = configured.find((each) => inner.startsWith(each.prefix.toLowerCase()))?.prefix
    const number = prefix && /^\d{1,9}(?![\p{L}\p{N}])/u.exec(inner.slice(prefix.length))?.[0]
    if (!prefix || number === undefined) return rest === '' ? title : rest
    rest = rest.slice(open + prefix.length + number.length).replace(/^[\s)\]:,–—-]+/, '')
  }
}
