import { expect, test } from 'vitest'
import { addStep, redo, startHistory, undo } from './edit-history.ts'

/** Returns a history with a number of steps; each state is a number. */
const historyOf = (steps: number) =>
  Array.from({ length: steps }, (_, index) => index + 1).reduce(
    (history, step) => addStep(history, step),
    startHistory(0),
  )

test('only the newest steps can be undone', () => {
  let history = historyOf(300)
  for (let back = 0; back < 200; back += 1) history = undo(history)
  expect(history.present).toBe(100)
  expect(undo(history)).toEqual(history)
  expect(redo(history).present).toBe(101)
})

test('a step after an undo removes the steps to redo', () => {
  const history = addStep(undo(historyOf(3)), 9)
  expect([history.past, history.present, history.future]).toEqual([[0, 1, 2], 9, []])
})

test('the same state adds no step', () => {
  const history = historyOf(1)
  expect(addStep(history, 1)).toBe(history)
})
