import { afterEach, describe, expect, test } from 'vitest'
import type { Check } from '../../src/core/request.ts'
import { answerTo, ask } from '../http/service.ts'
import { failing, writing } from '../stand-ins/gateway/behaviours.ts'
import type { Behaviour } from '../stand-ins/gateway/gateway.ts'
import {
  body,
  changesIn,
  correctEntry,
  type EvidenceChange,
  history,
  type ServedModel,
  serveModel,
  withKey,
} from './model-service.ts'

let served: ServedModel
afterEach(() => served.close())

interface Claim {
  id: string
  ids: string[]
  text: string
}

interface Question {
  claims: Claim[]
  changes: EvidenceChange[]
}

function questionIn(message: string): Question | null {
  const json = /^CLAIMS\n(.*)$/m.exec(message)?.[1]
  return json === undefined ? null : { claims: JSON.parse(json) as Claim[], changes: changesIn(message) }
}

/** A verdict with the title of the first change as its quote. */
function supported({ id, ids }: Claim, { changes }: Question) {
  const title = changes.find((change) => change.id === ids[0])!.title
  return { id, supported: true, quotes: [title], unsupported: '' }
}

/** A model that writes `text` about the empty config file, and answers the second question. */
function model(
  text: string | ((attempt: number) => string),
  verdict: (claim: Claim, question: Question) => object | null,
): Behaviour {
  let attempt = 0
  return writing((message) => {
    const question = questionIn(message)
    if (question)
      return { verdicts: question.claims.map((claim) => verdict(claim, question)).filter((each) => each) }
    attempt += 1
    return {
      entries: changesIn(message).map((change) =>
        change.title.includes('config')
          ? { ...correctEntry(change), text: typeof text === 'string' ? text : text(attempt) }
          : correctEntry(change),
      ),
    }
  })
}

const serve = async (behaviour: Behaviour, check: Check = 'full') => {
  served = await serveModel(history, behaviour, { check })
}
const answer = (more: object = {}) => answerTo(served.app, { ...body, ...more }, withKey)
const questions = () =>
  served.modelRequests().flatMap(({ body: sent }) => questionIn(sent!.messages.at(-1)!.content) ?? [])

const invented = 'Crash when the config file is empty because of missing permissions'
const isInvented = ({ text }: Claim) => text.includes('permissions')
const honest = (claim: Claim, question: Question) =>
  isInvented(claim)
    ? { id: claim.id, supported: false, quotes: [], unsupported: 'because of missing permissions' }
    : supported(claim, question)

describe('with `full`', () => {
  test('one question for the batch has the statements and the evidence', async () => {
    await serve(model('Fix a crash when the config file is empty', supported))
    const made = await answer()
    expect(made.writer.fallback).toBeNull()
    expect(made.entries.every(({ writtenBy }) => writtenBy === 'model')).toBe(true)
    expect(served.modelRequests()).toHaveLength(2)
    const { body: sent } = served.modelRequests()[1]!
    expect(sent).toMatchObject({
      temperature: 0,
      response_format: { json_schema: { name: 'claims_check', strict: true } },
    })
    expect(sent!.messages.at(-1)!.content).toMatch(
      /^SETTINGS\n\{.*\}\n\nEVIDENCE\n\{"changes":\[.*\]\}\n\nCLAIMS\n\[\{"id":"1","ids":\["c\d"\],"text":/,
    )
    expect(questions()[0]!.claims).toHaveLength(7)
    expect(sent!.messages.at(-1)!.content).not.toContain('"rules"')
  })

  test('the exact words go back to the model, and the repaired entry is checked again', async () => {
    await serve(
      model((attempt) => (attempt === 1 ? invented : 'Fix a crash with an empty config file'), honest),
    )
    const made = await answer()
    expect(made.entries.find(({ text }) => text.includes('config'))).toMatchObject({
      text: 'Fix a crash with an empty config file',
      writtenBy: 'model',
    })
    const [, , repair] = served.modelRequests()
    expect(repair!.body!.messages.at(-1)!.content).toContain('because of missing permissions\\"')
    expect(questions().map(({ claims }) => claims.length)).toEqual([7, 1])
  })

  test('an entry that fails twice gets the text of the rules, and the answer says why', async () => {
    await serve(model(invented, honest))
    const made = await answer()
    expect(made.entries.find(({ text }) => text.includes('config'))).toMatchObject({
      text: 'Fix crash when the config file is empty',
      writtenBy: 'rules',
    })
    expect(made.writer.fallback).toEqual({
      reason: 'entries_refused',
      entries: 1,
      changes: [
        {
          ...{ id: 'pr-121', reason: 'unsupported', words: ['because of missing permissions'] },
          text: expect.stringContaining('because of missing permissions'),
        },
      ],
    })
    // The same text is not asked about twice.
    expect(questions()).toHaveLength(1)
    expect(await served.metrics.print()).toContain(
      'notewright_rejected_entries_total{reason="unsupported"} 1',
    )
  })

  test('the stream says which entry was replaced, and why', async () => {
    await serve(model(invented, honest))
    const { body: text } = await ask(served.app, body, { ...withKey, accept: 'text/event-stream' })
    expect(text).toContain(
      '"fallback":{"id":"pr-121","reason":"unsupported","words":["because of missing permissions"],"text":"',
    )
  })

  test.each([
    ['no quote', []],
    ['a quote that is not in the evidence', ['missing permissions on the file']],
    ['a quote of another change', ['Tabs keep their order']],
    ['an empty quote', ['']],
    ['a quote of one letter', ['a']],
  ])('a yes with %s does not help a suspicious statement', async (_name, quotes) => {
    await serve(
      model(invented, (claim, question) =>
        isInvented(claim)
          ? { id: claim.id, supported: true, quotes, unsupported: '' }
          : supported(claim, question),
      ),
    )
    const made = await answer()
    expect(made.writer.fallback).toMatchObject({ entries: 1, changes: [{ reason: 'unsupported' }] })
  })

  test('a quote may differ in case and spaces', async () => {
    await serve(
      model('Avoid a crash with an empty config file', ({ id }) => ({
        id,
        supported: true,
        quotes: ['CRASH  when the\nconfig'],
        unsupported: '',
      })),
    )
    expect((await answer()).entries.find(({ text }) => text.startsWith('Avoid'))?.writtenBy).toBe('model')
  })

  test('without a verdict the rules decide', async () => {
    await serve(model(invented, () => null))
    const made = await answer()
    expect(made.writer.fallback).toMatchObject({ entries: 1, changes: [{ id: 'pr-121' }] })
    expect(made.entries.filter(({ writtenBy }) => writtenBy === 'model')).toHaveLength(6)
  })

  test('a copy of the title needs no question', async () => {
    await serve(
      writing((message) => ({
        entries: changesIn(message).map((change) => ({ ...correctEntry(change), text: change.rules })),
      })),
    )
    expect((await answer()).writer.fallback).toBeNull()
    expect(questions()).toEqual([])
  })

  test('a summary is checked against the entries', async () => {
    const summary = 'Node 18 is gone, and orders come in pages that load in the background.'
    await serve(
      writing((message) => {
        const question = questionIn(message)
        if (question)
          return {
            verdicts: question.claims.map((claim) =>
              claim.text === summary
                ? { id: claim.id, supported: false, quotes: [], unsupported: 'load in the background' }
                : supported(claim, question),
            ),
          }
        return message.includes('\nENTRIES\n')
          ? { summary }
          : { entries: changesIn(message).map(correctEntry) }
      }),
    )
    const made = await answer({ summary: true })
    expect(made.summary).toBeNull()
    expect(made.warnings.map(({ code }) => code)).toEqual(['summary-missing'])
  })
})

describe('a checker that fails', () => {
  const failingCheck = (text: string): Behaviour => {
    const writer = model(text, () => null)
    return (request, call) =>
      questionIn(request.messages.at(-1)!.content) ? failing(500)(request, call) : writer(request, call)
  }

  test('leaves the decision to the rules, with a warning', async () => {
    await serve(failingCheck('Fix a crash when the config file is empty'))
    const made = await answer({ writer: 'model' })
    expect(made.entries.every(({ writtenBy }) => writtenBy === 'model')).toBe(true)
    expect(made.warnings.map(({ code }) => code)).toEqual(['check-failed'])
  })

  test('does not let a strong suspicion pass', async () => {
    await serve(failingCheck(invented))
    const made = await answer()
    expect(made.entries.find(({ text }) => text.includes('config'))).toMatchObject({ writtenBy: 'rules' })
  })
})

describe('with `suspected`', () => {
  test('only suspicious, breaking and security entries are asked about', async () => {
    await serve(model(invented, honest), 'suspected')
    await answer()
    const asked = questions()[0]!.claims.map(({ text }) => text)
    expect(asked.some((text) => text.includes('permissions'))).toBe(true)
    expect(asked.some((text) => text.includes('Node 18'))).toBe(true)
    expect(asked.some((text) => text.includes('refresh tokens'))).toBe(true)
    expect(asked.some((text) => text.includes('pagination'))).toBe(false)
  })
})

describe('with `words`', () => {
  test('nothing is asked, and strong suspicions reject a text', async () => {
    await serve(model(invented, honest), 'full')
    const made = await answer({ check: 'words' })
    expect(questions()).toEqual([])
    expect(made.writer.fallback).toMatchObject({ entries: 1, changes: [{ id: 'pr-121' }] })
  })
})

describe('what a quote allows', () => {
  const decide = (part: string, more: object) =>
    writing((message) => ({
      entries: changesIn(message).map((change) => ({
        ...correctEntry(change),
        ...(change.title.includes(part) ? more : {}),
      })),
    }))
  const entry = async (part: string) => (await answer()).entries.find(({ text }) => text.includes(part))!

  test('a change is marked as breaking with words of the evidence', async () => {
    served = await serveModel(
      ['feat: new token format (#1)\n\nOld tokens are no longer accepted.'],
      decide('token', { breaking: true, quote: 'no longer accepted' }),
    )
    expect(await entry('token')).toMatchObject({
      breaking: true,
      evidence: expect.arrayContaining([expect.objectContaining({ kind: 'breaking' })]),
    })
  })

  test.each([
    ['without a quote', ''],
    ['with an invented quote', 'everything breaks'],
    ['with a quote that says nothing of it', 'new token format'],
  ])('but not %s', async (_name, quote) => {
    served = await serveModel(['feat: new token format (#1)'], decide('token', { breaking: true, quote }))
    expect(await entry('token')).toMatchObject({ breaking: false, writtenBy: 'model' })
  })

  test.each([
    ['Deprecated', 'Tokens of the old format are deprecated', 'Deprecated'],
    ['Deprecated', 'tokens are great', 'Fixed'],
    ['Security', 'Tokens of the old format are deprecated', 'Fixed'],
  ])('into %s with %j it becomes %s', async (category, quote, expected) => {
    served = await serveModel(
      ['Tokens get a new format (#1)\n\nTokens of the old format are deprecated; they still work.'],
      decide('okens', { category, quote }),
    )
    expect(await entry('okens')).toMatchObject({ category: expected, writtenBy: 'model' })
  })
})

describe('an entry is never blank', () => {
  const steps = [
    'feat!: drop the old lists (#1)',
    'fix: reject long names (#2)\n\nThis closes CVE-2026-31337.',
    'Deprecate --legacy-output (#3)',
    'feat: add tabs (#4)',
    'feat: add panes (#5)',
  ]
  test.each(['.', '-', 'x', 'Bug fix', 'Various improvements', 'Small cleanup'])('%j', async (text) => {
    served = await serveModel(
      steps,
      writing((message) => ({
        entries: changesIn(message).map((change) => ({ ...correctEntry(change), text })),
      })),
    )
    const { entries } = await answer()
    expect(entries.map(({ writtenBy }) => writtenBy)).toEqual(Array(5).fill('rules'))
  })

  test('the id of an advisory stays in the text', async () => {
    served = await serveModel(
      steps,
      writing((message) => ({
        entries: changesIn(message).map((change) => ({
          ...correctEntry(change),
          ...(change.title.includes('names') ? { text: 'Reject long names' } : {}),
        })),
      })),
    )
    const { entries } = await answer()
    expect(entries.find(({ text }) => text.includes('long names'))).toMatchObject({
      text: 'CVE-2026-31337: reject long names',
      writtenBy: 'model',
    })
  })

  test('two changes do not get the same text', async () => {
    served = await serveModel(
      ['feat: add tabs to windows (#4)', 'feat: add panes to windows (#5)'],
      writing((message) => ({
        entries: changesIn(message).map((change) => ({
          ...correctEntry(change),
          text: 'Windows can do more',
        })),
      })),
    )
    const { entries } = await answer()
    expect(new Set(entries.map(({ text }) => text)).size).toBe(2)
  })

  test('a commit prefix is removed without a second request', async () => {
    served = await serveModel(
      ['feat(ui): tabs move (#1)'],
      writing((message) => ({
        entries: changesIn(message).map((change) => ({
          ...correctEntry(change),
          text: 'feat(ui): tabs move',
        })),
      })),
    )
    expect((await answer()).entries[0]).toMatchObject({ text: 'Tabs move', writtenBy: 'model' })
    expect(served.modelRequests()).toHaveLength(1)
  })
})
