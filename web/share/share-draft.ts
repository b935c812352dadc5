import { requestJson, sendRequest } from '../api-client/request.ts'
import type { ShareLink } from '../editor-model/draft-record.ts'
import type { SavedDraft, Session } from '../state/app-state.ts'
import { formatDraftFile } from '../storage/draft-file.ts'
import { encryptDraft } from './encrypt-draft.ts'

const secondsPerDay = 24 * 60 * 60

interface CreatedDraft {
  id: string
  expiresAt: string
  temporary: boolean
}

/** Encrypts a draft, sends the ciphertext to the server, and returns the link. */
export async function createShareLink(
  draft: SavedDraft,
  { session, days, now }: { session: Session; days: number; now: number },
): Promise<ShareLink> {
  const { ciphertext, key } = await encryptDraft(formatDraftFile(draft))
  const body = { ciphertext, expiresIn: days * secondsPerDay, host: session.host }
  // The key for AI has no part in this.
  const withoutKey = { ...session, modelKey: '' }
  const created = await requestJson<CreatedDraft>({ path: '/api/v1/drafts', body, session: withoutKey })
  return { ...created, key, createdAt: now }
}

/** Removes the shared copy, so that its link no longer works. */
export async function deleteShareLink({ id }: Pick<ShareLink, 'id'>): Promise<void> {
  await sendRequest({ path: `/api/v1/drafts/${id}`, method: 'DELETE' })
}
