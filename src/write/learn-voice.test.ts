import { expect, test } from 'vitest'
import { learnVoice } from './learn-voice.ts'

function changelog(count: number, entry: (at: number) => string): string {
  return `# Changelog\n\n## 1.0.0\n\n${Array.from({ length: count }, (_, at) => `- ${entry(at)}`).join('\n')}\n`
}

test.each([
  ['Added retries to part', false, { tense: 'past', fullStop: false }],
  ['Add retries to part', true, { tense: 'plain', fullStop: true }],
  ['Adds retries to part', true, { tense: 'present', fullStop: true }],
] as const)('entries such as %j, with a full stop: %j', (entry, stop, voice) => {
  const text = changelog(20, (at) => `${entry} ${at}${stop ? '.' : ''} ([#${at}](https://example.org/${at}))`)
  expect(learnVoice(text)).toEqual(voice)
})

test('two ways of beginning are no habit', () => {
  expect(
    learnVoice(changelog(20, (at) => `${at % 2 ? 'Add' : 'Added'} retries to part ${at}`)).tense,
  ).toBeNull()
})

test('few entries are no habit', () => {
  expect(learnVoice(changelog(5, (at) => `Added retries to part ${at}`))).toEqual({
    tense: null,
    fullStop: null,
  })
  expect(learnVoice('')).toEqual({ tense: null, fullStop: null })
})
