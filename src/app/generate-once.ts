import { createHmac } from 'node:crypto'
import type { Answer } from '../core/answer.ts'
import type { Entry } from '../core/entry.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Host } from '../core/host.ts'
import type { TagName } from '../core/listing.ts'
import { version } from '../core/package.ts'
import type { Progress } from '../core/progress.ts'
import type { ResolvedRefs } from '../core/range.ts'
import type { Repository } from '../core/repository.ts'
import type { GenerateRequest } from '../core/request.ts'
import { isTransient } from '../core/warnings.ts'
import type { FlightContext, FlightResult, SingleFlight } from '../state/single-flight.ts'
import { promptVersion } from '../write/prompt.ts'
import { settleRefs } from './gather-changes.ts'
import { generate } from './generate.ts'
import { withOpened } from './open-once.ts'

/** What callers receive while an answer is generated. */
export type GenerateUpdate = { progress: Progress } | { entry: Entry }

/** What a shared generation needs beside its own context. */
export interface Sharing {
  flights: SingleFlight<GenerateUpdate>
  /** The operator's secret, so that a cache key reveals nothing about the request. */
  secret: string
  modelKey: string | null
  /** Receives the progress of what this process generates, not that of other replicas. */
  watch: (progress: Progress) => void
  /** Whether the caller wants a new answer instead of a cached one. */
  fresh: boolean
}

/** An answer as JSON, and whether it was generated, shared or cached. */
export interface SharedAnswer extends FlightResult {
  /** The answer itself, when it was generated for this request. */
  made: Answer | null
  /** Whether its entries were sent while it was generated. */
  entriesSent: boolean
}

// Labels and titles of pull requests can change while the commits stay the same, so no answer is cached for long.
const keepMs = 10 * 60 * 1000
const keepTransientMs = 2_000

/**
 * Answers a request; equal requests at the same time share one generation, and its answer is cached for a while. The
 * host is always asked first: a cached answer is returned only if the host accepts this token for this repository.
 */
export async function generateOnce(
  request: GenerateRequest,
  context: GenerateContext,
  sharing: Sharing,
): Promise<SharedAnswer> {
  const { host, token, signal, deadlineAt, runHeavy } = context
  const access = new HostAccess(signal)
  try {
    context.onProgress({ stage: 'resolve', done: 0, total: 2 })
    const { repoFullName } = request
    const opening = { repoFullName, token, signal: access.signal, deadlineAt, runHeavy }
    const repository = await host.open(opening)
    const { refs: named } = await settleRefs(repository, request)
    const refs = await repository.resolveRefs(named.fromRef ?? named.toRef, named.toRef)
    // The next version depends on all tags.
    const tags = request.version === 'auto' ? await repository.tags() : null
    const key = answerKey({ request, context, sharing, repository, refs, tags })
    let made: Answer | null = null
    let entriesSent = false
    const onUpdate = (event: GenerateUpdate) => {
      entriesSent ||= 'entry' in event
      if ('entry' in event) context.onEntry(event.entry)
      else context.onProgress(event.progress)
    }
    const waiting = { signal, deadlineAt, fresh: sharing.fresh, onUpdate }
    const landed = await sharing.flights.share(key, waiting, async (making) => {
      access.follow(making.signal)
      const openedHost = withOpened(host, repository, [
        { fromRef: named.fromRef ?? named.toRef, toRef: named.toRef, refs },
      ])
      made = await generate(request, contextOfFlight(context, openedHost, sharing.watch, making))
      return { text: JSON.stringify(withoutCost(made)), keepMs: isComplete(made) ? keepMs : keepTransientMs }
    })
    return { ...landed, made: landed.by === 'making' ? made : null, entriesSent }
  } finally {
    access.end()
  }
}

/** Everything that an answer depends on. */
interface AnswerOrigin {
  request: GenerateRequest
  context: GenerateContext
  sharing: Sharing
  repository: Repository
  /** The two refs with the commits they point to now. */
  refs: ResolvedRefs
  /** All tags, if the answer depends on them. */
  tags: TagName[] | null
}

/** Returns the key of an answer: equal for equal requests of the same caller, and different for all others. */
function answerKey({ request, context, sharing, repository, refs, tags }: AnswerOrigin): string {
  const { host, token, gateway } = context
  const { fullName, web, shallow } = repository
  const parts = [
    ...[promptVersion, version, host.name, host.kind, fullName, web, shallow],
    ...[token, sharing.modelKey, gateway?.model ?? null, gateway?.check ?? null, refs, tags, request],
  ]
  return createHmac('sha256', sharing.secret).update(JSON.stringify(parts)).digest('base64url')
}

/** The context of a generation that several callers may wait for. */
function contextOfFlight(
  context: GenerateContext,
  host: Host,
  watch: Sharing['watch'],
  { signal, deadlineAt, sendUpdate }: FlightContext<GenerateUpdate>,
): GenerateContext {
  let begun = false
  return {
    ...context,
    host,
    signal,
    deadlineAt,
    onProgress: (progress) => {
      watch(progress)
      // The first progress was reported before the host was asked.
      if (begun) sendUpdate({ progress })
      begun = true
    },
    onEntry: (entry) => sendUpdate({ entry }),
  }
}

/** A cached answer costs nothing: the first caller paid for it. */
function withoutCost(answer: Answer): Answer {
  const { usage } = answer.writer
  return {
    ...answer,
    writer: { ...answer.writer, usage: usage && { inputTokens: 0, outputTokens: 0 } },
  }
}

/** Whether nothing is missing that may be available a minute later. */
function isComplete({ writer, warnings }: Answer): boolean {
  return writer.fallback === null && !warnings.some(isTransient)
}

/** Access to the host: it ends when the caller leaves, or when the last caller of what it started leaves. */
class HostAccess {
  readonly #stop = new AbortController()
  readonly #own: AbortSignal
  #followed: AbortSignal
  readonly #onAbort = () => this.#stop.abort(this.#followed.reason)

  constructor(signal: AbortSignal) {
    this.#own = signal
    this.#followed = signal
    this.follow(signal)
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  follow(signal: AbortSignal): void {
    this.#followed.removeEventListener('abort', this.#onAbort)
    this.#followed = signal
    if (signal.aborted) this.#onAbort()
    else signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  /** The request is done; what it started for others continues. */
  end(): void {
    this.#own.removeEventListener('abort', this.#onAbort)
  }
}
