/** How a gateway wants to be asked for a model: without what it was found not to understand. */
export interface Manners {
  readonly shape: 'json_schema' | 'json_object' | 'plain'
  readonly lengthField: 'max_tokens' | 'max_completion_tokens' | null
  readonly without: readonly Optional[]
}

const optional = ['temperature', 'seed', 'stream_options'] as const
/** A parameter that an answer can do without. */
type Optional = (typeof optional)[number]

/** How every gateway is asked first. */
export const firstManners: Manners = { shape: 'json_schema', lengthField: 'max_tokens', without: [] }

const mostSearched = 4_000
const shapeNames = /\b(?:response_format|json_schema|json_object|json[ _]mode|structured[ _]outputs?)\b/i

/** How to ask after a refusal: without the one thing that it names; null when it names none. */
export function concede(manners: Manners, dislike: string): Manners | null {
  const words = dislike.slice(0, mostSearched)
  const named = (name: string) => new RegExp(`\\b${name}\\b`).test(words)
  if (manners.lengthField === 'max_tokens' && named('max_completion_tokens')) {
    return { ...manners, lengthField: 'max_completion_tokens' }
  }
  if (manners.shape !== 'plain' && shapeNames.test(words)) {
    return { ...manners, shape: manners.shape === 'json_schema' ? 'json_object' : 'plain' }
  }
  // A question that is too long is not mended by leaving out how long its answer may be.
  if (manners.lengthField !== null && named(manners.lengthField) && !/context/i.test(words)) {
    return { ...manners, lengthField: null }
  }
  const next = optional.find((name) => named(name) && !manners.without.includes(name))
  return next ? { ...manners, without: [...manners.without, next] } : null
}
