import { z } from 'zod'
import type { ModelPrice } from '../core/gateway.ts'
import type { HttpClient } from '../http-client/http-client.ts'
import type { GatewayMemory } from './gateway-memory.ts'
import { addressOf, type GatewaySetting, headersOf } from './gateway-setting.ts'

/** What a price is asked with. */
export interface PriceContext {
  httpClient: HttpClient
  now: () => number
  memory: GatewayMemory
  priceMs: number
}

const hourMs = 3_600_000
const minuteMs = 60_000

// OpenRouter writes the price of one token as a text, and -1 where it depends.
const perToken = z
  .union([z.string().regex(/^\d{1,9}(?:\.\d{1,20})?(?:e-?\d{1,2})?$/i), z.number()])
  .transform(Number)
  .pipe(z.number().nonnegative())
const priced = z.object({
  id: z.string(),
  pricing: z.object({ prompt: perToken, completion: perToken }).nullish().catch(null),
})
const list = z.object({ data: z.array(priced) })

/** What a model costs, as the gateway's list says; null when it does not, and on any failure. */
export async function askPrice(
  setting: GatewaySetting,
  { httpClient, now, memory, priceMs }: PriceContext,
  signal: AbortSignal,
): Promise<ModelPrice | null> {
  const known = memory.priceOf(setting, now())
  if (known !== undefined) return known
  try {
    const reply = await httpClient({
      method: 'GET',
      url: addressOf(setting, 'models'),
      headers: { ...headersOf(setting), accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(priceMs)]),
      deadlineAt: now() + priceMs,
      attempts: 1,
      source: 'gateway',
      responseTimeoutMs: null,
    })
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`status ${reply.status}`)
    const price = priceIn(list.parse(JSON.parse(text)), setting.model)
    memory.learnPrice(setting, price, now() + hourMs)
    return price
  } catch {
    // A price is a courtesy: without one the notes are written all the same. A gateway that does not tell
    // it is not asked again with every request.
    if (!signal.aborted) memory.learnPrice(setting, null, now() + minuteMs)
    return null
  }
}

function priceIn({ data }: z.infer<typeof list>, model: string): ModelPrice | null {
  const pricing = data.find(({ id }) => id === model)?.pricing
  return pricing ? { input: perMillion(pricing.prompt), output: perMillion(pricing.completion) } : null
}

/** Rounded where only the binary fraction would show. */
function perMillion(perToken: number): number {
  return Number((perToken * 1_000_000).toPrecision(12))
}
