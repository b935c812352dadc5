import { createHmac, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { invalidRequest } from '../api/parse-request.ts'
import type { Problem } from '../core/errors.ts'

/** Notes as the arguments of a call, not yet validated. */
type KeptNotes = Record<string, unknown>

/** Keeps the notes of an agent between calls, so that it sends every text only once. */
export interface DraftStore {
  /** Returns a handle for the notes; null if they are too large for one. */
  keep: (notes: KeptNotes) => Promise<string | null>
  /** Returns the notes of a handle; throws if the handle is unknown. */
  open: (handle: string) => Promise<KeptNotes>
}

const maxDrafts = 100
const maxCharacters = 16 * 1024 * 1024

/** Keeps drafts in the memory of this process; the oldest ones make room for new ones. */
export function createMemoryDrafts(): DraftStore {
  const drafts = new Map<string, string>()
  let kept = 0
  let size = 0
  return {
    keep: async (notes) => {
      const json = JSON.stringify(notes)
      if (json.length > maxCharacters / 4) return null
      kept += 1
      const handle = `draft-${kept}`
      drafts.set(handle, json)
      size += json.length
      for (const [oldest, text] of drafts) {
        if (drafts.size <= maxDrafts && size <= maxCharacters) break
        drafts.delete(oldest)
        size -= text.length
      }
      return handle
    },
    open: async (handle) => {
      const json = drafts.get(handle)
      if (json === undefined)
        throw unknownDraft(`has no draft of this server; the newest is ${JSON.stringify(`draft-${kept}`)}`)
      return JSON.parse(json)
    },
  }
}

const maxHandle = 64 * 1024
const maxNotes = 1024 * 1024
const macBytes = 16

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** Puts drafts into their handles, signed with the secret that all replicas share; nothing is kept. */
export function createSignedDrafts(secret: string): DraftStore {
  const sign = (packed: string) =>
    createHmac('sha256', secret).update(`notes-draft:${packed}`).digest().subarray(0, macBytes)
  return {
    keep: async (notes) => {
      const json = Buffer.from(JSON.stringify(notes))
      if (json.length > maxNotes) return null
      const packed = (await compress(json)).toString('base64url')
      const handle = `${packed}.${sign(packed).toString('base64url')}`
      return handle.length > maxHandle ? null : handle
    },
    open: async (handle) => {
      const [packed = '', given = '', ...more] = handle.length > maxHandle ? [] : handle.split('.')
      const mac = Buffer.from(given, 'base64url')
      // Only what this service has signed is decompressed.
      if (more.length > 0 || mac.length !== macBytes || !timingSafeEqual(mac, sign(packed)))
        throw unknownDraft('is not a draft of this service')
      const json = await decompress(Buffer.from(packed, 'base64url'), { maxOutputLength: maxNotes })
      return JSON.parse(json.toString())
    },
  }
}

function unknownDraft(detail: string): Problem {
  return invalidRequest([
    {
      pointer: '#/draft',
      detail: `${detail}; send the \`draft\` that check_notes returned, or the entries again`,
    },
  ])
}
