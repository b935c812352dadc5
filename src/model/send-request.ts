import type { ModelRequest } from '../core/gateway.ts'
import type { HttpClient, HttpResponse } from '../http-client/http-client.ts'
import { type Failure, failureFromError, failureFromStatus, type Outcome } from './failure.ts'
import type { GatewayCapabilities } from './gateway-capabilities.ts'
import { readGatewayError } from './gateway-error.ts'
import { authHeaders, endpointUrl, type GatewaySetting } from './gateway-setting.ts'
import { readResponse } from './read-response.ts'
import { requestBody } from './request-body.ts'
import { StreamTimeout, type WaitingLimits } from './stream-timeout.ts'

/** One HTTP call to a gateway. */
export interface GatewayCall {
  setting: GatewaySetting
  request: ModelRequest
  capabilities: GatewayCapabilities
  httpClient: HttpClient
  now: () => number
  limits: WaitingLimits
}

// Each token takes about two hundred bytes, and reasoning is streamed too.
const maxBytes = 16 * 1024 * 1024
const maxErrorBytes = 64 * 1024

/** Sends a request once. Throws only if the caller cancelled it, or for an internal error. */
export async function sendRequest(call: GatewayCall): Promise<Outcome> {
  const { setting, request, limits, now } = call
  const timeout = new StreamTimeout(setting, limits, () => request.deadlineAt - now())
  try {
    const response = await send(call, AbortSignal.any([request.signal, timeout.signal]))
    if (response.status !== 200) return { failure: await readRejection(response, call) }
    return await readResponse(response, {
      setting,
      now,
      onText: request.onText,
      onActivity: () => timeout.onData(),
    })
  } catch (error) {
    request.signal.throwIfAborted()
    return { failure: timeout.failure ?? failureFromError(error, setting) }
  } finally {
    timeout.end()
  }
}

function send(
  { setting, request, capabilities, httpClient }: GatewayCall,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return httpClient({
    method: 'POST',
    url: endpointUrl(setting, 'chat/completions'),
    headers: {
      ...authHeaders(setting),
      accept: 'text/event-stream, application/json',
      'content-type': 'application/json',
    },
    body: requestBody(setting, request, capabilities),
    signal,
    deadlineAt: request.deadlineAt,
    maxBytes,
    attempts: 1,
    source: 'gateway',
    responseTimeoutMs: null,
  })
}

async function readRejection(
  response: HttpResponse,
  { setting, request, now }: GatewayCall,
): Promise<Failure> {
  const gatewayError = readGatewayError(await readBody(response))
  request.signal.throwIfAborted()
  return failureFromStatus(
    { status: response.status, gatewayError, headers: response.headers, now: now() },
    setting,
  )
}

/** Reads the body of an error response; returns an empty string if it is too long or cut off. */
async function readBody(response: HttpResponse): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of response.bytes()) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length > maxErrorBytes) return ''
    }
  } catch {
    // The status is enough.
    return ''
  }
  return text + decoder.decode()
}
