import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitSubject } from './split-subject.ts'

test('a subject that a host cut with an ellipsis continues in the body', () => {
  expect(splitSubject('Add retries to all of the cli…\n\n…ents (#12)\n\nWhy.')).toEqual({
    subject: 'Add retries to all of the clients (#12)',
    body: 'Why.',
  })
})

test.each([
  [
    'by one line, anywhere',
    'Add retries to all\nof the clients\n\nWhy.',
    'Add retries to all of the clients',
    'Why.',
  ],
  [
    'by several lines, where the next word had no room',
    'Add an option which when enabled (the default is off) asks the terminal\nfor what it holds, and hands it to\nthe caller\n\nWhy.',
    'Add an option which when enabled (the default is off) asks the terminal for what it holds, and hands it to the caller',
    'Why.',
  ],
  [
    'up to the end of its sentence',
    'Number the lines in the list of results, if the option asks for that and\nthe list is long. A second option says how\nthey look.',
    'Number the lines in the list of results, if the option asks for that and the list is long.',
    'A second option says how they look.',
  ],
  [
    'and its sentence may end on the first line',
    'Number the lines in the list of results. A new option, which has to be\nset, says how.',
    'Number the lines in the list of results.',
    'A new option, which has to be set, says how.',
  ],
  [
    'in the middle of a name',
    'Join characters in whatever order they arrive, as was reported by Grace\nHopper in issue 12.',
    'Join characters in whatever order they arrive, as was reported by Grace Hopper in issue 12.',
    '',
  ],
  [
    'before a number or a flag',
    'Let the pane that has the keyboard be dragged again, as asked in issue\n4743 by Ada.\n- a list',
    'Let the pane that has the keyboard be dragged again, as asked in issue 4743 by Ada.',
    '- a list',
  ],
  [
    'and what an abbreviation ends is not its sentence',
    'Limit the precision of numbers in formats to one hundred places, e.g. for\nA. Turing',
    'Limit the precision of numbers in formats to one hundred places, e.g. for A. Turing',
    '',
  ],
])('a wrapped subject is joined, %s', (_, text, subject, body) => {
  expect(splitSubject(text)).toEqual({ subject, body })
})

test.each([
  ['Add retries', 'Why it was done'],
  ['Add retries', 'for this and that\nand more'],
  ['Add retries:', 'all of the clients'],
  ['Stop the crash that came when a file with a long name was opened twice', 'The handle was null.'],
  ['Stop the crash that came when a file with a long name was opened by the', '- window\n- panel'],
  ['Stop the crash that came when a file with a long name was opened by the', '  window'],
  [
    'Stop the crash that came when a file with a long name was opened by the',
    'Signed-off-by: Ada <ada@example.org>',
  ],
])('a subject ends where the body begins without a blank line: %j', (subject, body) => {
  expect(splitSubject(`${subject}\n${body}`)).toEqual({ subject, body: body.trim() })
})

test.each([
  [61, 'is read on'],
  [60, 'is whole'],
])('a line of %i characters before a word of five %s', (length, what) => {
  const first = `Add ${'y'.repeat(length - 7)} to`
  const read = what === 'is whole' ? first : `${first} small things and more`
  expect(splitSubject(`${first}\nsmall things\nand more`).subject).toBe(read)
})

test('no word of a message is lost or repeated', () => {
  const line = fc.array(
    fc.constantFrom('add', 'The', 'of', 'clients.', '-x', '#1', 'e.g.', 'by', 'Grace', '-'),
    {
      maxLength: 16,
    },
  )
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const text = lines.map((each) => each.join(' ')).join('\n')
      const { subject, body } = splitSubject(text)
      expect([...words(subject), ...words(body)]).toEqual(words(text))
      expect(subject).not.toContain('\n')
    }),
  )
})
