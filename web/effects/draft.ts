import type { Entry } from '../../src/core/entry.ts'
import { changesOf } from '../editor-model/evidence.ts'
import { troubleOf } from '../service/refusal.ts'
import { streamNotes } from '../service/stream.ts'
import type { Wait } from '../state/app-state.ts'
import type { Store } from '../state/store.ts'
import { requestOf } from './load-range.ts'
import { noteExpiry } from './sign-in.ts'

const drawMs = 60
let running: AbortController | null = null

/** Has the range drafted; entries come to the desk as they arrive. */
export async function draftNotes(store: Store): Promise<void> {
  const asked = begin(store, 'Drafting')
  if (!asked) return
  const inbox = openInbox((entries) => store.send({ type: 'arrived', entries }))
  try {
    const answer = await streamNotes(asked.question, {
      onProgress: (progress) => store.send({ type: 'progress', progress }),
      onEntry: inbox.take,
    })
    inbox.close()
    store.send({ type: 'drafted', answer })
  } catch (error) {
    inbox.close()
    fail(store, error, asked.question.signal)
  }
}

/** Has some entries worded anew, by a wish if there is one; the others stay as they are. */
export async function rewordItems(store: Store, ids: string[], wish: string): Promise<void> {
  const { range, line } = store.get()
  if (range.is !== 'known') return
  const items = line.present.items.filter(({ id }) => ids.includes(id))
  const only = [...new Set(items.flatMap((item) => changesOf(item, range.index)).map(({ id }) => id))]
  const asked = begin(store, 'Re-wording', { only, ...(wish === '' ? {} : { instructions: wish }) })
  if (!asked) return
  try {
    const answer = await streamNotes(asked.question, {
      onProgress: (progress) => store.send({ type: 'progress', progress }),
      onEntry: () => {},
    })
    store.send({ type: 'reworded', answer, ids })
  } catch (error) {
    fail(store, error, asked.question.signal)
  }
}

/** Stops what is being written; what arrived stays. */
export function stopDraft(): void {
  running?.abort()
}

function begin(store: Store, what: string, more: object = {}) {
  const { session, choice, range } = store.get()
  if (!session || range.is !== 'known') return null
  running?.abort()
  running = new AbortController()
  store.send({ type: 'draft-asked', what })
  const { fromSha, toSha } = range.index.answer.range
  const writingOptions = choice.writer === 'rules' ? '' : choice.instructions.trim()
  const body = {
    ...requestOf(session.host, choice),
    // By SHA, so that the words are about what is shown, whatever was pushed since.
    ...(fromSha === null ? {} : { fromRef: fromSha }),
    toRef: toSha,
    ...(writingOptions === '' ? {} : { instructions: writingOptions }),
    ...(choice.summary && choice.writer !== 'rules' ? { summary: true } : {}),
    ...more,
  }
  const onWait = (wait: Wait | null) => store.send({ type: 'draft-wait', wait })
  return { question: { path: '/api/v1/generate', body, session, signal: running.signal, onWait } }
}

function fail(store: Store, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) {
    store.send({ type: 'draft-cancelled' })
    return
  }
  const trouble = troubleOf(error)
  noteExpiry(store, trouble)
  store.send({ type: 'draft-failed', trouble })
}

/** Gathers what comes in quick succession, so that the page is not drawn for each entry. */
function openInbox(hand: (entries: Entry[]) => void) {
  let waiting: Entry[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  const flush = () => {
    timer = null
    const entries = waiting
    waiting = []
    if (entries.length > 0) hand(entries)
  }
  return {
    take: (entry: Entry) => {
      waiting.push(entry)
      timer ??= setTimeout(flush, drawMs)
    },
    close: () => {
      if (timer !== null) clearTimeout(timer)
      flush()
    },
  }
}
