import { ApiError, describeError } from '../api-client/api-error.ts'
import { requestJson } from '../api-client/request.ts'
import type { AppServices } from '../state/store.ts'
import { readDraftFile } from '../storage/draft-file.ts'
import { shareStrings as strings } from '../strings/share.ts'
import { decryptDraft, ShareError } from './encrypt-draft.ts'
import { readShareLink } from './read-share-link.ts'

/** Shows the draft of a share link, together with the user's own draft of the same range. */
export async function openShared({ store, drafts }: AppServices, hash: string): Promise<void> {
  store.dispatch({ type: 'shared', shared: { status: 'loading' } })
  try {
    const link = readShareLink(hash)
    if (!link) throw new ShareError(strings.incomplete)
    const { ciphertext, expiresAt } = await requestJson<{ ciphertext: string; expiresAt: string }>({
      path: `/api/v1/drafts/${link.id}`,
    })
    const draft = parse(await decryptDraft({ ciphertext, key: link.key }))
    // A browser that saves no drafts can still show one.
    const own = await drafts.read(draft.key).catch(() => null)
    store.dispatch({
      type: 'shared',
      shared: { status: 'ready', draft, expiresAt, own, isSigningIn: false },
    })
  } catch (failure) {
    const error =
      failure instanceof ShareError
        ? { code: 'share', title: strings.cannotOpen, detail: failure.message, retryAfter: null }
        : describeError(failure instanceof ApiError ? failure : new Error(String(failure)))
    store.dispatch({ type: 'shared', shared: { status: 'failed', error } })
  }
}

function parse(text: string) {
  try {
    return readDraftFile(text)
  } catch {
    throw new ShareError(strings.invalid)
  }
}
