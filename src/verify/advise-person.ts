import type { Advice } from '../core/advice.ts'
import { findMarkdownFlaws, type Neutralised, safeBlock, safeInline } from '../text/person-markdown.ts'

const neutralisedDetails: Record<Neutralised['kind'], string> = {
  html: 'is HTML, which is printed as text',
  link: 'is a link to another kind of address than http, https and mailto, and is printed as text',
  image: 'is an image without an https address, and is printed as text',
  markup: 'has more marks than the notes can print as Markdown, and is printed as text',
}

const flawDetails = {
  'image-alt': 'is an image without a description; write one between the brackets',
  'broken-link': 'looks like a link, but its address cannot be read; write [text](https://…)',
} as const

/** What a person may want to know about their Markdown: what is printed as text, whom it notifies, and its flaws. */
export function advisePerson(text: string, pointer: string, kind: 'line' | 'block'): Advice[] {
  const { markdown, neutralised } = kind === 'line' ? safeInline(text) : safeBlock(text)
  const mention = findMention(markdown)
  return [
    ...neutralised.map(
      (each): Advice => ({
        pointer,
        code: each.kind,
        text: each.text,
        detail: `${quoted(each.text)} ${neutralisedDetails[each.kind]}`,
      }),
    ),
    ...(mention === null
      ? []
      : [
          {
            pointer,
            code: 'mention' as const,
            text: mention,
            detail: `${mention} notifies that person or team`,
          },
        ]),
    ...findMarkdownFlaws(markdown).map(
      (each): Advice => ({
        pointer,
        code: each.kind,
        text: each.text,
        detail: `${quoted(each.text)} ${flawDetails[each.kind]}`,
      }),
    ),
  ].slice(0, maxAdvice)
}

const maxAdvice = 20

/** The first name that a host would notify. */
function findMention(markdown: string): string | null {
  const words = markdown.replace(/`[^`]{0,2000}`/g, ' ')
  return /(?<![\w/.@`-])@[a-z\d](?:[a-z\d-]{0,38})(?:\/[\w.-]{1,60})?(?![\w@])/i.exec(words)?.[0] ?? null
}

function quoted(text: string): string {
  return `"${text.replaceAll(/\s+/g, ' ')}"`
}
