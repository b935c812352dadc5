import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EntryReader, type ModelEntry } from './entry-reader.ts'

const entry = (id: string, text = 'Words'): ModelEntry => ({
  ids: [id],
  category: 'Fixed',
  text,
  notable: true,
  breaking: false,
  quote: '',
})

function read(pieces: string[]): ModelEntry[] {
  const found: ModelEntry[] = []
  const reader = new EntryReader((each) => found.push(each))
  for (const piece of pieces) reader.push(piece)
  expect(reader.count).toBe(found.length)
  return found
}

test('an entry is passed on as soon as its closing brace arrives', () => {
  const found: ModelEntry[] = []
  const reader = new EntryReader((each) => found.push(each))
  const [first, second] = [entry('c1', 'A "quoted" \\ brace }'), entry('c2')]
  reader.push(`{"entries":[${JSON.stringify(first).slice(0, -1)}`)
  expect(found).toEqual([])
  reader.push('}')
  expect(found).toEqual([first])
  reader.push(`,${JSON.stringify(second)}]}`)
  expect(found).toEqual([first, second])
})

test('the same entries are found however the answer is split into pieces', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 })
  fc.assert(
    fc.property(texts, fc.array(fc.nat(300), { maxLength: 20 }), (words, cuts) => {
      const entries = words.map((text, index) => entry(`c${index}`, text))
      const answer = JSON.stringify({ entries })
      const places = [0, ...cuts.filter((cut) => cut < answer.length).sort((a, b) => a - b), answer.length]
      const pieces = places.slice(1).map((end, index) => answer.slice(places[index], end))
      expect(read(pieces)).toEqual(entries)
    }),
  )
})

test.each([
  ['a fence', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
  ['a greeting', (json: string) => `Sure, here "they" are [as asked]: ${json} Anything else?`],
  ['a list without its object', (json: string) => JSON.stringify(JSON.parse(json).entries)],
])('%s around the answer is skipped', (_what, wrap) => {
  expect(read([wrap(JSON.stringify({ entries: [entry('c1'), entry('c2')] }))])).toEqual([
    entry('c1'),
    entry('c2'),
  ])
})

test.each([
  ['prose', 'No entries today.'],
  ['cut JSON', '{"entries":[{"ids":["c1"],"text":"Half'],
  ['entries of another form', '{"entries":[{"text":1},{"ids":[3],"category":"Fixed","text":"x"},7]}'],
  ['no list', '{"ids":["c1"],"category":"Fixed","text":"x","notable":true}'],
  ['brackets without an end', '[[[[{{{{'],
])('nothing is found in %s', (_what, answer) => {
  expect(read([answer])).toEqual([])
})

test('an answer that is sent again is read from its beginning', () => {
  const found: ModelEntry[] = []
  const reader = new EntryReader((each) => found.push(each))
  reader.push('{"entries":[{"ids":["c1"],"te')
  reader.restart()
  reader.push(JSON.stringify({ entries: [entry('c1')] }))
  expect(found).toEqual([entry('c1')])
})
