import type { ModelRequest } from '../core/gateway.ts'
import type { HttpClient, HttpResponse } from '../http-client/http-client.ts'
import { failureOfError, failureOfStatus, type Outcome } from './failure.ts'
import type { GatewayCapabilities } from './gateway-capabilities.ts'
import { readGatewayError } from './gateway-error.ts'
import { addressOf, type GatewaySetting, headersOf } from './gateway-setting.ts'
import { readAnswer } from './read-answer.ts'
import { requestBody } from './request-body.ts'
import { StreamTimeout, type WaitingLimits } from './stream-timeout.ts'

/** One call: who is asked what, in which manners. */
export interface Call {
  setting: GatewaySetting
  question: ModelRequest
  capabilities: GatewayCapabilities
  httpClient: HttpClient
  now: () => number
  limits: WaitingLimits
}

// A token comes in a chunk of some two hundred bytes, and thoughts are streamed too.
const mostBytes = 16 * 1024 * 1024
const mostComplaintBytes = 64 * 1024

/** Asks once; throws only when the caller left, or for a bug of ours. */
export async function callOnce(call: Call): Promise<Outcome> {
  const { setting, question, limits, now } = call
  const patience = new StreamTimeout(setting, limits, () => question.deadlineAt - now())
  try {
    const reply = await send(call, AbortSignal.any([question.signal, patience.signal]))
    if (reply.status !== 200) return { failure: await readRefusal(reply, call) }
    return await readAnswer(reply, {
      setting,
      now,
      onText: question.onText,
      onLife: () => patience.heard(),
    })
  } catch (error) {
    question.signal.throwIfAborted()
    return { failure: patience.failure ?? failureOfError(error, setting) }
  } finally {
    patience.end()
  }
}

function send(
  { setting, question, capabilities, httpClient }: Call,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return httpClient({
    method: 'POST',
    url: addressOf(setting, 'chat/completions'),
    headers: {
      ...headersOf(setting),
      accept: 'text/event-stream, application/json',
      'content-type': 'application/json',
    },
    body: requestBody(setting, question, capabilities),
    signal,
    deadlineAt: question.deadlineAt,
    maxBytes: mostBytes,
    attempts: 1,
    source: 'gateway',
    responseTimeoutMs: null,
  })
}

async function readRefusal(reply: HttpResponse, { setting, question, now }: Call) {
  const gatewayError = readGatewayError(await wordsOf(reply))
  question.signal.throwIfAborted()
  return failureOfStatus({ status: reply.status, gatewayError, headers: reply.headers, now: now() }, setting)
}

/** What a refusal says; nothing when it is too long to be said to anybody, or breaks off. */
async function wordsOf(reply: HttpResponse): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of reply.bytes()) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length > mostComplaintBytes) return ''
    }
  } catch {
    // The status has said what matters.
    return ''
  }
  return text + decoder.decode()
}
