import type { Answer } from '../core/answer.ts'
import type { Gateway } from '../core/gateway.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Host } from '../core/host.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import type { Idempotency, KeyedRequest } from '../state/idempotency.ts'
import { generateOnce, type SharedAnswer, type Sharing } from './generate-once.ts'

/** A request for notes, with the host and the model that its caller named. */
export interface AnswerRequest {
  request: GenerateRequest
  host: Host
  token: string
  modelKey: string | null
  gateway: Gateway | null
  /** The warnings of reading the request. */
  warnings: Warning[]
}

/** What answering a request needs beside what the request names. */
export interface AnswerContext {
  generation: Omit<GenerateContext, 'host' | 'token' | 'gateway'>
  sharing: Omit<Sharing, 'modelKey'>
}

/** The answer to a request with an idempotency key. */
export interface KeyedAnswer extends SharedAnswer {
  /** Whether an earlier request with the same key was answered with it. */
  again: boolean
}

/** Answers a request; the warnings of reading it come first. */
export async function answerRequest(
  { request, host, token, gateway, modelKey, warnings }: AnswerRequest,
  { generation, sharing }: AnswerContext,
): Promise<SharedAnswer> {
  const shared = await generateOnce(
    request,
    { ...generation, host, token, gateway },
    { ...sharing, modelKey },
  )
  const { made, by, entriesSent } = shared
  // Most answers are sent as they are cached; the one that a model was paid for shows its cost to its own caller.
  if (warnings.length === 0 && !made?.writer.usage) return shared
  const answer = made ?? (JSON.parse(shared.text) as Answer)
  const text = JSON.stringify({ ...answer, warnings: [...warnings, ...answer.warnings] } satisfies Answer)
  return { text, by, made, entriesSent }
}

/** Answers a request once per idempotency key; a stored answer is returned only if the host still grants access. */
export async function answerRequestOnce(
  answerable: AnswerRequest,
  context: AnswerContext,
  { idempotency, ...keyed }: Omit<KeyedRequest, 'content'> & { idempotency: Idempotency },
): Promise<KeyedAnswer> {
  const { request, host, token, modelKey } = answerable
  let answer: SharedAnswer | null = null
  const { text, isReplay: again } = await idempotency.once(
    { ...keyed, content: [request, host.name, modelKey] },
    async () => {
      answer = await answerRequest(answerable, context)
      return answer.text
    },
  )
  if (answer) return { ...(answer as SharedAnswer), again }
  const { signal, deadlineAt } = context.generation
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  await repository.resolveRefs(request.fromRef, request.toRef)
  return { text, by: 'memory', made: null, entriesSent: false, again }
}
