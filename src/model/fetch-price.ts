import { z } from 'zod'
import type { ModelPrice } from '../core/gateway.ts'
import type { HttpClient } from '../http-client/http-client.ts'
import { formatCause } from '../text/format-error.ts'
import type { GatewayCache } from './gateway-cache.ts'
import { authHeaders, endpointUrl, type GatewaySetting } from './gateway-setting.ts'

/** What fetching a price needs from outside. */
export interface PriceContext {
  httpClient: HttpClient
  now: () => number
  cache: GatewayCache
  priceMs: number
  log?: (line: string) => void
}

const hourMs = 3_600_000
const minuteMs = 60_000

// OpenRouter writes the price of one token as text, and -1 if it varies.
const perToken = z
  .union([z.string().regex(/^\d{1,9}(?:\.\d{1,20})?(?:e-?\d{1,2})?$/i), z.number()])
  .transform(Number)
  .pipe(z.number().nonnegative())
const pricedModel = z.object({
  id: z.string(),
  pricing: z.object({ prompt: perToken, completion: perToken }).nullish().catch(null),
})
const modelList = z.object({ data: z.array(pricedModel) })

/** Fetches the price of a model from the gateway's list; null if it has none, and on any failure. */
export async function fetchPrice(
  setting: GatewaySetting,
  { httpClient, now, cache, priceMs, log }: PriceContext,
  signal: AbortSignal,
): Promise<ModelPrice | null> {
  const known = cache.priceOf(setting, now())
  if (known !== undefined) return known
  try {
    const response = await httpClient({
      method: 'GET',
      url: endpointUrl(setting, 'models'),
      headers: { ...authHeaders(setting), accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(priceMs)]),
      deadlineAt: now() + priceMs,
      attempts: 1,
      source: 'gateway',
      responseTimeoutMs: null,
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    const price = findPrice(modelList.parse(JSON.parse(text)), setting.model)
    cache.setPrice(setting, price, now() + hourMs)
    cache.endPriceFailure(setting)
    return price
  } catch (error) {
    if (signal.aborted) return null
    // The notes do not need a price. The failure is cached, so that not every request asks again.
    cache.setPrice(setting, null, now() + minuteMs)
    if (cache.isFirstPriceFailure(setting))
      log?.(
        `The prices of ${new URL(setting.url).host} cannot be read (${formatCause(error)}): costs are not estimated`,
      )
    return null
  }
}

function findPrice({ data }: z.infer<typeof modelList>, model: string): ModelPrice | null {
  const pricing = data.find(({ id }) => id === model)?.pricing
  return pricing ? { input: perMillion(pricing.prompt), output: perMillion(pricing.completion) } : null
}

/** Rounds off the error of binary fractions. */
function perMillion(perToken: number): number {
  return Number((perToken * 1_000_000).toPrecision(12))
}
