import { randomBytes } from 'node:crypto'
import type { Store } from './store.ts'

/** A draft that its author shared; only those who have the link can decrypt it. */
export interface SharedDraft {
  ciphertext: string
  /** When it is removed, as an ISO time. */
  expiresAt: string
}

/** Keeps encrypted drafts for those who know their ids. The server cannot read them. */
export class SharedDrafts {
  readonly #store: Store
  readonly #now: () => number
  /** Whether the drafts are lost when the process ends. */
  readonly isTemporary: boolean

  constructor(store: Store, { now, isTemporary }: { now: () => number; isTemporary: boolean }) {
    this.#store = store
    this.#now = now
    this.isTemporary = isTemporary
  }

  async create(ciphertext: string, seconds: number): Promise<{ id: string; expiresAt: string }> {
    const id = randomBytes(16).toString('base64url')
    const expiresAt = new Date(this.#now() + seconds * 1000).toISOString()
    const draft: SharedDraft = { ciphertext, expiresAt }
    await this.#store.set(keyOf(id), JSON.stringify(draft), seconds * 1000)
    return { id, expiresAt }
  }

  async get(id: string): Promise<SharedDraft | null> {
    const stored = await this.#store.get(keyOf(id))
    return stored === null ? null : JSON.parse(stored)
  }

  async delete(id: string): Promise<void> {
    await this.#store.delete(keyOf(id))
  }
}

function keyOf(id: string): string {
  return `shared-draft:${id}`
}
