import { z } from 'zod'

// Some gateways give a list of parts, of which those of type `text` are the answer.
const content = z
  .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
  .nullish()
  .transform((given) => {
    if (!Array.isArray(given)) return given ?? ''
    return given.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('')
  })

const thought = z
  .unknown()
  .optional()
  .transform((given) => given !== undefined && given !== null && given !== '')

const said = z.object({
  content,
  refusal: z.string().nullish(),
  // What a model thinks is a sign of life and nothing else; gateways have two names for it.
  reasoning: thought,
  reasoning_content: thought,
})

const choice = z.object({
  delta: said.nullish(),
  message: said.nullish(),
  finish_reason: z.string().nullish(),
  error: z.unknown().optional(),
})

const count = z.number().int().nonnegative()
const usage = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  cost: z.number().nonnegative().nullish().catch(null),
})

/** A piece of an answer, or a whole one: only the parts that are used. */
export const answerChunk = z.object({
  error: z.unknown().optional(),
  model: z.string().nullish(),
  choices: z.array(choice).nullish(),
  // An answer is not worse for a count that cannot be read.
  usage: usage.nullish().catch(null),
})
export type AnswerChunk = z.infer<typeof answerChunk>
