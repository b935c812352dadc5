import MarkdownIt, { type Token } from 'markdown-it'
import { type ComponentChildren, h } from 'preact'

const reader = new MarkdownIt({ html: false, linkify: true })

/** Markdown as a host would show it, drawn element by element: no text ever becomes HTML. */
export function MarkdownView({ text }: { text: string }) {
  return <div class="markdown">{drawAll(reader.parse(text, {}))}</div>
}

const shownTags = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'code',
  'pre',
  'a',
  'br',
  'hr',
  's',
])

interface Frame {
  token: Token | null
  children: ComponentChildren[]
}

/** Turns the flat list of tokens into a tree. */
function drawAll(tokens: Token[]): ComponentChildren[] {
  const frames: Frame[] = [{ token: null, children: [] }]
  for (const token of tokens) {
    const top = frames.at(-1)!
    if (token.nesting === 1) frames.push({ token, children: [] })
    else if (token.nesting === -1) {
      frames.pop()
      frames.at(-1)!.children.push(drawElement(top))
    } else top.children.push(drawLeaf(token))
  }
  return frames[0]!.children
}

function drawLeaf(token: Token): ComponentChildren {
  if (token.type === 'inline') return drawAll(token.children ?? [])
  if (token.type === 'code_inline') return h('code', {}, token.content)
  if (token.type === 'fence' || token.type === 'code_block') return h('pre', {}, h('code', {}, token.content))
  if (token.type === 'softbreak') return '\n'
  if (token.type === 'hardbreak') return h('br', {})
  return token.content
}

function drawElement({ token, children }: Frame): ComponentChildren {
  const tag = token?.tag ?? ''
  // In a tight list the paragraphs are there for the parser only.
  if (token?.hidden || !shownTags.has(tag)) return children
  if (tag === 'a') return drawLink(String(token?.attrGet('href') ?? ''), children)
  return h(tag, {}, children)
}

function drawLink(address: string, children: ComponentChildren[]): ComponentChildren {
  if (!/^https?:\/\//i.test(address)) return children
  return h('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, children)
}
