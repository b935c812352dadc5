import fc from 'fast-check'
import type { PhrasingContent, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { expect, test } from 'vitest'
import { bareUrl, definitions, list, plainText, printMarkdown, reference, strong } from './markdown.ts'

/** What the library makes of a tree without any short way of ours. */
function printSlowly(children: RootContent[], bullet: '-' | '*'): string {
  const options = { bullet, rule: '-', listItemIndent: 'one', tightDefinitions: true } as const
  return toMarkdown({ type: 'root', children }, { ...options, extensions: [gfmToMarkdown()] })
}

function tightList(lines: PhrasingContent[][]): RootContent {
  const children = lines.map((content) => ({
    type: 'listItem' as const,
    children: [{ type: 'paragraph' as const, children: content }],
  }))
  return { type: 'list', spread: false, children }
}

function asDefinition([label, url]: [string, string]): RootContent {
  return { type: 'definition', identifier: label.toLowerCase(), label, url }
}

const text = fc.oneof(
  fc.constantFrom(
    ' (',
    ', ',
    ')',
    ' by ',
    ' in ',
    ' and ',
    'Add x',
    'www.',
    '1. x',
    '# x',
    '- x',
    'a_b_',
    '[x]',
  ),
  fc.constantFrom(
    ':',
    ' ',
    '(x)',
    '!',
    '*',
    '`',
    '<b>',
    'a@b.cd',
    'http://x.y',
    '~~',
    '|',
    '\\',
    '&amp;',
    '+',
  ),
  fc.string({ maxLength: 12 }).map((value) => value.replace(/\s/g, ' ')),
)
const code = fc.constantFrom('x', 'a b', '`', 'a`b', '-', '*', '|', '<b>', ' x', '\\', '#1', '[x]')
const label = fc.constantFrom('#1', '#12345', '!7', '#', '#x', '^1', '1.0.0', '#1 ', ']')
const address = fc.constantFrom(
  'https://example.org/a/pull/1',
  'https://example.org/a_b/-/merge_requests/1',
  'https://example.org/(x)',
  'https://example.org/a b',
  'https://example.org/*x*',
)
const phrase: fc.Arbitrary<PhrasingContent> = fc.oneof(
  { weight: 4, arbitrary: text.map(plainText) },
  code.map((value) => ({ type: 'inlineCode' as const, value })),
  label.map(reference),
  fc.constant(strong('Breaking:')),
  fc.constant(bareUrl('https://example.org/a/pull/1')),
)
// Text nodes are never empty and never adjacent.
const line = fc
  .array(phrase, { minLength: 1, maxLength: 6 })
  .map((pieces) =>
    pieces.filter(
      (piece, at) =>
        piece.type !== 'text' || (piece.value !== '' && (at === 0 || pieces[at - 1]!.type !== 'text')),
    ),
  )
  .filter((pieces) => pieces.length > 0)

test('the fast path prints the same as the library', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(label, address), { maxLength: 3 }),
      fc.constantFrom('-' as const, '*' as const),
      (lines, pairs, bullet) => {
        const ours = [list(lines, bullet, (each) => each), ...(pairs.length > 0 ? [definitions(pairs)] : [])]
        const tree = [tightList(lines), ...pairs.map(asDefinition)]
        // Of `www.` the library takes the last letter for all of it, and escapes every full stop behind a w.
        const slowly = printSlowly(tree, bullet).replace(/(?<!ww)(w)\\\./gi, '$1.')
        expect(printMarkdown(ours, bullet).replace(/(?<!ww)(w)\\\./gi, '$1.')).toBe(slowly)
      },
    ),
    { numRuns: 500 },
  )
})
