import type { ShareLink } from '../editor-model/draft-record.ts'

/** Reads the id and the key of a shared draft from the fragment of its link; null if it is no such link. */
export function readShareLink(hash: string): Pick<ShareLink, 'id' | 'key'> | null {
  const [, id, key] = /^#draft=([\w-]{22})\.([\w-]{43})$/.exec(hash) ?? []
  return id === undefined || key === undefined ? null : { id, key }
}

/** Whether an address is meant to show a shared draft, even if the link is incomplete. */
export function isShareLink(hash: string): boolean {
  return hash.startsWith('#draft=')
}
