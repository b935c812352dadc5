import { useRef, useState } from 'preact/hooks'
import type { Published } from '../../src/core/publisher.ts'
import { describeError } from '../api-client/api-error.ts'
import { type ConfigurationRequest, type PublishRequest, publish } from '../api-client/publish.ts'
import { handleRejectedToken } from '../effects/sign-in.ts'
import type { ErrorInfo, RetryWait, Session } from '../state/app-state.ts'
import { useServices } from '../state/store.ts'

/** How far a publish request has come. */
export type PublishStatus =
  | { status: 'idle' }
  | { status: 'sending'; wait: RetryWait | null }
  | { status: 'done'; published: Published }
  | { status: 'failed'; error: ErrorInfo }

interface Publishing {
  status: PublishStatus
  send: () => Promise<void>
  stop: () => void
  /** Clears an error, for example after the user changed a field. */
  reset: () => void
}

/** Sends a publish request, waits and retries if the host asks for it, and can be stopped. */
export function usePublish(
  request: PublishRequest | ConfigurationRequest | null,
  session: Session,
  onPublished: (published: Published) => void = () => {},
): Publishing {
  const { store } = useServices()
  const [status, setStatus] = useState<PublishStatus>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  const send = async () => {
    if (!request) return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setStatus({ status: 'sending', wait: null })
    const onWait = (wait: RetryWait | null) => setStatus({ status: 'sending', wait })
    try {
      const published = await publish(request, { session, signal, onWait })
      setStatus({ status: 'done', published })
      onPublished(published)
    } catch (failure) {
      if (signal.aborted) return
      const error = describeError(failure)
      handleRejectedToken(store, error)
      setStatus({ status: 'failed', error })
    }
  }
  const reset = () => setStatus({ status: 'idle' })
  const stop = () => {
    running.current?.abort()
    reset()
  }
  return { status, send, stop, reset }
}
