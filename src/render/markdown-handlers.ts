import type { Definition, List, ListItem, PhrasingContent } from 'mdast'
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown'

// Characters without meaning in Markdown inside a line; at its beginning only a letter is safe.
const plainCharacters = /^[\p{L}\p{N} ,.'’"/();#-]*$/u
const beginsWithLetter = /^\p{L}/u
const plainLabel = /^[#!]\d{1,9}$/
const plainUrl = /^https?:\/\/[\w./:~%-]+$/

/** Whether a text needs no escaping, given the characters before and after it. */
export function canPrintVerbatim(value: string, before: string, after: string): boolean {
  return (
    plainCharacters.test(value) &&
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
    // Printed as a separate list; without this the library would switch to another bullet.
    state.bulletLastUsed = undefined
    return defaultHandlers.list({ ...node, children: [item] }, parent, state, info)
  })
  return lines.join('\n')
}

/** Prints the definition of a reference. */
export const definitionHandler: Handle = (node: Definition, parent, state, info) =>
  plainLabel.test(node.label!) && plainUrl.test(node.url)
    ? `[${node.label}]: ${node.url}`
    : defaultHandlers.definition(node, parent, state, info)

/** Prints a line without the library; null if something in it may need escaping. */
function plainLine({ children: [content] }: ListItem): string | null {
  if (content?.type !== 'paragraph') return null
  let line = ''
  for (const [index, child] of content.children.entries()) {
    const printed = printPlain(child, line, content.children[index + 1])
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
      // After a reference only another bracket or a colon has a meaning.
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
      return plainUrl.test(child.value) ? child.value : null
    default:
      return null
  }
}

/** The first character of a node, or `[`, which decides whether a space before it is kept. */
function startOf(node: PhrasingContent): string {
  return 'value' in node ? node.value.charAt(0) : '['
}
