import type { Answer, ChangesAnswer } from '../../src/core/answer.ts'
import type { RepositoryConfig } from '../../src/core/repository-config.ts'
import { printsOwnScopes } from '../../src/render/layout.ts'
import { requestJson } from '../api-client/request.ts'
import { indexEvidence } from '../editor-model/evidence.ts'
import { loadRange, rangeBody } from '../effects/load-range.ts'
import type { AppServices } from '../state/store.ts'

/** Identifies what of a configuration decides which changes there are and how they are written, but not their print. */
export function curationKey(config: RepositoryConfig | null): string {
  if (config === null) return 'none'
  const { categories, rules, scopes, tickets, packages, shared, tags, learn, guidance, entries } = config
  return JSON.stringify([
    ...[categories, rules, scopes, tickets, packages, shared, tags, learn, guidance],
    ...[entries?.tense, entries?.fullStop, printsOwnScopes(config)],
  ])
}

/** Reads the changes again with the edited configuration; entries that the user did not edit are written again by the rules. */
export async function reconfigure(services: AppServices, signal: AbortSignal): Promise<void> {
  const { store } = services
  const { session, options, range, history, draft } = store.get()
  if (!session) return
  if (range.status !== 'loaded') {
    await loadRange(services)
    return
  }
  const body = rangeBody(session.host, options)
  const isDrafted = history.present.entries.length > 0 && draft.status !== 'running'
  const [changes, answer] = await Promise.all([
    requestJson<ChangesAnswer>({ path: '/api/v1/changes', body, session, signal }),
    isDrafted
      ? requestJson<Answer>({
          path: '/api/v1/generate',
          body: { ...body, writer: 'rules', format: 'keepachangelog' },
          session,
          signal,
        })
      : null,
  ])
  if (!signal.aborted) store.dispatch({ type: 'reconfigured', index: indexEvidence(changes), answer })
}
