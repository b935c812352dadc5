import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import { parseLines } from './parse-lines.ts'

/** The top-level headings and definitions, by our parser and by a complete Markdown parser. */
function ours(text: string) {
  return parseLines(text).flatMap(({ kind, start, depth }) =>
    kind === 'heading' || kind === 'definition' ? [`${kind} ${depth} at line of ${lineAt(text, start)}`] : [],
  )
}

function theirs(text: string) {
  const settings = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
  return fromMarkdown(text, settings).children.flatMap((node) => {
    if (node.type !== 'heading' && node.type !== 'definition') return []
    const depth = node.type === 'heading' ? node.depth : 0
    return [`${node.type} ${depth} at line of ${lineAt(text, node.position!.start.offset!)}`]
  })
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split(/\r\n|\n|\r/).length

describe('parseLines finds the same headings as a complete parser', () => {
  test.each([
    '# A\n\n## B\n',
    'A\n=\n\nB\n---\n\nC\nand D\n===\n',
    '```\n# no\n```\n# yes\n',
    '~~~\n# no\n```\n# no\n~~~~\n# yes\n',
    '````\n```\n# no\n````\n# yes\n',
    '<!-- \n# no\n\n# no\n-->\n# yes\n',
    '<div>\n# no\n\n# yes\n</div>\n',
    '<details>\n<summary>x</summary>\n\n## yes\n\n</details>\n',
    '<a name="x"></a>\n## yes\n',
    '- a\n# yes\n',
    '- a\n\n  # no\n',
    '- a\n\n # yes\n',
    '- a\n  ```\n  # no\n  ```\n# yes\n',
    '- ```\n  # no\n# yes\n',
    '1. a\n\n   # no\n\n# yes\n',
    '> # no\n# yes\n',
    '> a\nb\n===\n',
    '- a\n---\nb\n',
    '- a\n===\n',
    'a\n    # no\n# yes\n',
    '    # no\n',
    '\t# no\n',
    '   # yes\n',
    '#no\n',
    '####### no\n',
    '#\n',
    '[a]: b\n[c]: d "e"\n',
    'a\n[b]: c\n',
    '[a]: b\n===\n',
    '[^a]: b\n',
    '# A\r\n\r\nB\r\n=\r\n',
    '# A\r# B\r',
    '\ufeff# A\n',
    '***\n# A\n* * *\nB\n- - -\n',
    'a\n2. b\n# yes\n',
    '-\n\n  # yes\n',
    '- a\n   - b\n\n     # no\n\n   # no\n# yes\n',
    '<pre>\n\n# no\n</pre>\n# yes\n',
    '```\n# no',
  ])('%j', (text) => {
    expect(ours(text)).toEqual(theirs(text))
  })

  const line = fc.constantFrom(
    '',
    '',
    '',
    '# A',
    '## [1.0.0] - 2026-01-01',
    '### Added',
    'words',
    'more words here',
    '- item',
    '* item ([#1])',
    '  - nested',
    '  words',
    '    words',
    '1. item',
    '---',
    '===',
    '```',
    '~~~',
    '> quote',
    '<!-- comment -->',
    '<!--',
    '-->',
    '<details>',
    '</details>',
    '[1.0.0]: https://example.org',
    '[#1]: https://example.org/1',
    '***',
  )

  test('for random files', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = lines.join('\n')
        // In this case the parser starts the heading at the definition.
        fc.pre(!text.split('\n\n').some((block) => block.includes(']: ') && /^(?:===|---)$/m.test(block)))
        expect(ours(text)).toEqual(theirs(text))
      }),
      { numRuns: 1500 },
    )
  })
})
