import { expect, test } from 'vitest'
import { noProgress, type ProgressView, planLines, progressBar } from './progress-view.ts'

function open(openView: typeof progressBar): { written: string[]; view: ProgressView } {
  const written: string[] = []
  return { written, view: openView((text) => written.push(text)) }
}

test('the bar grows with the stages, and each line covers the previous one', () => {
  const { written, view } = open(progressBar)
  view.show({ stage: 'collect', done: 12_000, total: null })
  view.show({ stage: 'verify', done: 0, total: 1 })
  expect(written[0]).toBe('\r[####--------] Reading commits (12000) …')
  expect(written[1]!.trimEnd()).toBe('\r[##########--] Verifying (1) …')
  expect(written[1]).toHaveLength(written[0]!.length)
})

test('the bar clears its line at the end, and writes nothing if it was never shown', () => {
  const { written, view } = open(progressBar)
  view.show({ stage: 'render', done: 0, total: 3 })
  view.end()
  expect(written.at(-1)).toBe(`\r${' '.repeat(written[0]!.length - 1)}\r`)
  const silent = open(progressBar)
  silent.view.end()
  expect(silent.written).toEqual([])
})

test('a log has only the planned use of a model', () => {
  const { written, view } = open(planLines)
  const plan = { model: 'm', calls: 1, inputTokens: 900, outputTokens: 100, cost: null, cutTexts: 0 }
  view.show({ stage: 'collect', done: 0, total: null })
  view.show({ stage: 'collect', done: 100, total: null })
  view.show({ stage: 'write', done: 0, total: 2 })
  view.show({ stage: 'write', done: 0, total: 2, plan })
  view.end()
  expect(written).toEqual(['Using m: 1 call, about 1,000 tokens …\n'])
})

test('noProgress shows nothing', () => {
  expect(noProgress.show({ stage: 'collect', done: 0, total: null })).toBeUndefined()
})
