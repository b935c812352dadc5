import { version } from '../config/package.ts'
import type { Answer } from '../core/answer.ts'
import type { Entry } from '../core/entry.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Host } from '../core/host.ts'
import type { Progress } from '../core/progress.ts'
import type { Repository } from '../core/repository.ts'
import { isTransient } from '../core/warnings.ts'
import type { FlightContext, FlightResult, SingleFlight } from '../state/single-flight.ts'
import { type AnswerOrigin, answerKey } from './answer-key.ts'
import { generate } from './generate.ts'

/** What is sent while an answer is made. */
export type GenerateUpdate = { progress: Progress } | { entry: Entry }

/** What a generation that is shared needs beside the world of its own. */
export interface Sharing {
  flights: SingleFlight<GenerateUpdate>
  secret: string
  modelKey: string | null
  /** Is shown every sign of life of what is made here, and nothing of what others make. */
  watch: (progress: Progress) => void
  /** Whether a known answer will not do. */
  fresh: boolean
}

/** An answer as JSON, and how it was come by. */
export interface SharedAnswer extends FlightResult {
  /** The answer itself, where it was made for this request. */
  made: Answer | null
  /** Whether its entries were told while it was made. */
  entriesTold: boolean
}

type Refs = AnswerOrigin['refs']

// Labels and titles of pull requests can change while the commits stay; nobody waits long for a correction.
const keepMs = 10 * 60 * 1000
const keepBriefMs = 2_000

/**
 * The answer to a request, made once for all who ask the same at the same time, and known for a while.
 * The host is asked first: nothing is told unless it accepts this token for this repository now.
 */
export async function generateOnce(
  request: Parameters<typeof generate>[0],
  context: GenerateContext,
  sharing: Sharing,
): Promise<SharedAnswer> {
  const { host, token, signal, deadlineAt, gateway } = context
  const reach = new Reach(signal)
  try {
    context.onProgress({ stage: 'resolve', done: 0, total: 2 })
    const access = { repoFullName: request.repoFullName, token, signal: reach.signal, deadlineAt }
    const repository = await host.open(access)
    const refs = await repository.resolveRefs(request.fromRef, request.toRef)
    const name = answerKey({
      ...{ secret: sharing.secret, programVersion: version, token, modelKey: sharing.modelKey },
      ...{ model: gateway?.model ?? null, host, repository, refs, request },
    })
    let made: Answer | null = null
    let entriesTold = false
    const onUpdate = (update: GenerateUpdate) => {
      entriesTold ||= 'entry' in update
      passOn(update, context)
    }
    const waiter = { signal, deadlineAt, fresh: sharing.fresh, onUpdate }
    const result = await sharing.flights.share(name, waiter, async (making) => {
      reach.follow(making.signal)
      made = await generate(
        request,
        shared({ ...context, ...sharing }, opened(host, repository, refs), making),
      )
      return { text: JSON.stringify(asKnown(made)), keepMs: isWhole(made) ? keepMs : keepBriefMs }
    })
    return { ...result, made: result.by === 'making' ? made : null, entriesTold }
  } finally {
    reach.end()
  }
}

function passOn(update: GenerateUpdate, { onProgress, onEntry }: GenerateContext): void {
  if ('entry' in update) onEntry(update.entry)
  else onProgress(update.progress)
}

function shared(
  context: GenerateContext & Pick<Sharing, 'watch'>,
  host: Host,
  { signal, deadlineAt, sendUpdate }: FlightContext<GenerateUpdate>,
): GenerateContext {
  let begun = false
  return {
    ...context,
    host,
    signal,
    deadlineAt,
    onProgress: (progress) => {
      context.watch(progress)
      // That the range is looked for was told before the host was asked.
      if (begun) sendUpdate({ progress })
      begun = true
    },
    onEntry: (entry) => sendUpdate({ entry }),
  }
}

/** The host with its door open already: what was asked is not asked again. */
function opened(host: Host, repository: Repository, refs: Refs): Host {
  const known: Repository = {
    fullName: repository.fullName,
    web: repository.web,
    shallow: repository.shallow,
    resolveRefs: async () => refs,
    commits: (range, limit) => repository.commits(range, limit),
    count: (range) => repository.count(range),
    past: (sha, most) => repository.past(sha, most),
    details: (commits, toSha) => repository.details(commits, toSha),
    listRefs: (question) => repository.listRefs(question),
  }
  return { ...host, open: async () => known }
}

/** For others it cost nothing: it was paid for when it was made. */
function asKnown(answer: Answer): Answer {
  const { usage } = answer.writer
  return {
    ...answer,
    writer: { ...answer.writer, usage: usage && { inputTokens: 0, outputTokens: 0 } },
  }
}

/** Whether nothing was missing that may be there in a minute. */
function isWhole({ writer, warnings }: Answer): boolean {
  return writer.fallback === null && !warnings.some(isTransient)
}

/** How far a request reaches into the host: while its caller waits, or while others wait for what it began. */
class Reach {
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

  /** The request is over; what it began for others goes on. */
  end(): void {
    this.#own.removeEventListener('abort', this.#onAbort)
  }
}
