import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  findMarkdownFlaws,
  loadMarkdownParser,
  safeBlock,
  safeInline,
  wordsOfMarkdown,
} from './person-markdown.ts'

beforeAll(loadMarkdownParser)

function parse(text: string): Nodes {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

function nodesOf(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap((child) => nodesOf(child)) : [])]
}

const line = (text: string) => safeInline(text).markdown
const block = (text: string) => safeBlock(text).markdown

describe('a line stays as it was typed', () => {
  test.each([
    'Add **bold**, _italic_, ~~gone~~ and `code`',
    'See [the guide](https://example.com/a_(b)?c=1#d "Guide"), #12, acme/widget#7 and @ada',
    'Mail <mailto:ada@example.com>, or read https://example.com/x_y_z',
    'Use `Map<string, T>` and `<b>` in code',
    'a < b, 5 > 3, a*b*c, 2_000_000 and $5',
    'Escaped \\*stars\\* and \\`ticks\\`',
    '"Quoted" text, 100 % safe: yes!',
  ])('%s', (text) => {
    expect(safeInline(text)).toEqual({ markdown: text, neutralised: [] })
  })
})

test.each([
  ['<b>bold</b>', '\\<b>bold\\</b>'],
  ['[x](javascript:alert(1))', '\\[x](javascript:alert(1))'],
  ['[x](data:text/html,x) and [y](/relative)', '\\[x](data:text/html,x) and \\[y](/relative)'],
  ['[x](java&#x73;cript:alert(1))', '\\[x](java&#x73;cript:alert(1))'],
  ['<javascript:alert(1)>', '\\<javascript:alert(1)>'],
  ['![x](http://example.com/a.png)', '\\![x](http://example.com/a.png)'],
  ['# Not a heading', '\\# Not a heading'],
  ['- not a list', '\\- not a list'],
  ['12. not a number', '12\\. not a number'],
  ['> not a quote', '\\> not a quote'],
  ['[ ] not a task', '\\[ ] not a task'],
  ['[x]: javascript:alert(1)', '\\[x]: javascript:alert(1)'],
  ['two\n\nparagraphs\n- of text', 'two paragraphs - of text'],
  ['half `a span', 'half \\`a span'],
  ['half <a tag', 'half \\<a tag'],
])('the line %j is printed as %j', (given, expected) => {
  expect(line(given)).toBe(expected)
})

test('what is neutralised is reported', () => {
  expect(safeInline('<b> [x](ftp://a) ![y](data:z)').neutralised).toEqual([
    { kind: 'html', text: '<b>' },
    { kind: 'link', text: '[x](ftp://a)' },
    { kind: 'image', text: '![y](data:z)' },
  ])
})

test('a block keeps its Markdown, its headings move below those of the notes', () => {
  const given =
    '# One\n\nText with ![a](https://example.com/a.png)\n\nTwo\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |'
  expect(block(given)).toBe(given.replace('# One', '#### One').replace('Two\n---', '##### Two'))
  expect(block('#### Deep\n\n###### Deeper')).toBe('#### Deep\n\n###### Deeper')
})

test('a block ends its fence', () => {
  expect(block('```js\n<b>')).toBe('```js\n<b>\n```')
  expect(block('~~~~\nx\n~~~')).toBe('~~~~\nx\n~~~\n~~~~')
  expect(block('```\nx\n```')).toBe('```\nx\n```')
})

test('HTML in a block is printed as text, also in tables and footnotes', () => {
  expect(block('<details>\n<summary>x</summary>\n\ny\n</details>')).toBe(
    '\\<details>\n\\<summary>x\\</summary>\n\ny\n\\</details>',
  )
  expect(block('| `a | <b>` |\n|---|---|')).toContain('\\<b>')
  expect(block('[^1]: <b>x')).toContain('\\<b>')
})

test('the words of a line are those that readers see', () => {
  expect(wordsOfMarkdown('**Add** [`x`](https://example.com) \\*now\\*')).toBe('Add `x` *now*')
})

test('flaws are an image without a description and a link without its end', () => {
  expect(findMarkdownFlaws('![](https://a.example) and [x](https://b .c)')).toEqual([
    { kind: 'image-alt', text: 'https://a.example' },
    { kind: 'broken-link', text: '[x](' },
  ])
})

// Pieces that mean something in Markdown, in any order.
const pieces = fc.constantFrom(
  ...['<', '>', '</b>', '<b', '<!--', '-->', '<?', ']]>', '<![CDATA[', '<script>', '[', ']', '(', ')', '!'],
  ...[
    '](',
    ']:',
    '][',
    '[^1]',
    '[^1]:',
    '`',
    '``',
    '```',
    '~~~',
    '~~',
    '*',
    '**',
    '_',
    '\\',
    '&lt;',
    '&#60;',
  ],
  ...[
    'javascript:',
    'https://a.example',
    'mailto:',
    'data:',
    'www.b.example',
    '"',
    "'",
    '|',
    '|-|',
    '#',
    '- ',
  ],
  ...[
    '1. ',
    '> ',
    '---',
    '===',
    '\n',
    '\n\n',
    '    ',
    '\t',
    ' ',
    'a',
    'B c',
    '@ada',
    '#1',
    '\u2028',
    '\0',
    '$',
  ],
)
const hostile = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))

function expectSafe(nodes: Nodes[]): void {
  const definitions = new Map(
    nodes.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])),
  )
  for (const node of nodes) {
    expect(node.type).not.toBe('html')
    if (node.type === 'link' || node.type === 'definition')
      expect(node.url).toMatch(/^(?:https?:\/\/|mailto:)/i)
    if (node.type === 'image') expect(node.url).toMatch(/^https:\/\//i)
    if (node.type === 'imageReference') expect(definitions.get(node.identifier)).toMatch(/^https:\/\//i)
  }
}

test('no line is more than a paragraph, contains HTML or an unsafe link, or changes when it is printed again', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = line(text)
      expect(line(safe)).toBe(safe)
      if (safe === '') return
      const tree = parse(`- ${safe} ([#12])\n- next`)
      const [list, ...others] = 'children' in tree ? tree.children : []
      expect(others).toEqual([])
      expect(list).toMatchObject({ type: 'list', children: [{ type: 'listItem' }, { type: 'listItem' }] })
      const items = list && 'children' in list ? list.children : []
      for (const item of items)
        expect('children' in item && item.children.map(({ type }) => type)).toEqual(['paragraph'])
      expectSafe(nodesOf(tree))
    }),
    { numRuns: 400 },
  )
})

test('no block contains HTML, an unsafe link or a high heading, swallows what follows, or changes again', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const safe = block(text)
      expect(block(safe)).toBe(safe)
      const tree = parse(`${safe}\n\n### After`)
      expect('children' in tree && tree.children.at(-1)).toMatchObject({ type: 'heading', depth: 3 })
      const nodes = nodesOf(tree)
      expectSafe(nodes)
      const depths = nodes.flatMap((node) => (node.type === 'heading' ? [node.depth] : []))
      expect(depths.filter((depth) => depth < 4)).toEqual([3])
    }),
    { numRuns: 400 },
  )
})

test.each([
  ['brackets', '['.repeat(20_000)],
  ['quotes', '>'.repeat(20_000)],
  ['lists', '- '.repeat(10_000)],
  ['emphasis', '*a_b'.repeat(5000)],
  ['code spans', Array.from({ length: 190 }, (_, length) => '`'.repeat(length)).join(' ')],
  ['comments', '<!--'.repeat(5000)],
  ['nested lists', Array.from({ length: 140 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')],
])('a text of many %s is printed without markup', (_kind, text) => {
  expect(safeBlock(text).neutralised).toMatchObject([{ kind: 'markup' }])
  expect(nodesOf(parse(line(text).slice(0, 2000))).map(({ type }) => type)).not.toContain('html')
})
