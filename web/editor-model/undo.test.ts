import { expect, test } from 'vitest'
import { advance, begin, redo, undo } from './undo.ts'

/** A line of so many steps, each a number. */
const walked = (steps: number) =>
  Array.from({ length: steps }, (_, index) => index + 1).reduce((line, step) => advance(line, step), begin(0))

test('of very many steps the newest can be gone back over', () => {
  let line = walked(300)
  for (let back = 0; back < 200; back += 1) line = undo(line)
  expect(line.present).toBe(100)
  expect(undo(line)).toEqual(line)
  expect(redo(line).present).toBe(101)
})

test('a step after going back forgets what was taken back', () => {
  const line = advance(undo(walked(3)), 9)
  expect([line.past, line.present, line.future]).toEqual([[0, 1, 2], 9, []])
})

test('the same state is no step', () => {
  const line = walked(1)
  expect(advance(line, 1)).toBe(line)
})
