import type { Trouble } from '../state/app-state.ts'

/** A refusal of the service, or its silence, in words for a person. */
export class Refusal extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble) {
    super(trouble.detail)
    this.name = 'Refusal'
    this.trouble = trouble
  }
}

/** A problem document as trouble; null when it is none. */
export function asTrouble(document: unknown): Trouble | null {
  if (typeof document !== 'object' || document === null) return null
  const { code, title, detail, retryAfter } = document as Record<string, unknown>
  if (typeof code !== 'string' || typeof title !== 'string' || typeof detail !== 'string') return null
  const seconds = typeof retryAfter === 'number' && retryAfter >= 0 ? retryAfter : null
  return { code, title, detail, retryAfter: seconds }
}

/** Whatever was thrown, as trouble. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Refusal) return error.trouble
  return {
    code: 'page',
    title: 'Something broke on this page',
    detail: `${error instanceof Error ? error.message : String(error)}. Reload the page; the draft is kept.`,
    retryAfter: null,
  }
}
