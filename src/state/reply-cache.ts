import { createHmac } from 'node:crypto'
import type { Gateway, ModelRequest, ModelResponse } from '../core/gateway.ts'

const mostBytes = 32 * 1024 * 1024

/** Answers of language models that were of use, by what was asked; the oldest go when there are too many. */
export class ReplyCache {
  readonly #secret: string
  readonly #replies = new Map<string, ModelResponse>()
  #bytes = 0

  constructor(secret: string) {
    this.#secret = secret
  }

  /**
   * The same gateway, but what was asked and kept before is not asked again. The key is part of what is
   * remembered by, so that nobody is answered with what another paid for.
   */
  before(gateway: Gateway, { url, key }: { url: string; key: string }): Gateway {
    const nameOf = ({ instructions, evidence, answer }: ModelRequest) =>
      createHmac('sha256', this.#secret)
        .update(JSON.stringify([url, key, gateway.model, instructions, evidence, answer.name]))
        .digest('base64url')
    return {
      ...gateway,
      ask: async (question) => {
        const known = this.#find(nameOf(question))
        if (!known) return gateway.ask(question)
        question.onText(known.text)
        // It was paid for when it was made.
        return { ...known, usage: { inputTokens: 0, outputTokens: 0 } }
      },
      keep: (question, reply) => this.#keep(nameOf(question), reply),
    }
  }

  #find(name: string): ModelResponse | undefined {
    const known = this.#replies.get(name)
    if (known) {
      this.#replies.delete(name)
      this.#replies.set(name, known)
    }
    return known
  }

  #keep(name: string, reply: ModelResponse): void {
    this.#bytes += 2 * reply.text.length - 2 * (this.#replies.get(name)?.text.length ?? 0)
    this.#replies.delete(name)
    this.#replies.set(name, reply)
    for (const [oldest, { text }] of this.#replies) {
      if (this.#bytes <= mostBytes) break
      this.#replies.delete(oldest)
      this.#bytes -= 2 * text.length
    }
  }
}
