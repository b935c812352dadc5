/** The markup languages of changelogs; `wordpress` is that of its plugins, `text` has headings and lists, but no markup inside lines. */
export type Markup = 'markdown' | 'rst' | 'asciidoc' | 'wordpress' | 'text'

const maxRead = 200_000
const byExtension: [RegExp, Markup][] = [
  [/\.(?:md|markdown|mdx)$/i, 'markdown'],
  [/\.(?:rst|rest)$/i, 'rst'],
  [/\.(?:adoc|asciidoc|asc)$/i, 'asciidoc'],
]

/** Detects the markup of a changelog by the extension of its path, or else by its text. */
export function detectMarkup(text: string, path: string | null = null): Markup {
  const known = byExtension.find(([extension]) => path !== null && extension.test(path))
  if (known) return known[1]
  const start = text.slice(0, maxRead)
  if (/^= [^\r\n]{1,200} =[ \t]*$/m.test(start)) return 'wordpress'
  if (/^ {0,3}#{1,6}[ \t]+\S/m.test(start)) return 'markdown'
  if (/^={1,5} [^\s=][^\r\n]{0,200}$/m.test(start)) return 'asciidoc'
  if (isRst(start)) return 'rst'
  const isPlain = path !== null && start.trim() !== '' && !hasMarkdown(start)
  return hasOverline(start) || isPlain || (path !== null && hasOtherUnderline(start)) ? 'text' : 'markdown'
}

function isRst(text: string): boolean {
  const hasDirective = /^\.\. (?:[\w-]{1,40}::|_[^:\r\n]{1,100}:|towncrier|:)/m.test(text)
  return (
    hasDirective ||
    /`[^`<>\r\n]{1,200} <[^`<>\s]{1,300}>`__?(?!\w)|(?<!\w):[a-z]{2,20}:`[^`\r\n]{1,200}`/.test(text)
  )
}

/** Whether a text without headings contains links or bold text. */
function hasMarkdown(text: string): boolean {
  return /\]\(https?:|^\[[^\]\r\n]{1,200}\]: *\S|\*\*[^*\r\n]{1,200}\*\*/m.test(text)
}

function hasOverline(text: string): boolean {
  return /^([=~^"'*+#-])\1{2,200}[ \t]*(?:\r\n|\n|\r)[^\r\n]{1,200}(?:\r\n|\n|\r)\1{3,200}[ \t]*$/m.test(text)
}

function hasOtherUnderline(text: string): boolean {
  return /^\w[^\r\n]{0,200}(?:\r\n|\n|\r)([~^"'*+`])\1{2,200}[ \t]*$/m.test(text)
}
