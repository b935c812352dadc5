import { compareImportance } from '../../src/core/compare-importance.ts'
import type { Entry } from '../../src/core/entry.ts'
import { describeError } from '../api-client/api-error.ts'
import type { ApiRequest } from '../api-client/request.ts'
import { currentConfig, currentFormat } from '../configuration/use-format.ts'
import { changesOf } from '../editor-model/evidence.ts'
import type { RetryWait } from '../state/app-state.ts'
import type { AppStore } from '../state/store.ts'
import { rangeBody } from './load-range.ts'
import { handleRejectedToken } from './sign-in.ts'

const batchMs = 60
let running: AbortController | null = null

/** Drafts the loaded range; entries appear in the editor as they arrive. */
export async function draftNotes(store: AppStore): Promise<void> {
  const request = startRequest(store, 'Drafting')
  if (!request) return
  const batch = batchEntries((entries) => store.dispatch({ type: 'entries-received', entries }))
  try {
    const { streamNotes } = await import('../api-client/stream-notes.ts')
    const answer = await streamNotes(request, {
      onProgress: (progress) => store.dispatch({ type: 'draft-progress', progress }),
      onEntry: batch.add,
    })
    batch.close()
    // The editor shows the entries in the order of the text.
    const entries = answer.entries.toSorted(compareImportance)
    store.dispatch({ type: 'draft-completed', answer: { ...answer, entries } })
  } catch (error) {
    batch.close()
    handleFailure(store, error, request.signal)
  }
}

/** Rewrites some entries, with optional instructions; all other entries stay unchanged. */
export async function rewriteEntries(store: AppStore, ids: string[], instructions: string): Promise<void> {
  const { range, history } = store.get()
  if (range.status !== 'loaded') return
  const entries = history.present.entries.filter(({ id }) => ids.includes(id))
  const only = [...new Set(entries.flatMap((entry) => changesOf(entry, range.index)).map(({ id }) => id))]
  const request = startRequest(store, 'Rewording', {
    only,
    ...(instructions === '' ? {} : { instructions }),
  })
  if (!request) return
  try {
    const { streamNotes } = await import('../api-client/stream-notes.ts')
    const answer = await streamNotes(request, {
      onProgress: (progress) => store.dispatch({ type: 'draft-progress', progress }),
      onEntry: () => {},
    })
    store.dispatch({ type: 'rewrite-completed', answer, ids })
  } catch (error) {
    handleFailure(store, error, request.signal)
  }
}

/** Stops the running draft; the entries received so far stay. */
export function stopDraft(): void {
  running?.abort()
}

type DraftRequest = ApiRequest & { signal: AbortSignal }

/** Cancels the running request and returns the next one; null if no range is loaded. */
function startRequest(store: AppStore, task: string, more: object = {}): DraftRequest | null {
  const { session, options, range } = store.get()
  if (!session || range.status !== 'loaded') return null
  running?.abort()
  running = new AbortController()
  store.dispatch({ type: 'draft-requested', task })
  const { fromSha, toSha } = range.index.answer.range
  const instructions = options.writer === 'rules' ? '' : options.instructions.trim()
  const body = {
    ...rangeBody(session.host, options),
    // SHAs make sure that the draft covers the commits on the page, even if a ref has moved since.
    ...(fromSha === null ? {} : { fromRef: fromSha }),
    toRef: toSha,
    ...formatBody(store),
    ...(instructions === '' ? {} : { instructions }),
    ...(options.summary && options.writer !== 'rules' ? { summary: true } : {}),
    ...more,
  }
  const onWait = (wait: RetryWait | null) => store.dispatch({ type: 'draft-waiting', wait })
  return { path: '/api/v1/generate', body, session, signal: running.signal, onWait }
}

/** The chosen format. One with a template is left out: if the template fails, the draft must not fail with it. */
function formatBody(store: AppStore): { format?: string } {
  const format = currentFormat(store.get())
  const { template } = currentConfig(store.get())?.formats?.[format] ?? {}
  return template === undefined ? { format } : { format: 'keepachangelog' }
}

function handleFailure(store: AppStore, failure: unknown, signal: AbortSignal): void {
  if (signal.aborted) {
    store.dispatch({ type: 'draft-cancelled' })
    return
  }
  const error = describeError(failure)
  handleRejectedToken(store, error)
  store.dispatch({ type: 'draft-failed', error })
}

interface EntryBatch {
  add: (entry: Entry) => void
  close: () => void
}

/** Collects entries that arrive in quick succession, so that the page does not render for each of them. */
function batchEntries(flushEntries: (entries: Entry[]) => void): EntryBatch {
  let waiting: Entry[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  const flush = () => {
    timer = null
    const entries = waiting
    waiting = []
    if (entries.length > 0) flushEntries(entries)
  }
  return {
    add: (entry) => {
      waiting.push(entry)
      timer ??= setTimeout(flush, batchMs)
    },
    close: () => {
      if (timer !== null) clearTimeout(timer)
      flush()
    },
  }
}
