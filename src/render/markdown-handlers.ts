import type { Definition, List, ListItem, PhrasingContent } from 'mdast'
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown'

// Signs that mean nothing in Markdown inside a line; at its beginning only a letter is sure.
const plainSigns = /^[\p{L}\p{N} ,.'’"/();#-]*$/u
const beginsWithLetter = /^\p{L}/u
const plainLabel = /^[#!]\d{1,9}$/
const plainAddress = /^https?:\/\/[\w./:~%-]+$/

/** Whether a text needs no escaping, given the characters before and after it. */
export function canPrintVerbatim(value: string, before: string, after: string): boolean {
  return (
    plainSigns.test(value) &&
    !/www/i.test(value) &&
    (beginsWithLetter.test(value) || /[^\s\]]$/.test(before)) &&
    (!value.endsWith(' ') || /^\S/.test(after))
  )
}

/** Prints a list; items of plain text, code and references skip the general printer. */
export const listHandler: Handle = (node: List, parent, state, info) => {
  const bullet = state.options.bullet!
  const lines = node.children.map((item) => {
    const line = plainLine(item)
    if (line !== null) return `${bullet} ${line}`
    // One of its own: a list that follows another one would get another bullet.
    state.bulletLastUsed = undefined
    return defaultHandlers.list({ ...node, children: [item] }, parent, state, info)
  })
  return lines.join('\n')
}

/** Prints the address of a reference. */
export const definitionHandler: Handle = (node: Definition, parent, state, info) =>
  plainLabel.test(node.label!) && plainAddress.test(node.url)
    ? `[${node.label}]: ${node.url}`
    : defaultHandlers.definition(node, parent, state, info)

/** A line as Markdown; null where something in it might need care. */
function plainLine({ children: [content] }: ListItem): string | null {
  if (content?.type !== 'paragraph') return null
  let line = ''
  for (const [place, child] of content.children.entries()) {
    const printed = printPlain(child, line, content.children[place + 1])
    if (printed === null) return null
    line += printed
  }
  return line === '' ? null : line
}

function printPlain(
  child: PhrasingContent,
  before: string,
  next: PhrasingContent | undefined,
): string | null {
  switch (child.type) {
    case 'text': {
      // Behind the bracket of a reference only another bracket or a colon would mean something.
      const closes = before.endsWith(']') && /^[),]/.test(child.value) ? ')' : before
      return canPrintVerbatim(child.value, closes, next === undefined ? '' : startOf(next))
        ? child.value
        : null
    }
    case 'inlineCode':
      return /^[^`\s](?:[^`\r\n]*[^`\s])?$/.test(child.value) && !before.endsWith('`')
        ? `\`${child.value}\``
        : null
    case 'linkReference':
      return plainLabel.test(child.label!) && /[\s(]$/.test(before) ? `[${child.label}]` : null
    case 'html':
      return plainAddress.test(child.value) ? child.value : null
    default:
      return null
  }
}

/** A sign that what follows begins with, as far as a space before it is concerned. */
function startOf(node: PhrasingContent): string {
  return 'value' in node ? node.value.charAt(0) : '['
}
