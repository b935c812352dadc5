import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { renderedSchema } from '../../src/api/answer-schema.ts'
import { notesRequestSchema } from '../../src/api/notes-request.ts'
import type { RenderedNotes } from '../../src/core/answer.ts'
import type { Entry } from '../../src/core/entry.ts'
import { buildRepository, git, makeFolder } from '../support/build-repository.ts'
import { answerTo, expectProblem, localFolder, openService, token } from './service.ts'

const root = makeFolder()
const widget = buildRepository(
  [
    { commit: 'Release 1.0.0', files: ['package.json'] },
    { tag: 'v1.0.0' },
    'feat(api): add cursor pagination to /orders (#118)',
    'docs: explain retries (#120)',
    'fix: crash when the config file is empty (#121)',
    'feat!: drop Node 18 (#122)\n\nBREAKING CHANGE: Node 20 is the oldest supported version.',
    'feat: dark mode (#125)',
    'Revert "feat: dark mode (#125)" (#126)',
    { tag: 'v1.1.0' },
  ],
  { path: join(root, 'acme/widget') },
)
const { app, drain } = await openService([localFolder(root)])
afterAll(drain)

const range = { repo: 'acme/widget', from: 'v1.0.0', to: 'v1.1.0' }
const pagination = { ids: ['pr-118'], text: 'Page through `/orders` with a cursor' }
const crash = { ids: ['pr-121'], text: 'An empty config file no longer causes a crash' }
const node = { ids: ['pr-122'], text: 'Node 18 is dropped: Node 20 is the oldest supported version' }
const entries = [node, crash, pagination]

function render(body: object, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/v1/render',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ ...range, ...body }),
  })
}

async function rendered(body: object): Promise<RenderedNotes> {
  const answered = await render(body)
  expect(answered.json()).toMatchObject({ success: true })
  return renderedSchema.strict().parse(answered.json()) as RenderedNotes
}

async function faultsOf(body: object): Promise<string[]> {
  const { errors = [] } = expectProblem(await render(body), 422, 'notes_refused')
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
}

describe('notes that fit their range', () => {
  test('are laid out as a generated text is', async () => {
    const { changelog } = await rendered({ entries, part: 'section' })
    expect(changelog).toBe(`## [1.1.0] - 2026-01-07

### Added

- Page through \`/orders\` with a cursor (#118)

### Removed

- **Breaking:** Node 18 is dropped: Node 20 is the oldest supported version (#122)

### Fixed

- An empty config file no longer causes a crash (#121)
`)
  })

  test('keep their order, their writer and the outcome of every commit', async () => {
    const answer = await rendered({ entries, format: 'simple', writtenBy: 'agent' })
    const included = answer.entries.flatMap(({ commits }) => commits)
    expect(answer.entries.map(({ id, writtenBy }) => [id, writtenBy])).toEqual([
      ['pr-122', 'agent'],
      ['pr-121', 'agent'],
      ['pr-118', 'agent'],
    ])
    expect(answer.writer).toEqual({ engine: 'agent', model: null, usage: null, fallback: null })
    expect(included.length + answer.omitted.length).toBe(answer.commitCount)
  })

  test.each(['keepachangelog', 'hosting_release', 'github_release', 'simple'])(
    'come in the format %s, without a fault of the format',
    async (format) => {
      const answer = await rendered({ entries, format })
      expect(answer.warnings).toEqual([])
    },
  )

  test('may begin with a summary', async () => {
    const summary = 'Node 18 is dropped, and `/orders` has pagination.'
    expect((await rendered({ entries, summary })).changelog).toContain(`\n${summary}\n`)
  })

  test('may leave out what they give a reason for', async () => {
    const omit = [{ commits: [shaOf('v1.1.0~5')], reason: 'Behind a flag' }]
    const { omitted } = await rendered({ entries: [node, crash], omit })
    expect(omitted.find(({ subject }) => subject.includes('pagination'))).toMatchObject({
      reason: 'not-notable',
      detail: 'Omitted by the person who wrote the notes: Behind a flag',
    })
  })

  test('may include changes that the rules would exclude', async () => {
    const docs = {
      commits: [shaOf('v1.1.0~4').slice(0, 9)],
      category: 'Changed',
      text: 'Retries are explained',
    }
    const answer = await rendered({ entries: [...entries, docs] })
    expect(answer.changelog).toContain('### Changed\n\n- Retries are explained (#120)')
    expect(answer.omitted.map(({ reason }) => reason)).toEqual(['reverted', 'reverted'])
  })

  test('can be the entries of an earlier answer, with some of them edited', async () => {
    const before = await answerTo(app, range)
    const edited = before.entries.map(
      (entry): Entry => (entry.id === 'pr-121' ? { ...entry, ...crash } : entry),
    )
    const answer = await rendered({ range: before.range, entries: edited, summary: before.summary })
    expect(answer.entries.map(({ writtenBy }) => writtenBy).sort()).toEqual(['person', 'rules', 'rules'])
    expect(answer.changelog).toContain(crash.text)
  })

  test('of an empty range are empty', async () => {
    const { changelog } = await rendered({ from: 'v1.1.0', entries: [], format: 'simple' })
    expect(changelog).toBe('No changes.\n')
  })
})

describe("a person's Markdown", () => {
  const written = [
    node,
    crash,
    {
      ids: ['pr-118'],
      text: '**Page** through [`/orders`](https://example.com/orders), thanks @ada, see #7',
    },
    { ids: [], commits: [], category: 'Security', text: 'Rotate the _old_ keys', breaking: true },
  ]
  const blocks = {
    introduction: '# Widget 1.1\n\n- fast\n- small\n\n![A chart](https://example.com/a.png)',
    highlights: 'Read **this** first.',
    upgradeNotes: '1. Stop it\n\n```sh\nwidget <stop>',
    footer: '- Thanks to all',
  }

  test('is printed as it was typed, in every format', async () => {
    const {
      changelog,
      entries: made,
      commitCount,
      omitted,
    } = await rendered({
      entries: written,
      part: 'section',
      ...blocks,
    })
    expect(changelog).toBe(`## [1.1.0] - 2026-01-07

#### Widget 1.1

- fast
- small

![A chart](https://example.com/a.png)

### Highlights

Read **this** first.

### Upgrade notes

1. Stop it

\`\`\`sh
widget <stop>
\`\`\`

### Added

- **Page** through [\`/orders\`](https://example.com/orders), thanks @ada, see #7 (#118)

### Removed

- **Breaking:** Node 18 is dropped: Node 20 is the oldest supported version (#122)

### Fixed

- An empty config file no longer causes a crash (#121)

### Security

- **Breaking:** Rotate the _old_ keys

---

- Thanks to all
`)
    const free = made.find(({ commits }) => commits.length === 0)
    expect(free).toMatchObject({ id: 'added-4', writtenBy: 'person', pullRequests: [] })
    // Free entries are no commits.
    expect(made.flatMap(({ commits }) => commits).length + omitted.length).toBe(commitCount)
    for (const format of ['github_release', 'simple']) {
      const other = await rendered({ entries: written, format, ...blocks })
      for (const text of ['[`/orders`](https://example.com/orders), thanks @ada, see #7', '![A chart]'])
        expect(other.changelog).toContain(text)
      expect(other.changelog).toMatch(/Rotate the _old_ keys$/m)
      expect(other.warnings).toEqual([])
    }
  })

  test('can be sent as a list of blocks, and only by a person', async () => {
    const listed = [{ place: 'upgrade', markdown: 'Stop *it*.' }]
    const { changelog, blocks: printed } = await rendered({ entries, blocks: listed })
    expect(changelog).toContain('### Upgrade notes\n\nStop *it*.\n')
    expect(printed).toEqual({ upgradeNotes: 'Stop *it*.' })
    const refused = await render({ entries, ...blocks, writtenBy: 'agent' })
    const { errors = [] } = expectProblem(refused, 400, 'invalid_request')
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '#/introduction',
      '#/highlights',
      '#/upgradeNotes',
      '#/footer',
    ])
  })

  test('is neutralised where a host would act on it, and the answer says so', async () => {
    const text = 'Page <b>through</b> [orders](javascript:alert(1)), thanks @ada'
    const { changelog, advice } = await rendered({
      entries: [node, crash, { ids: ['pr-118'], text }],
      footer: '<script>x</script>\n\n![](https://example.com/a.png)',
    })
    expect(changelog).toContain(
      '- Page \\<b>through\\</b> \\[orders](javascript:alert(1)), thanks @ada (#118)',
    )
    expect(changelog).toContain('\\<script>x\\</script>')
    expect(advice.map(({ pointer, code, text: words }) => [pointer, code, words])).toEqual(
      expect.arrayContaining([
        ['#/entries/2/text', 'html', '<b>'],
        ['#/entries/2/text', 'link', '[orders](javascript:alert(1))'],
        ['#/entries/2/text', 'mention', '@ada'],
        ['#/footer', 'html', '<script>x</script>'],
        ['#/footer', 'image-alt', 'https://example.com/a.png'],
      ]),
    )
  })
})

describe('invalid notes are rejected with every fault', () => {
  test('unknown commits, untold changes, claims and unsafe text at once', async () => {
    const faults = await faultsOf({
      writtenBy: 'agent',
      entries: [
        { ids: ['pr-999'], text: 'Something else' },
        { commits: ['deadbeef'], text: 'Another' },
        { ids: ['pr-118'], text: 'Orders are 40 % faster with Redis, see https://evil.example' },
      ],
    })
    expect(faults).toEqual([
      '#/entries/0 there is no change `pr-999` in the range; use an id from the list of changes',
      '#/entries/1 the commit `deadbeef` is not one of the 6 commits of the range; cite one of them, or extend the range',
      '#/entries/2/text contains a link; remove it',
      '#/entries/2/text contains the address `evil.example`; remove it',
      expect.stringMatching(/^#\/entries\/2\/text says `Redis`, which is not in the evidence; remove it/),
      expect.stringMatching(/^#\/entries\/2\/text says `https:\/\/evil.example`/),
      expect.stringMatching(/^#\/entries\/2\/text says `40 %`/),
      expect.stringMatching(/^#\/entries\/2\/text says `faster`, which the evidence does not support/),
      expect.stringMatching(/^#\/entries no entry cites the change `pr-121`/),
      expect.stringMatching(/^#\/entries no entry cites the change `pr-122`/),
    ])
  })

  test('of a person nothing that the commits do not say, which is advice', async () => {
    const text = 'Page through `/orders` 40 % faster with Redis'
    const { advice, entries: made } = await rendered({ entries: [node, crash, { ids: ['pr-118'], text }] })
    expect(made.map((entry) => entry.text)).toContain(text)
    expect(advice.map(({ pointer, detail }) => `${pointer} ${detail}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^#\/entries\/2\/text says `Redis`, which is not in the evidence/),
        expect.stringMatching(/^#\/entries\/2\/text says `40 %`/),
      ]),
    )
  })

  test('of an agent what is not supported, and suspicions are advice', async () => {
    const suspicious = { ...pagination, text: `${pagination.text} because long lists exhausted the browser` }
    const { advice } = await rendered({ writtenBy: 'agent', entries: [node, crash, suspicious] })
    expect(advice.map(({ pointer }) => pointer)).toContain('#/entries/2/text')
  })

  test('the detail reports the number of faults, the first fault and how to fix it', async () => {
    const { detail } = expectProblem(await render({ entries: [crash, pagination] }), 422, 'notes_refused')
    expect(detail).toMatch(
      /^The notes have 1 error, so nothing was rendered\. At entries: no entry cites the change `pr-122` .+ Fix all listed errors and send the notes again\. The range is v1\.0\.0\.\.v1\.1\.0\.$/,
    )
  })

  test('a reverted commit cannot be included', async () => {
    const dark = { commits: [shaOf('v1.1.0~1')], text: 'Dark mode' }
    expect(await faultsOf({ entries: [...entries, dark] })).toEqual([
      expect.stringMatching(/^#\/entries\/3 the commit `\w{12}` cannot be included \(reverted: /),
    ])
  })

  test.each(['agent', 'person'])('a breaking change that a %s excludes is a warning', async (writtenBy) => {
    const omit = [{ ids: ['pr-122'], reason: 'Dull' }]
    const { warnings } = await rendered({ entries: [crash, pagination], omit, writtenBy })
    expect(warnings.map(({ code }) => code)).toEqual(['must-tell-left-out'])
  })

  test('notes on a range that has moved since', async () => {
    const seen = { fromRef: 'v1.0.0', toRef: 'v1.1.0', toSha: shaOf('v1.1.0~1') }
    expect(await faultsOf({ range: seen, entries })).toEqual([
      expect.stringMatching(
        /^#\/range\/toSha the range has moved since these notes were written: it is [0-9a-f]{40} now/,
      ),
    ])
  })
})

describe('POST /api/v1/render', () => {
  test('wants a token', async () => {
    expectProblem(await render({ entries }, { authorization: '' }), 401, 'token_missing')
  })

  test('lists the faults of a request that does not fit the schema', async () => {
    const { errors } = expectProblem(await render({ entries: [{ ids: 'pr-1' }] }), 400, 'invalid_request')
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['#/entries/0/ids', '#/entries/0/text'])
  })

  test('warns about unknown fields', async () => {
    const { warnings } = await rendered({ entries, ommit: [] })
    expect(warnings[0]?.detail).toBe('The unknown field "ommit" was ignored. Did you mean "omit"?')
  })

  test('takes a body of up to a mebibyte, and no more', async () => {
    const { detail } = expectProblem(await render({ pad: 'x'.repeat(1024 * 1024) }), 413, 'body_too_large')
    expect(detail).toBe('The body is larger than 1,048,576 bytes. Write the notes of a smaller range.')
  })

  test('is in the OpenAPI document with the schema that validates it', async () => {
    const { paths } = (await app.inject('/api/v1/openapi.json')).json()
    const { schema } = paths['/api/v1/render'].post.requestBody.content['application/json']
    expect(Object.keys(schema.properties)).toEqual(Object.keys(notesRequestSchema.shape))
  })
})

function shaOf(ref: string): string {
  return git(widget, ['rev-parse', ref]).trim()
}
