/** What a gateway supports for a model. */
export interface GatewayCapabilities {
  readonly shape: 'json_schema' | 'json_object' | 'plain'
  readonly lengthField: 'max_tokens' | 'max_completion_tokens' | null
  readonly without: readonly Optional[]
}

const optional = ['temperature', 'seed', 'stream_options'] as const
/** A parameter that a request can omit. */
type Optional = (typeof optional)[number]

/** Assumed until the gateway rejects a parameter. */
export const defaultCapabilities: GatewayCapabilities = {
  shape: 'json_schema',
  lengthField: 'max_tokens',
  without: [],
}

const maxSearched = 4_000
const shapeNames = /\b(?:response_format|json_schema|json_object|json[ _]mode|structured[ _]outputs?)\b/i

/** Returns the capabilities without the parameter that an error text names; null if it names none. */
export function withoutRejectedParameter(
  capabilities: GatewayCapabilities,
  errorText: string,
): GatewayCapabilities | null {
  const text = errorText.slice(0, maxSearched)
  const named = (name: string) => new RegExp(`\\b${name}\\b`).test(text)
  if (capabilities.lengthField === 'max_tokens' && named('max_completion_tokens')) {
    return { ...capabilities, lengthField: 'max_completion_tokens' }
  }
  if (capabilities.shape !== 'plain' && shapeNames.test(text)) {
    return { ...capabilities, shape: capabilities.shape === 'json_schema' ? 'json_object' : 'plain' }
  }
  // Omitting the length of the answer does not help a request that is too long for the context.
  if (capabilities.lengthField !== null && named(capabilities.lengthField) && !/context/i.test(text)) {
    return { ...capabilities, lengthField: null }
  }
  const next = optional.find((name) => named(name) && !capabilities.without.includes(name))
  return next ? { ...capabilities, without: [...capabilities.without, next] } : null
}
