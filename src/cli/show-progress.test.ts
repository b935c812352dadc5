import { expect, test } from 'vitest'
import { noProgress, progressBar, progressLines } from './show-progress.ts'

function shown(view: typeof progressBar): { said: string[]; view: ReturnType<typeof progressBar> } {
  const said: string[] = []
  return { said, view: view((text) => said.push(text)) }
}

test('a bar grows with the stages, and each line covers what the one before left', () => {
  const { said, view } = shown(progressBar)
  view.show({ stage: 'collect', done: 12_000, total: null })
  view.show({ stage: 'verify', done: 0, total: 1 })
  expect(said[0]).toBe('\r[####--------] Reading commits (12000) …')
  expect(said[1]!.trimEnd()).toBe('\r[##########--] Checking (1) …')
  expect(said[1]).toHaveLength(said[0]!.length)
})

test('a bar leaves a clean line behind, and nothing at all where it showed nothing', () => {
  const { said, view } = shown(progressBar)
  view.show({ stage: 'render', done: 0, total: 3 })
  view.end()
  expect(said.at(-1)).toBe(`\r${' '.repeat(said[0]!.length - 1)}\r`)
  const silent = shown(progressBar)
  silent.view.end()
  expect(silent.said).toEqual([])
})

test('a log has one line for each stage, and one for what a model will take', () => {
  const { said, view } = shown(progressLines)
  const plan = { model: 'm', calls: 1, inputTokens: 900, outputTokens: 100, cost: null, cutTexts: 0 }
  view.show({ stage: 'collect', done: 0, total: null })
  view.show({ stage: 'collect', done: 100, total: null })
  view.show({ stage: 'write', done: 0, total: 2 })
  view.show({ stage: 'write', done: 0, total: 2, plan })
  view.end()
  expect(said).toEqual([
    'Reading commits …\n',
    'Writing (2) …\n',
    'Asking m: one call, about 1,000 tokens …\n',
  ])
})

test('whoever wants quiet sees nothing', () => {
  expect(noProgress.show({ stage: 'collect', done: 0, total: null })).toBeUndefined()
})
