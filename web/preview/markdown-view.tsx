import MarkdownIt, { type Token } from 'markdown-it'
import { type ComponentChildren, h } from 'preact'
import { outputStrings } from '../strings/editor.ts'

const parser = new MarkdownIt({ html: false, linkify: true })

/** Renders Markdown as elements; text is never interpreted as HTML. */
export function MarkdownView({ text }: { text: string }) {
  return <div class="markdown">{renderTokens(parser.parse(text, {}))}</div>
}

const allowedTags = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
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

interface OpenElement {
  token: Token | null
  children: ComponentChildren[]
}

/** Builds a tree from the flat list of tokens. */
function renderTokens(tokens: Token[]): ComponentChildren[] {
  const open: OpenElement[] = [{ token: null, children: [] }]
  for (const token of tokens) {
    const top = open.at(-1)!
    if (token.nesting === 1) open.push({ token, children: [] })
    else if (token.nesting === -1) {
      open.pop()
      open.at(-1)!.children.push(renderElement(top))
    } else top.children.push(renderLeaf(token))
  }
  return open[0]!.children
}

function renderLeaf(token: Token): ComponentChildren {
  if (token.type === 'inline') return renderTokens(token.children ?? [])
  if (token.type === 'code_inline') return h('code', {}, token.content)
  if (token.type === 'fence' || token.type === 'code_block') return h('pre', {}, h('code', {}, token.content))
  if (token.type === 'softbreak') return '\n'
  if (token.type === 'image') return renderImage(token)
  if (token.type === 'hr') return h('hr', {})
  if (token.type === 'hardbreak') return h('br', {})
  return token.content
}

/** The page asks no other server for an image, so that a note stands in its place. */
function renderImage(token: Token): ComponentChildren {
  const url = String(token.attrGet('src') ?? '')
  const host = URL.canParse(url) ? new URL(url).host : url
  return h('span', { class: 'image-note' }, outputStrings.imageFrom(token.content, host))
}

function renderElement({ token, children }: OpenElement): ComponentChildren {
  const tag = token?.tag ?? ''
  // The parser adds hidden paragraphs to tight lists.
  if (token?.hidden || !allowedTags.has(tag)) return children
  if (tag === 'a') return renderLink(String(token?.attrGet('href') ?? ''), children)
  return h(tag, {}, children)
}

function renderLink(url: string, children: ComponentChildren[]): ComponentChildren {
  if (!/^https?:\/\//i.test(url)) return children
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, children)
}
