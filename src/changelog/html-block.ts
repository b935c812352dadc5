/** What ends a stretch of HTML: some letters, or a blank line, which is null. */
export type HtmlEnd = string | null

const htmlStarts: [start: RegExp, end: HtmlEnd][] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![a-z]/i, '>'],
  [/^<script(?:[\s>]|$)/i, '</script>'],
  [/^<pre(?:[\s>]|$)/i, '</pre>'],
  [/^<style(?:[\s>]|$)/i, '</style>'],
  [/^<textarea(?:[\s>]|$)/i, '</textarea>'],
  [
    /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\s>]|\/>|$)/i,
    null,
  ],
]
const loneTag = /^<\/?[a-z][a-z0-9-]{0,60}(?:\s[^<>]{0,500})?>\s*$/i

/** The stretch of HTML that a line opens; null for any other line. A lone tag opens none within a paragraph. */
export function htmlOpenedBy(body: string, inParagraph: boolean): { end: HtmlEnd } | null {
  if (!body.startsWith('<')) return null
  const known = htmlStarts.find(([start]) => start.test(body))
  if (known) return { end: known[1] }
  return !inParagraph && loneTag.test(body) ? { end: null } : null
}

/** Whether the line that opens a stretch of HTML ends it too. */
export function endsAtOnce(body: string, end: HtmlEnd): boolean {
  return end !== null && body.slice(2).toLowerCase().includes(end)
}
