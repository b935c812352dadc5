import { Problem } from '../core/errors.ts'
import type { Gateway, ModelRequest, ModelResponse } from '../core/gateway.ts'
import type { HttpClient } from '../http-client/http-client.ts'
import { backoffMs } from '../http-client/retry.ts'
import { askPrice } from './ask-price.ts'
import type { Breaker, Sign } from './breaker.ts'
import { callOnce } from './call-once.ts'
import type { Outcome } from './failure.ts'
import { concede, type GatewayCapabilities } from './gateway-capabilities.ts'
import { readGatewayError } from './gateway-error.ts'
import type { GatewayMemory } from './gateway-memory.ts'
import { type GatewaySetting, nameOf } from './gateway-setting.ts'
import { denied } from './refusal-problem.ts'
import { tooLate, type WaitingLimits } from './stream-timeout.ts'

/** What asking a gateway needs from outside. */
export interface GatewayContext {
  httpClient: HttpClient
  now: () => number
  random: () => number
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** One for each gateway of a process, whoever asks. */
  breaker: Breaker
  /** One for a process. */
  memory: GatewayMemory
  limits?: GatewayLimits
}

/** How long a gateway may keep us waiting, in milliseconds. */
interface GatewayLimits extends WaitingLimits {
  priceMs: number
}

const usualLimits: GatewayLimits = { firstTokenMs: 30_000, silenceMs: 20_000, priceMs: 3_000 }
const mostAttempts = 3
const mostConcessions = 3

/** Opens a language model behind any gateway that speaks OpenAI's protocol. */
export function openGateway(setting: GatewaySetting, context: GatewayContext): Gateway {
  const limits = context.limits ?? usualLimits
  return {
    model: setting.model,
    ask: (question) =>
      ask({
        setting,
        context: { ...context, limits },
        question,
        capabilities: context.memory.capabilitiesFor(setting),
        concessionsLeft: mostConcessions,
        lastProblem: null,
        told: false,
      }),
    price: (signal) => askPrice(setting, { ...context, ...limits }, signal),
    // A gateway asks every time; who remembers answers wraps it.
    keep: () => {},
  }
}

/** One question on its way: what was tried, and what may still be. */
interface Course {
  setting: GatewaySetting
  context: GatewayContext & { limits: GatewayLimits }
  question: ModelRequest
  capabilities: GatewayCapabilities
  concessionsLeft: number
  lastProblem: Problem | null
  /** Whether the caller has got a piece of an answer that may have to begin anew. */
  told: boolean
}

/** Asks until there is an answer or another attempt would not help. */
async function ask(course: Course): Promise<ModelResponse> {
  const { setting, context, question } = course
  checkKey(setting)
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askPolitely(course)
    if ('reply' in outcome) {
      // LearnedHabit only now: what a gateway blames may not be what it means.
      if (course.concessionsLeft < mostConcessions)
        context.memory.learnCapabilities(setting, course.capabilities)
      return outcome.reply
    }
    const { problem, again, pauseMs } = outcome.failure
    const pause = pauseMs ?? backoffMs(attempt, context.random)
    // A wait that ends after the deadline helps nobody: the caller is told at once.
    if (!again || attempt >= mostAttempts || context.now() + pause >= question.deadlineAt) throw problem
    course.lastProblem = problem
    await rest(pause, course)
  }
}

/** Asks, and once more for each thing that the gateway is found not to understand. */
async function askPolitely(course: Course): Promise<Outcome> {
  for (;;) {
    const outcome = await callThroughBreaker(course)
    if ('reply' in outcome || outcome.failure.dislike === null || course.concessionsLeft === 0) return outcome
    // The name of a model may hold that of a parameter: there is one called Seed.
    const dislike = outcome.failure.dislike.replaceAll(course.setting.model, '')
    const conceded = concede(course.capabilities, dislike)
    if (!conceded) return outcome
    course.capabilities = conceded
    course.concessionsLeft -= 1
  }
}

async function callThroughBreaker(course: Course): Promise<Outcome> {
  const { setting, context, question } = course
  question.signal.throwIfAborted()
  if (context.now() >= question.deadlineAt) return { failure: tooLate(setting) }
  const entry = context.breaker.enter()
  if (!entry.allowed) throw course.lastProblem ?? leftAlone(setting, entry.retryAfterSeconds)
  if (course.told) question.onRestart()
  course.told = false
  let sign: Sign = 'unclear'
  try {
    const outcome = await callOnce({ ...context, ...course, question: noteTold(course) })
    if ('reply' in outcome) sign = 'worked'
    else if (outcome.failure.blame) sign = 'failed'
    return outcome
  } finally {
    entry.settle(sign)
  }
}

function noteTold(course: Course): ModelRequest {
  const onText = (piece: string) => {
    course.told = true
    course.question.onText(piece)
  }
  return { ...course.question, onText }
}

async function rest(pause: number, { context, question }: Course): Promise<void> {
  try {
    await context.sleep(pause, question.signal)
  } catch (error) {
    question.signal.throwIfAborted()
    throw error
  }
}

/** A key that no header can hold must not get as far as an error that repeats it. */
function checkKey(setting: GatewaySetting): void {
  if (/^[\x21-\x7e]+$/.test(setting.key)) return
  throw denied({ status: 401, gatewayError: readGatewayError('') }, setting)
}

function leftAlone(setting: GatewaySetting, retryAfter: number): Problem {
  return new Problem(
    'gateway_down',
    `${nameOf(setting)} failed several times in a row and is left alone for a while. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    { retryAfter },
  )
}
