import { expect, test } from 'vitest'
import { defaultCapabilities } from './gateway-capabilities.ts'
import { GatewayMemory } from './gateway-memory.ts'

const settingOf = (model: string, url = 'https://a.example/v1') => ({
  url,
  model,
  key: 'k',
  keyOwner: 'caller' as const,
})
const plain = { ...defaultCapabilities, shape: 'plain' as const }

test('what is learnt of a model is known of it alone', () => {
  const memory = new GatewayMemory()
  memory.learnCapabilities(settingOf('one'), plain)
  expect(memory.capabilitiesFor({ ...settingOf('one'), key: 'another' })).toEqual(plain)
  expect(memory.capabilitiesFor(settingOf('two'))).toEqual(defaultCapabilities)
  expect(memory.capabilitiesFor(settingOf('one', 'https://b.example/v1'))).toEqual(defaultCapabilities)
})

test('callers who name ever new models do not fill it: the oldest is forgotten', () => {
  const memory = new GatewayMemory()
  memory.learnCapabilities(settingOf('oldest'), plain)
  memory.learnCapabilities(settingOf('used again'), plain)
  memory.learnPrice(settingOf('oldest'), null, 10)
  for (let index = 0; index < 499; index += 1) {
    memory.learnCapabilities(settingOf(`model-${index}`), plain)
    memory.learnPrice(settingOf(`model-${index}`), null, 10)
    memory.learnCapabilities(settingOf('used again'), plain)
  }
  expect(memory.capabilitiesFor(settingOf('oldest'))).toEqual(defaultCapabilities)
  expect(memory.capabilitiesFor(settingOf('used again'))).toEqual(plain)
  expect(memory.priceOf(settingOf('oldest'), 0)).toBeNull()
  memory.learnPrice(settingOf('one more'), null, 10)
  expect(memory.priceOf(settingOf('oldest'), 0)).toBeUndefined()
})
