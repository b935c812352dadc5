import { expect, test } from 'vitest'
import { Remembered } from './memo-cache.ts'

const maker = () => {
  let made = 0
  return async () => {
    made += 1
    return made
  }
}

test('what was made once is not made again for the same caller and words', async () => {
  const make = maker()
  const remember = new Remembered('secret').of('ada')
  expect(await remember(['habit', 'x'], make)).toBe(1)
  expect(await remember(['habit', 'x'], make)).toBe(1)
  expect(await remember(['habit', 'y'], make)).toBe(2)
})

test('nobody is shown what another caller opened', async () => {
  const make = maker()
  const remembered = new Remembered('secret')
  expect(await remembered.of('ada')(['x'], make)).toBe(1)
  expect(await remembered.of('ben')(['x'], make)).toBe(2)
  expect(await remembered.of('ada')(['x'], make)).toBe(1)
})

test('nothing is also remembered, and a failure is not', async () => {
  const remember = new Remembered('secret').of('ada')
  let asked = 0
  const none = async () => {
    asked += 1
    return null
  }
  await remember(['none'], none)
  await remember(['none'], none)
  expect(asked).toBe(1)
  await expect(remember(['bad'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await remember(['bad'], async () => 'good')).toBe('good')
})

test('the oldest is forgotten when there are too many', async () => {
  const make = maker()
  const remember = new Remembered('secret').of('ada')
  for (let n = 0; n < 60; n += 1) await remember([String(n)], make)
  expect(await remember(['59'], make)).toBe(60)
  expect(await remember(['0'], make)).toBe(61)
})
