import { expect, test } from 'vitest'
import { advise } from './advise.ts'
import { checkSummary, checkWording } from './check-wording.ts'

test.each([
  ['says `Redis; really`, which is nowhere in the evidence', 'leave it out, or cite the change that says so'],
  [
    'says `faster`, and the evidence says nothing of the kind',
    'leave it out, or cite the change that says so',
  ],
  ['is 300 characters, the most is 220', 'shorten it'],
  ['is empty', 'write a sentence, or leave the change out with a reason'],
  ['holds a link', 'take it out'],
  ['holds a secret', 'take it out, and have it changed wherever it is in use'],
])('%s: %s', (fault, whatToDo) => {
  expect(advise(fault)).toBe(`${fault}; ${whatToDo}`)
})

test.each([
  'holds HTML; put code in backticks',
  'it has no word in common with its change: call things what the evidence calls them',
])('"%s" says itself what to do', (fault) => {
  expect(advise(fault)).toBe(fault)
})

test('every fault that is found in a wording comes with what to do', () => {
  const evidence = { texts: ['fix: crash on empty input'], instructions: [], language: 'en' }
  const texts = [
    '',
    'x '.repeat(200),
    '# <b>Big</b> [link](https://a.example) @ada fixes #12 | *bold* `code',
    'Crash in 17 cases with Redis, 40 % faster',
    'Der Fehler ist nicht mit der Eingabe',
    'аdmin crash',
  ]
  const faults = texts.flatMap((text) => [...checkWording(text, evidence), ...checkSummary(text, evidence)])
  expect(faults.length).toBeGreaterThan(15)
  for (const fault of faults) expect(advise(fault)).toMatch(/[;:] [a-z]/)
})
