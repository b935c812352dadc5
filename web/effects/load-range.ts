import type { ChangesAnswer } from '../../src/core/answer.ts'
import type { Audience } from '../../src/core/request.ts'
import { describeError } from '../api-client/api-error.ts'
import { requestJson } from '../api-client/request.ts'
import { indexEvidence } from '../editor-model/evidence.ts'
import type { DraftOptions } from '../state/app-state.ts'
import type { AppServices, AppStore } from '../state/store.ts'
import { draftKey } from '../storage/draft-file.ts'
import { handleRejectedToken } from './sign-in.ts'

/** The fields that all requests about a range have. */
interface RangeBody extends Pick<DraftOptions, 'fromRef' | 'toRef' | 'writer'> {
  repoFullName: string
  host: string
  audience?: Audience
  package?: string
  config?: Record<string, unknown>
}

/** Returns the request body that describes the chosen range; the configuration decides about what it leaves open. */
export function rangeBody(host: string, options: DraftOptions): RangeBody {
  const { repo, fromRef, toRef, audience, writer, package: packageName, config } = options
  return {
    ...{ repoFullName: repo, host, fromRef, toRef, writer },
    ...(audience === null ? {} : { audience }),
    ...(packageName === null ? {} : { package: packageName }),
    ...(config?.value ? { config: config.value } : {}),
  }
}

const changePauseMs = 250
let scheduled: ReturnType<typeof setTimeout> | undefined
let running: AbortController | null = null
let loading: Promise<void> = Promise.resolve()

/** Loads the changes of the chosen range, and its saved draft if there is one. */
export function loadRange(services: AppServices): Promise<void> {
  clearTimeout(scheduled)
  scheduled = undefined
  loading = load(services)
  return loading
}

async function load({ store, drafts }: AppServices): Promise<void> {
  const { session, options } = store.get()
  if (!session || options.repo === '') return
  running?.abort()
  const controller = new AbortController()
  running = controller
  store.dispatch({ type: 'range-requested' })
  try {
    const answer = await requestJson<ChangesAnswer>({
      path: '/api/v1/changes',
      body: rangeBody(session.host, options),
      session,
      signal: controller.signal,
      onWait: (wait) => store.dispatch({ type: 'range-waiting', wait }),
    })
    // The range can be shown even if the browser cannot read saved drafts.
    const saved = await drafts.read(draftKey(session.host, options)).catch(() => null)
    if (!controller.signal.aborted)
      store.dispatch({ type: 'range-loaded', index: indexEvidence(answer), saved })
  } catch (failure) {
    if (controller.signal.aborted) return
    const error = describeError(failure)
    handleRejectedToken(store, error)
    store.dispatch({ type: 'range-failed', error })
  }
}

/** Loads the range after a short pause, so that several changes in a row are one request. */
export function loadRangeSoon(services: AppServices): void {
  clearTimeout(scheduled)
  running?.abort()
  scheduled = setTimeout(() => void loadRange(services), changePauseMs)
}

/**
 * Loads the range from a start that is looked up first, unless another range is chosen in the meantime. Returns a
 * function that stops the lookup.
 */
export function loadRangeFrom(
  services: AppServices,
  findStart: (signal: AbortSignal) => Promise<string | null>,
): () => void {
  clearTimeout(scheduled)
  scheduled = undefined
  running?.abort()
  const controller = new AbortController()
  running = controller
  const loadFrom = (fromRef: string | null) => {
    if (controller.signal.aborted) return undefined
    if (fromRef !== null) services.store.dispatch({ type: 'set-options', options: { fromRef } })
    return load(services)
  }
  // If the start cannot be found, loading the range shows the error.
  loading = findStart(controller.signal)
    .catch(() => null)
    .then(loadFrom)
  return () => controller.abort()
}

/** Waits for the range that was chosen last: what starts with an older one would be replaced when it arrives. */
export async function finishLoading(services: AppServices): Promise<void> {
  let finished: Promise<void> | null = null
  while (finished !== loading || scheduled !== undefined) {
    finished = scheduled === undefined ? loading : loadRange(services)
    await finished
  }
}

/** Stops loading the range. */
export function stopRange(store: AppStore): void {
  clearTimeout(scheduled)
  scheduled = undefined
  running?.abort()
  store.dispatch({ type: 'range-stopped' })
}
