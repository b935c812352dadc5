import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Gateway, ModelRequest, ModelResponse } from '../core/gateway.ts'

const maxBytes = 32 * 1024 * 1024

/** Keeps the most recently used answers of language models, by request and key. */
export class ModelResponseCache {
  readonly #secret: string
  readonly #replies = new LRUCache<string, ModelResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, key) => 2 * (key.length + text.length),
  })

  constructor(secret: string) {
    this.#secret = secret
  }

  /**
   * Returns the same gateway, which answers from the cache what was asked and kept before. The model key is part
   * of the cache key, so that no caller gets an answer that another one paid for.
   */
  before(gateway: Gateway, { url, key }: { url: string; key: string }): Gateway {
    const cacheKeyOf = ({ instructions, evidence, answer }: ModelRequest) =>
      createHmac('sha256', this.#secret)
        .update(JSON.stringify([url, key, gateway.model, instructions, evidence, answer.name]))
        .digest('base64url')
    return {
      ...gateway,
      ask: async (request) => {
        const known = this.#replies.get(cacheKeyOf(request))
        if (!known) return gateway.ask(request)
        request.onText(known.text)
        // The first request paid for it.
        return { ...known, usage: { inputTokens: 0, outputTokens: 0 } }
      },
      keep: (request, reply) => void this.#replies.set(cacheKeyOf(request), reply),
    }
  }
}
