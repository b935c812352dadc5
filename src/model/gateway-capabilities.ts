/** How a gateway wants to be asked for a model: without what it was found not to understand. */
export interface GatewayCapabilities {
  readonly shape: 'json_schema' | 'json_object' | 'plain'
  readonly lengthField: 'max_tokens' | 'max_completion_tokens' | null
  readonly without: readonly Optional[]
}

const optional = ['temperature', 'seed', 'stream_options'] as const
/** A parameter that an answer can do without. */
type Optional = (typeof optional)[number]

/** How every gateway is asked first. */
export const defaultCapabilities: GatewayCapabilities = {
  shape: 'json_schema',
  lengthField: 'max_tokens',
  without: [],
}

const mostSearched = 4_000
const shapeNames = /\b(?:response_format|json_schema|json_object|json[ _]mode|structured[ _]outputs?)\b/i

/** How to ask after a refusal: without the one thing that it names; null when it names none. */
export function concede(capabilities: GatewayCapabilities, dislike: string): GatewayCapabilities | null {
  const words = dislike.slice(0, mostSearched)
  const named = (name: string) => new RegExp(`\\b${name}\\b`).test(words)
  if (capabilities.lengthField === 'max_tokens' && named('max_completion_tokens')) {
    return { ...capabilities, lengthField: 'max_completion_tokens' }
  }
  if (capabilities.shape !== 'plain' && shapeNames.test(words)) {
    return { ...capabilities, shape: capabilities.shape === 'json_schema' ? 'json_object' : 'plain' }
  }
  // A question that is too long is not mended by leaving out how long its answer may be.
  if (capabilities.lengthField !== null && named(capabilities.lengthField) && !/context/i.test(words)) {
    return { ...capabilities, lengthField: null }
  }
  const next = optional.find((name) => named(name) && !capabilities.without.includes(name))
  return next ? { ...capabilities, without: [...capabilities.without, next] } : null
}
