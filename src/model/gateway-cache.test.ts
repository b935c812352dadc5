import { expect, test } from 'vitest'
import { GatewayCache } from './gateway-cache.ts'
import { defaultCapabilities } from './gateway-capabilities.ts'

const settingOf = (model: string, url = 'https://a.example/v1') => ({
  url,
  model,
  key: 'k',
  keyOwner: 'caller' as const,
})
const plain = { ...defaultCapabilities, shape: 'plain' as const }

test('what is learnt about a model applies to that model only', () => {
  const cache = new GatewayCache()
  cache.setCapabilities(settingOf('one'), plain)
  expect(cache.capabilitiesFor({ ...settingOf('one'), key: 'another' })).toEqual(plain)
  expect(cache.capabilitiesFor(settingOf('two'))).toEqual(defaultCapabilities)
  expect(cache.capabilitiesFor(settingOf('one', 'https://b.example/v1'))).toEqual(defaultCapabilities)
})

test('callers who name many models do not fill it: the least recently used one is forgotten', () => {
  const cache = new GatewayCache()
  cache.setCapabilities(settingOf('unused'), plain)
  cache.setCapabilities(settingOf('used'), plain)
  cache.setPrice(settingOf('unused'), null, 10)
  cache.setPrice(settingOf('used'), null, 10)
  for (let index = 0; index < 499; index += 1) {
    cache.setCapabilities(settingOf(`model-${index}`), plain)
    cache.setPrice(settingOf(`model-${index}`), null, 10)
    expect(cache.capabilitiesFor(settingOf('used'))).toEqual(plain)
    expect(cache.priceOf(settingOf('used'), 0)).toBeNull()
  }
  expect(cache.capabilitiesFor(settingOf('unused'))).toEqual(defaultCapabilities)
  expect(cache.priceOf(settingOf('unused'), 0)).toBeUndefined()
})
