import { Problem } from '../core/errors.ts'
import type { Gateway, ModelQuestion, ModelReply } from '../core/gateway.ts'
import type { Door } from '../http-client/http-client.ts'
import { nextPause } from '../http-client/pause.ts'
import { askPrice } from './ask-price.ts'
import type { Breaker, Sign } from './breaker.ts'
import { callOnce } from './call-once.ts'
import type { Outcome } from './failure.ts'
import { concede, type Manners } from './gateway-capabilities.ts'
import { readComplaint } from './gateway-error.ts'
import type { GatewayMemory } from './gateway-memory.ts'
import { type GatewaySetting, nameOf } from './gateway-setting.ts'
import { denied } from './refusal-problem.ts'
import { tooLate, type WaitingLimits } from './stream-timeout.ts'

/** What asking a gateway needs from outside. */
export interface GatewayWorld {
  door: Door
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
export function openGateway(setting: GatewaySetting, world: GatewayWorld): Gateway {
  const limits = world.limits ?? usualLimits
  return {
    model: setting.model,
    ask: (question) =>
      ask({
        setting,
        world: { ...world, limits },
        question,
        manners: world.memory.mannersFor(setting),
        concessionsLeft: mostConcessions,
        lastProblem: null,
        told: false,
      }),
    price: (signal) => askPrice(setting, { ...world, ...limits }, signal),
    // A gateway asks every time; who remembers answers wraps it.
    keep: () => {},
  }
}

/** One question on its way: what was tried, and what may still be. */
interface Course {
  setting: GatewaySetting
  world: GatewayWorld & { limits: GatewayLimits }
  question: ModelQuestion
  manners: Manners
  concessionsLeft: number
  lastProblem: Problem | null
  /** Whether the caller has got a piece of an answer that may have to begin anew. */
  told: boolean
}

/** Asks until there is an answer or another attempt would not help. */
async function ask(course: Course): Promise<ModelReply> {
  const { setting, world, question } = course
  checkKey(setting)
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await askPolitely(course)
    if ('reply' in outcome) {
      // Learnt only now: what a gateway blames may not be what it means.
      if (course.concessionsLeft < mostConcessions) world.memory.learnManners(setting, course.manners)
      return outcome.reply
    }
    const { problem, again, pauseMs } = outcome.failure
    const pause = pauseMs ?? nextPause(attempt, world.random)
    // A wait that ends after the deadline helps nobody: the caller is told at once.
    if (!again || attempt >= mostAttempts || world.now() + pause >= question.deadlineAt) throw problem
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
    const conceded = concede(course.manners, dislike)
    if (!conceded) return outcome
    course.manners = conceded
    course.concessionsLeft -= 1
  }
}

async function callThroughBreaker(course: Course): Promise<Outcome> {
  const { setting, world, question } = course
  question.signal.throwIfAborted()
  if (world.now() >= question.deadlineAt) return { failure: tooLate(setting) }
  const entry = world.breaker.enter()
  if (!entry.allowed) throw course.lastProblem ?? leftAlone(setting, entry.retryAfterSeconds)
  if (course.told) question.onRestart()
  course.told = false
  let sign: Sign = 'unclear'
  try {
    const outcome = await callOnce({ ...world, ...course, question: noteTold(course) })
    if ('reply' in outcome) sign = 'worked'
    else if (outcome.failure.blame) sign = 'failed'
    return outcome
  } finally {
    entry.settle(sign)
  }
}

function noteTold(course: Course): ModelQuestion {
  const onText = (piece: string) => {
    course.told = true
    course.question.onText(piece)
  }
  return { ...course.question, onText }
}

async function rest(pause: number, { world, question }: Course): Promise<void> {
  try {
    await world.sleep(pause, question.signal)
  } catch (error) {
    question.signal.throwIfAborted()
    throw error
  }
}

/** A key that no header can hold must not get as far as an error that repeats it. */
function checkKey(setting: GatewaySetting): void {
  if (/^[\x21-\x7e]+$/.test(setting.key)) return
  throw denied({ status: 401, complaint: readComplaint('') }, setting)
}

function leftAlone(setting: GatewaySetting, retryAfter: number): Problem {
  return new Problem(
    'gateway_down',
    `${nameOf(setting)} failed several times in a row and is left alone for a while. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    { retryAfter },
  )
}
