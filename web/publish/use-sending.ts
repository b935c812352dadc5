import { useRef, useState } from 'preact/hooks'
import type { Published } from '../../src/core/publisher.ts'
import { noteExpiry } from '../effects/sign-in.ts'
import { type Publication, publish } from '../service/publish.ts'
import { troubleOf } from '../service/refusal.ts'
import type { Session, Trouble, Wait } from '../state/app-state.ts'
import { useTools } from '../state/store.ts'

/** How far a publication has come. */
export type Sending =
  | { is: 'asking' }
  | { is: 'sending'; wait: Wait | null }
  | { is: 'done'; published: Published }
  | { is: 'failed'; trouble: Trouble }

/** Sends when asked to, waits where it must, and stops when asked to. */
export function useSending(publication: Publication, session: Session) {
  const { store } = useTools()
  const [sending, setSending] = useState<Sending>({ is: 'asking' })
  const work = useRef<AbortController | null>(null)
  const send = async () => {
    work.current?.abort()
    const current = new AbortController()
    work.current = current
    const { signal } = current
    setSending({ is: 'sending', wait: null })
    const onWait = (wait: Wait | null) => setSending({ is: 'sending', wait })
    try {
      const published = await publish(publication, { session, signal, onWait })
      setSending({ is: 'done', published })
    } catch (error) {
      if (signal.aborted) return
      const trouble = troubleOf(error)
      noteExpiry(store, trouble)
      setSending({ is: 'failed', trouble })
    }
  }
  const forget = () => setSending({ is: 'asking' })
  const stop = () => {
    work.current?.abort()
    forget()
  }
  return { sending, send, stop, forget }
}
