import { createHmac } from 'node:crypto'
import type { GenerateContext } from '../core/generate-context.ts'

const mostThings = 50

/** Things that are dear to make, under the words they were made from; the oldest go when there are too many. */
export class MemoCache {
  readonly #secret: string
  readonly #things = new Map<string, unknown>()

  constructor(secret: string) {
    this.#secret = secret
  }

  /** What one caller is remembered things for; nobody is shown what another's token opened. */
  of(caller: string): GenerateContext['memoize'] {
    return async <Made>(words: string[], make: () => Promise<Made>): Promise<Made> => {
      const name = createHmac('sha256', this.#secret)
        .update(JSON.stringify([caller, ...words]))
        .digest('base64url')
      const known = this.#things.has(name)
      const thing = known ? (this.#things.get(name) as Made) : await make()
      this.#things.delete(name)
      this.#things.set(name, thing)
      if (this.#things.size > mostThings) this.#things.delete(this.#things.keys().next().value!)
      return thing
    }
  }
}
