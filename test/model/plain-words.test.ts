import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../src/core/answer.ts'
import { answerTo } from '../http/service.ts'
import { silent, writing } from '../stand-ins/gateway/behaviours.ts'
import type { Step } from '../support/build-repository.ts'
import { type PlainWordAttack, plainWordAttacks } from '../support/plain-word-attacks.ts'
import { body, changesIn, type ServedModel, serveModel, withKey } from './model-service.ts'

test('there are at least sixty attacks, of every kind in every language', () => {
  expect(plainWordAttacks.length).toBeGreaterThanOrEqual(60)
  for (const language of ['en', 'de', 'ja']) {
    const kinds = new Set(
      plainWordAttacks.filter((each) => each.language === language).map(({ kind }) => kind),
    )
    expect(kinds.size).toBeGreaterThanOrEqual(11)
  }
})

const languages = ['en', 'de', 'ja'] as const
const attacksIn = (language: string) => plainWordAttacks.filter((each) => each.language === language)
let served: ServedModel

beforeAll(async () => {
  const branches = languages.flatMap((language): Step[] => [
    { branch: language, from: 'main' },
    ...attacksIn(language).map(({ title, body: text }, index) => `${title} (#${index + 1})\n\n${text ?? ''}`),
  ])
  served = await serveModel([...branches, { switch: 'main' }], silent)
})
afterAll(() => served.close())

/** A model that writes the invented texts, and answers the second question with `verdict`. */
async function answerOf(
  language: (typeof languages)[number],
  check: 'full' | 'words',
  verdict: (claim: { id: string; text: string }, quote: string) => object | null,
): Promise<Answer> {
  const attacks = attacksIn(language)
  served.gateway.become(
    writing((message) => {
      const claims = /^CLAIMS\n(.*)$/m.exec(message)?.[1]
      const changes = changesIn(message)
      if (claims !== undefined) {
        const asked = JSON.parse(claims) as { id: string; ids: string[]; text: string }[]
        const titleOf = (id: string) => changes.find((change) => change.id === id)!.title
        return { verdicts: asked.map((claim) => verdict(claim, titleOf(claim.ids[0]!))).filter(Boolean) }
      }
      return {
        entries: changes.map(({ id, title, category }) => ({
          ids: [id],
          category,
          text: attacks.find((attack) => attack.title.endsWith(title))!.text,
          notable: true,
          breaking: false,
          quote: '',
        })),
      }
    }),
  )
  // Texts that repeat a title are found by the title of their own commit.
  return answerTo(served.app, { ...body, toRef: language, language, check, audience: 'developers' }, withKey)
}

function published({ entries }: Answer, attacks: PlainWordAttack[]): string[] {
  const texts = new Set(entries.filter(({ writtenBy }) => writtenBy === 'model').map(({ text }) => text))
  return attacks.filter(({ text }) => texts.has(text)).map(({ text }) => text)
}

describe.each(languages)('%s', (language) => {
  const attacks = attacksIn(language)

  test('a checker that recognises them stops all of them', async () => {
    const made = await answerOf(language, 'full', ({ id }) => ({
      id,
      supported: false,
      quotes: [],
      unsupported: 'it',
    }))
    expect(published(made, attacks)).toEqual([])
  })

  test('the rules stop those whose words are not in the commit', async () => {
    const made = await answerOf(language, 'words', () => null)
    expect(
      published(
        made,
        attacks.filter(({ needsChecker }) => !needsChecker),
      ),
    ).toEqual([])
  })
})

test('a checker without a valid quote cannot save a suspicious English text', async () => {
  const made = await answerOf('en', 'full', ({ id }) => ({
    id,
    supported: true,
    quotes: ['I say so'],
    unsupported: '',
  }))
  expect(published(made, attacksIn('en'))).toEqual([])
})

test.each([
  ['de', 'Namen werden mit `validateAll` geprüft'],
  ['ja', '名前を`validateAll`で検証します'],
] as const)('in %s the rules still check names', async (language, text) => {
  served.gateway.become(
    writing((message) => ({
      entries: changesIn(message).map(({ id, category }) => ({ ids: [id], category, text, notable: true })),
    })),
  )
  const made = await answerTo(served.app, { ...body, toRef: language, language, check: 'words' }, withKey)
  expect(made.entries.every(({ writtenBy }) => writtenBy === 'rules')).toBe(true)
})
