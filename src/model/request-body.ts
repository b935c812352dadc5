import type { ModelRequest } from '../core/gateway.ts'
import type { GatewayCapabilities } from './gateway-capabilities.ts'
import type { GatewaySetting } from './gateway-setting.ts'

const seed = 1

/** A question as gateways take it: what never changes comes first, so that they can cache it. */
export function requestBody(
  setting: GatewaySetting,
  question: ModelRequest,
  capabilities: GatewayCapabilities,
): string {
  const optional = { temperature: 0, seed, stream_options: { include_usage: true } }
  return JSON.stringify({
    model: setting.model,
    messages: [
      { role: 'system', content: instructionsOf(question, capabilities) },
      { role: 'user', content: question.evidence },
    ],
    stream: true,
    ...(capabilities.lengthField === null ? {} : { [capabilities.lengthField]: question.maxOutputTokens }),
    ...shapeOf(question, capabilities),
    ...Object.fromEntries(
      Object.entries(optional).filter(([name]) => !capabilities.without.some((each) => each === name)),
    ),
    // Only OpenRouter knows it, and tells what an answer costs only then.
    ...(isOpenRouter(setting) ? { usage: { include: true } } : {}),
  })
}

/** Where the gateway cannot be given a schema, the model is told it in words. */
function instructionsOf({ instructions, answer }: ModelRequest, { shape }: GatewayCapabilities): string {
  if (shape === 'json_schema') return instructions
  return `${instructions}\n\nAnswer with one JSON object and nothing else: no fence, no word before or after it. It must fit this JSON Schema:\n${JSON.stringify(answer.schema)}`
}

function shapeOf({ answer }: ModelRequest, { shape }: GatewayCapabilities): Record<string, unknown> {
  if (shape === 'plain') return {}
  if (shape === 'json_object') return { response_format: { type: 'json_object' } }
  const { name, schema } = answer
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } }
}

function isOpenRouter({ url }: GatewaySetting): boolean {
  const { hostname } = new URL(url)
  return hostname === 'openrouter.ai' || hostname.endsWith('.openrouter.ai')
}
