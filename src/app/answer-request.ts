import type { Answer } from '../core/answer.ts'
import type { Gateway } from '../core/gateway.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { Host } from '../core/host.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { Warning } from '../core/warnings.ts'
import type { Idempotency, KeyedRequest } from '../state/idempotency.ts'
import { generateOnce, type SharedAnswer, type Sharing } from './generate-once.ts'

/** A request for notes, as any surface has read it. */
export interface AnswerRequest {
  asked: GenerateRequest
  host: Host
  token: string
  modelKey: string | null
  gateway: Gateway | null
  /** What reading the request has to say to its caller. */
  warnings: Warning[]
}

type AnswerContext = Omit<GenerateContext, 'host' | 'token' | 'gateway'> & Omit<Sharing, 'modelKey'>

/** Answers a question, with what its reading has to say before everything else that is to be said. */
export async function answerRequest(question: AnswerRequest, context: AnswerContext): Promise<SharedAnswer> {
  const { asked, host, token, gateway, modelKey, warnings } = question
  const shared = await generateOnce(asked, { ...context, host, token, gateway }, { ...context, modelKey })
  const { made, by, entriesSent } = shared
  // Most answers are sent as they are kept; one that a model was paid for says so to whom it was made for.
  if (warnings.length === 0 && !made?.writer.usage) return shared
  const answer = made ?? (JSON.parse(shared.text) as Answer)
  const text = JSON.stringify({ ...answer, warnings: [...warnings, ...answer.warnings] } satisfies Answer)
  return { text, by, made, entriesSent }
}

/** Answers a question once for a key of its caller's; what was answered before is told only when the host still allows it. */
export async function answerRequestOnce(
  question: AnswerRequest,
  context: AnswerContext & { idempotency: Idempotency },
  keyed: Omit<KeyedRequest, 'content'>,
): Promise<SharedAnswer & { again: boolean }> {
  const { asked, host, token, modelKey } = question
  let answer: SharedAnswer | null = null
  const request = { ...keyed, content: [asked, host.name, modelKey] }
  const { text, isReplay: again } = await context.idempotency.once(request, async () => {
    answer = await answerRequest(question, context)
    return answer.text
  })
  if (answer) return { ...(answer as SharedAnswer), again }
  const { signal, deadlineAt } = context
  const repository = await host.open({ repoFullName: asked.repoFullName, token, signal, deadlineAt })
  await repository.resolveRefs(asked.fromRef, asked.toRef)
  return { text, by: 'memory', made: null, entriesSent: false, again }
}
