import fc from 'fast-check'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../core/entry.ts'
import type { Format } from '../core/format.ts'
import { cleanLine } from '../text/clean-text.ts'
import { makeHarmless } from '../text/inline-text.ts'
import { render } from './render.ts'

const home = 'https://github.com/acme/tool'
const formats: Format[] = ['keepachangelog', 'github_release', 'simple']

const hostileWord = fc.constantFrom(
  ...['@ada', '@acme/team', '@_x', 'x@y', '@', 'ada@example.org', 'mailto:ada@example.org', 'xmpp:a@b.cd'],
  ...['close', 'Closes', 'closed:', 'fix', 'fixes', 'Fixed', 'resolve', 'resolves', 'RESOLVED'],
  ...['#1', '#12', 'GH-3', 'acme/tool#4', '!5', 'a/b!6', 'https://github.com/a/b/issues/7', '(#8)'],
  ...[
    'https://evil.example',
    'http://evil.example/a_b_(c)',
    'www.evil.example',
    'HTTPS://EVIL.example',
    'ftp://e.x',
  ],
  ...[
    '<b>',
    '</b>',
    '<img src=x onerror=y>',
    '<!--',
    '-->',
    '<?x',
    '<![CDATA[',
    '<https://evil.example>',
    '<a@b.cd>',
  ],
  ...[
    '![x](y)',
    '[x](https://evil.example)',
    '[x][y]',
    '[x]:',
    '[1.0.0]',
    '[#12]',
    '[^1]',
    '[^1]: x',
    '![',
    '](',
    ']',
  ],
  ...[
    '[ ]',
    '[x]',
    '#',
    '##',
    '-',
    '*',
    '+',
    '1.',
    '>',
    '|',
    '| a | b |',
    '---',
    '===',
    '```',
    '~~~',
    '~~',
    '**',
    '__',
  ],
  ...[
    '*',
    '_',
    '`',
    '``',
    '\\',
    '\\\\',
    '&',
    '&lt;',
    '&#64;ada',
    '&commat;ada',
    '$x$',
    ':',
    '/',
    '.',
    '\n',
    '\t',
    '    ',
  ],
  ...['\u202e', '\u2066', '\u200b', 'ada', 'x', '2', 'é', '漢', '👩‍💻'],
)
const hostileText = fc
  .array(fc.oneof({ weight: 5, arbitrary: hostileWord }, fc.string({ maxLength: 4 })), { maxLength: 10 })
  .chain((words) => fc.constantFrom('', ' ').map((between) => cleanLine(words.join(between))))

function printed(format: Format, texts: string[], author: string, version: string | null): string {
  const entries = texts.map(
    (text, index): Entry => ({
      id: `commit-${index}`,
      category: index % 2 === 0 ? 'Added' : 'Fixed',
      text: makeHarmless(text),
      breaking: index % 3 === 2,
      notability: 0.5,
      scope: null,
      importance: 0.5,
      commits: ['0123456789abcdef0123456789abcdef01234567'],
      pullRequests: index % 2 === 0 ? [12] : [],
      authors: [author, 'known-login'],
      labels: [],
      writtenBy: 'rules',
      evidence: [],
    }),
  )
  const range = {
    fromRef: 'v0.9.0',
    toRef: 'v1.0.0',
    fromSha: 'a',
    toSha: 'b',
    compareUrl: `${home}/compare/a...b`,
  }
  return render({
    format,
    entries,
    highlights: [],
    areas: 'auto',
    scopeStyle: null,
    range: { ...range, relation: 'ancestor' },
    commitCount: entries.length,
    version,
    date: null,
    part: 'document',
    releaseConfig: null,
    summary: null,
    changelog: null,
    contributors: [{ name: 'K', login: 'known-login', first: true }],
    web: { kind: 'github', url: home },
  }).text
}

function parse(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

function nodesOf(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(nodesOf) : [])]
}

/** What a reader sees, or of it only what a host acts on: neither code nor what is a link already. */
function textOf(node: Nodes, { active }: { active: boolean }): string {
  if (active && ['inlineCode', 'link', 'linkReference'].includes(node.type)) return '\ufffc'
  if ('value' in node) return node.value
  if (!('children' in node)) return ''
  const between = node.type === 'root' || node.type === 'list' ? '\ufffc' : ''
  return node.children.map((child) => textOf(child, { active })).join(between)
}

const quietTypes = ['root', 'heading', 'paragraph', 'list', 'listItem', 'text', 'strong', 'inlineCode']
const ourTypes = [...quietTypes, 'link', 'linkReference', 'definition']
const isOurs = (url: string) => url.startsWith(`${home}/`) || url.startsWith('https://keepachangelog.com/')
const letters = (text: string) => text.replace(/[\s`]/g, '')

describe.each(formats)('whatever the commits say, %s', (format) => {
  const version = hostileText.filter((text) => text !== '')
  const cases = fc.tuple(
    fc.array(
      hostileText.filter((text) => letters(text) !== ''),
      { minLength: 1, maxLength: 4 },
    ),
    hostileText,
    fc.option(version),
  )
  // Every test is tried with the same texts, by its seed: each is printed and read once.
  const trees = new Map<string, Root>()
  const treeOf = ([texts, author, version]: [string[], string, string | null]) => {
    const key = JSON.stringify([texts, author, version])
    const tree = trees.get(key) ?? parse(printed(format, texts, author, version))
    trees.set(key, tree)
    return tree
  }
  const holds = (check: (tree: Root, texts: string[]) => void) =>
    fc.assert(
      fc.property(cases, (given) => check(treeOf(given), given[0])),
      { numRuns: 300 },
    )

  test('has no elements from the texts', () => {
    holds((tree) => {
      expect(nodesOf(tree).filter(({ type }) => !ourTypes.includes(type))).toEqual([])
      expect(
        nodesOf(tree).filter((node) => node.type === 'listItem' && typeof node.checked === 'boolean'),
      ).toEqual([])
    })
  })

  test('has no URLs from the texts', () => {
    holds((tree) => {
      const urls = nodesOf(tree).flatMap((node) => ('url' in node ? [node.url] : []))
      expect(urls.filter((url) => !isOurs(url))).toEqual([])
    })
  })

  test('mentions only known logins', () => {
    holds((tree) => {
      const mentions = textOf(tree, { active: true }).match(/(?<!\w)@[a-z0-9_][\w-]*/gi) ?? []
      expect(mentions.filter((name) => name !== '@known-login')).toEqual([])
    })
  })

  test('closes no issues', () => {
    holds((tree) => {
      expect(textOf(tree, { active: true })).not.toMatch(
        /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:(?:[\w.-]+\/[\w.-]+)?#|GH-|https?:\/\/\S+\/)\d{1,9}\b/i,
      )
    })
  })

  test('prints the complete text of every entry', () => {
    holds((tree, texts) => {
      const items = nodesOf(tree).filter(({ type }) => type === 'listItem')
      const printedItems = items.map((item) => letters(textOf(item, { active: false })))
      // The line of a release goes on after its entry, whose full stop is no word of it.
      const wordsOf = (text: string) =>
        format === 'github_release' ? letters(text).replace(/\.$/, '') : letters(text)
      for (const text of texts)
        expect(printedItems.filter((item) => item.includes(wordsOf(text)))).not.toEqual([])
      const welcomes = format === 'github_release' ? 1 : 0
      expect(items).toHaveLength(texts.length + welcomes)
    })
  })
})
