import { LRUCache } from 'lru-cache'
import type { ModelPrice } from '../core/gateway.ts'
import { defaultCapabilities, type GatewayCapabilities } from './gateway-capabilities.ts'
import type { GatewaySetting } from './gateway-setting.ts'

const maxModels = 500

/** What a process has learnt about the models of its gateways. Callers choose the models, so it is bounded. */
export class GatewayCache {
  readonly #capabilities = new LRUCache<string, GatewayCapabilities>({ max: maxModels })
  readonly #prices = new LRUCache<string, { price: ModelPrice | null; until: number }>({ max: maxModels })

  readonly #failing = new Set<string>()

  capabilitiesFor(setting: GatewaySetting): GatewayCapabilities {
    return this.#capabilities.get(keyOf(setting)) ?? defaultCapabilities
  }

  setCapabilities(setting: GatewaySetting, capabilities: GatewayCapabilities): void {
    this.#capabilities.set(keyOf(setting), capabilities)
  }

  /** The price of a model, or null if the gateway lists none; undefined if it is not known or out of date. */
  priceOf(setting: GatewaySetting, now: number): ModelPrice | null | undefined {
    const known = this.#prices.get(keyOf(setting))
    return known && now < known.until ? known.price : undefined
  }

  /** Whether prices of this gateway could be read until now; a failure is reported once. */
  isFirstPriceFailure({ url }: GatewaySetting): boolean {
    if (this.#failing.has(url)) return false
    this.#failing.add(url)
    return true
  }

  endPriceFailure({ url }: GatewaySetting): void {
    this.#failing.delete(url)
  }

  setPrice(setting: GatewaySetting, price: ModelPrice | null, until: number): void {
    this.#prices.set(keyOf(setting), { price, until })
  }
}

function keyOf({ url, model }: GatewaySetting): string {
  return JSON.stringify([url, model])
}
