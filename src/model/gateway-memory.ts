import type { ModelPrice } from '../core/gateway.ts'
import { defaultCapabilities, type GatewayCapabilities } from './gateway-capabilities.ts'
import type { GatewaySetting } from './gateway-setting.ts'

const mostRemembered = 500

/** What a process has learnt of the models of its gateways; callers name models, so it is bounded. */
export class GatewayMemory {
  readonly #capabilities = new Map<string, GatewayCapabilities>()
  readonly #prices = new Map<string, { price: ModelPrice | null; until: number }>()

  /** How a model is best asked. */
  capabilitiesFor(setting: GatewaySetting): GatewayCapabilities {
    return this.#capabilities.get(keyOf(setting)) ?? defaultCapabilities
  }

  learnCapabilities(setting: GatewaySetting, capabilities: GatewayCapabilities): void {
    memoize(this.#capabilities, keyOf(setting), capabilities)
  }

  /** The price of a model, or null where there is none; undefined when nobody asked lately. */
  priceOf(setting: GatewaySetting, now: number): ModelPrice | null | undefined {
    const known = this.#prices.get(keyOf(setting))
    return known && now < known.until ? known.price : undefined
  }

  learnPrice(setting: GatewaySetting, price: ModelPrice | null, until: number): void {
    memoize(this.#prices, keyOf(setting), { price, until })
  }
}

function keyOf({ url, model }: GatewaySetting): string {
  return JSON.stringify([url, model])
}

/** Puts an item at the young end, and lets go of the oldest when there are too many. */
function memoize<Item>(map: Map<string, Item>, key: string, item: Item): void {
  map.delete(key)
  map.set(key, item)
  if (map.size > mostRemembered) map.delete(map.keys().next().value!)
}
