import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPieces } from '../../src/text/inline-text.ts'
import { escapeMarks, parseInline, readEntryText, toPlainText, wordsOf } from './inline-markdown.ts'

/** A text as HTML-like marks, to compare it at a glance. */
function show(text: string): string {
  const print = (nodes: ReturnType<typeof parseInline>): string =>
    nodes
      .map((node) =>
        'value' in node
          ? node.kind === 'code'
            ? `<code>${node.value}</code>`
            : node.value
          : node.kind === 'link'
            ? `<a ${node.href}>${print(node.children)}</a>`
            : `<${node.kind}>${print(node.children)}</${node.kind}>`,
      )
      .join('')
  return print(parseInline(text))
}

describe('inline Markdown', () => {
  test.each([
    ['Plain words', 'Plain words'],
    ['**Bold** and *so* ~~on~~', '<strong>Bold</strong> and <em>so</em> <del>on</del>'],
    ['A `code *span*` here', 'A <code>code *span*</code> here'],
    ['`` a`b ``', '<code>a`b</code>'],
    ['As [RFC 9112](https://x.example/a_(b)) says', 'As <a https://x.example/a_(b)>RFC 9112</a> says'],
    ['[**bold** link](https://x.example)', '<a https://x.example><strong>bold</strong> link</a>'],
    ['See https://x.example/a.', 'See <a https://x.example/a>https://x.example/a</a>.'],
    ['<https://x.example>', '<a https://x.example>https://x.example</a>'],
    ['[x](javascript:alert)', '[x](javascript:alert)'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['Open **and never closed', 'Open **and never closed'],
    ['\\*not\\* `open', '*not* `open'],
    ['**a *b** c*', '<strong>a *b</strong> c*'],
    ['[a [b](https://x.example)', '[a <a https://x.example>b</a>'],
  ])('%s', (text, shown) => {
    expect(show(text)).toBe(shown)
  })

  test('a text that is not Markdown keeps its words when it becomes Markdown', () => {
    const mark = fc.constantFrom(
      '*',
      '_',
      '**',
      '`',
      '[',
      '](https://x)',
      '~~',
      '\\',
      '<',
      'a',
      ' ',
      'é',
      '.',
    )
    fc.assert(
      fc.property(
        fc.array(mark).map((marks) => marks.join('')),
        (text) => {
          expect(wordsOf(parseInline(escapeMarks(text)))).toBe(wordsOf(readPieces(text)))
        },
      ),
    )
  })

  test('a long hostile text is parsed in time', () => {
    for (const part of ['[', '*', '**a', '`', '](https://x)', '[a](https://', '_ ', '<https://'])
      expect(wordsOf(parseInline(part.repeat(20_000))).length).toBeGreaterThan(0)
  })
})

test('only the texts of the user are Markdown', () => {
  expect(readEntryText({ text: '**a**', writtenBy: 'model' })).toEqual([{ kind: 'text', value: '**a**' }])
  expect(toPlainText({ text: '**a** [b](https://c.example)', writtenBy: 'person' })).toBe('a b')
})
