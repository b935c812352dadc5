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

test('what is learnt about a model applies to that model only', () => {
  const memory = new GatewayMemory()
  memory.learnCapabilities(settingOf('one'), plain)
  expect(memory.capabilitiesFor({ ...settingOf('one'), key: 'another' })).toEqual(plain)
  expect(memory.capabilitiesFor(settingOf('two'))).toEqual(defaultCapabilities)
  expect(memory.capabilitiesFor(settingOf('one', 'https://b.example/v1'))).toEqual(defaultCapabilities)
})

test('callers who name many models do not fill it: the least recently used one is forgotten', () => {
  const memory = new GatewayMemory()
  memory.learnCapabilities(settingOf('unused'), plain)
  memory.learnCapabilities(settingOf('used'), plain)
  memory.learnPrice(settingOf('unused'), null, 10)
  memory.learnPrice(settingOf('used'), null, 10)
  for (let index = 0; index < 499; index += 1) {
    memory.learnCapabilities(settingOf(`model-${index}`), plain)
    memory.learnPrice(settingOf(`model-${index}`), null, 10)
    expect(memory.capabilitiesFor(settingOf('used'))).toEqual(plain)
    expect(memory.priceOf(settingOf('used'), 0)).toBeNull()
  }
  expect(memory.capabilitiesFor(settingOf('unused'))).toEqual(defaultCapabilities)
  expect(memory.priceOf(settingOf('unused'), 0)).toBeUndefined()
})
