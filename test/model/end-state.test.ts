import { afterEach, describe, expect, test } from 'vitest'
import { answerTo } from '../http/service.ts'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import type { Step } from '../support/build-repository.ts'
import { body, changesIn, correctEntry, type ServedModel, serveModel, withKey } from './model-service.ts'

let served: ServedModel
afterEach(() => served.close())

const metrics = (name: string) => ({ 'src/metrics.py': `requests = Counter("${name}", "Requests")\n` })

/** A pull request whose body still has the name from before the review. */
const squashed: Step = {
  commit:
    'feat: add a metric of all requests (#7)\n\nIt is exported as app_requests_seen and read by the dashboards of the team.',
  files: [],
  texts: metrics('app_requests_total'),
}

/** Serves a model that writes these texts about the metric, one after the other. */
async function serve(texts: string[], steps: Step[] = [squashed]): Promise<void> {
  let attempt = -1
  served = await serveModel(
    steps,
    writing((message) => {
      attempt += 1
      const text = texts[Math.min(attempt, texts.length - 1)]!
      return {
        entries: changesIn(message).map((change) =>
          /metric|widget/.test(change.title) ? { ...correctEntry(change), text } : correctEntry(change),
        ),
      }
    }),
  )
}

const generate = async () => answerTo(served.app, body, withKey)

describe('a name in code', () => {
  test('that only a message has is not published', async () => {
    await serve(['Add the metric `app_requests_seen` of all requests'])
    const { entries, writer } = await generate()
    expect(entries[0]).toMatchObject({ text: expect.not.stringContaining('seen'), writtenBy: 'rules' })
    expect(writer.fallback?.changes).toEqual([
      {
        ...{ id: 'pr-7', reason: 'unsupported', words: ['app_requests_seen'] },
        text: 'Add the metric `app_requests_seen` of all requests',
      },
    ])
    expect(served.modelRequests()[1]!.body!.messages.at(-1)!.content).toContain(
      'says `app_requests_seen`, which no file at the end or at the start of the range contains',
    )
  })

  test('is repaired when the model uses the name at the end', async () => {
    await serve([
      'Add the metric `app_requests_seen` of all requests',
      'Add the metric `app_requests_total` of all requests',
    ])
    expect((await generate()).entries[0]).toMatchObject({
      text: 'Add the metric `app_requests_total` of all requests',
      writtenBy: 'model',
    })
  })

  test('that the range removes is stated', async () => {
    await serve(
      ['The widget no longer reads `legacy_style_sheet`'],
      [
        { commit: 'chore: prepare', files: [], texts: { 'src/a.py': 'legacy_style_sheet = 1\n' } },
        { tag: 'before' },
        {
          commit: 'fix: make the widget faster to read (#8)\n\nIt no longer reads legacy_style_sheet.',
          files: [],
          texts: { 'src/a.py': 'x = 1\n' },
        },
      ],
    )
    const { entries } = await answerTo(served.app, { ...body, fromRef: 'before' }, withKey)
    expect(entries[0]).toMatchObject({ text: expect.stringContaining('legacy'), writtenBy: 'model' })
  })

  test('may correct a typo of the message', async () => {
    const typo: Step = {
      commit: 'feat: add a metric of all requests (#7)\n\nIt is exported as app_reqests_total.',
      files: [],
      texts: metrics('app_requests_total'),
    }
    await serve(['Add the metric `app_requests_total` of all requests'], [typo])
    expect((await generate()).entries[0]).toMatchObject({ writtenBy: 'model' })
  })

  test('that a later change renames has its new name in the text of the rules', async () => {
    served = await serveModel(
      [
        'feat: add the metric app_requests_seen (#7)',
        'refactor!: rename app_requests_seen to app_hits_total (#8)',
      ],
      writing(() => ({ entries: [] })),
    )
    const { entries } = await answerTo(served.app, body, {})
    expect(entries.map(({ text }) => text)).toContain('Add the metric `app_hits_total`')
  })
})
