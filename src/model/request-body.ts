import type { ModelRequest } from '../core/gateway.ts'
import type { GatewayCapabilities } from './gateway-capabilities.ts'
import type { GatewaySetting } from './gateway-setting.ts'

const seed = 1

/** The body of a request. The unchanging part comes first, so that gateways can cache it. */
export function requestBody(
  setting: GatewaySetting,
  request: ModelRequest,
  capabilities: GatewayCapabilities,
): string {
  const optional = { temperature: 0, seed, stream_options: { include_usage: true } }
  return JSON.stringify({
    model: setting.model,
    messages: [
      { role: 'system', content: systemPrompt(request, capabilities) },
      { role: 'user', content: request.evidence },
    ],
    stream: true,
    ...(capabilities.lengthField === null ? {} : { [capabilities.lengthField]: request.maxOutputTokens }),
    ...responseFormat(request, capabilities),
    ...Object.fromEntries(
      Object.entries(optional).filter(([name]) => !capabilities.without.some((each) => each === name)),
    ),
    // OpenRouter returns the cost only if it is asked to; other gateways do not know this field.
    ...(isOpenRouter(setting) ? { usage: { include: true } } : {}),
  })
}

/** If the gateway does not support a schema, the prompt contains it. */
function systemPrompt({ instructions, answer }: ModelRequest, { shape }: GatewayCapabilities): string {
  if (shape === 'json_schema') return instructions
  return `${instructions}\n\nAnswer with one JSON object and nothing else: no fence, no word before or after it. It must fit this JSON Schema:\n${JSON.stringify(answer.schema)}`
}

function responseFormat({ answer }: ModelRequest, { shape }: GatewayCapabilities): Record<string, unknown> {
  if (shape === 'plain') return {}
  if (shape === 'json_object') return { response_format: { type: 'json_object' } }
  const { name, schema } = answer
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } }
}

function isOpenRouter({ url }: GatewaySetting): boolean {
  const { hostname } = new URL(url)
  return hostname === 'openrouter.ai' || hostname.endsWith('.openrouter.ai')
}
