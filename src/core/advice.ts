/** Something about a text that its writer may want to change; nothing is rejected for it. */
export interface Advice {
  pointer: string
  detail: string
  /** What it is about, so that programs can word it themselves. */
  code?: AdviceCode
  /** The words of the text that it is about. */
  text?: string
}

/** What advice is about: the evidence, or the Markdown of a person. */
export const adviceCodes = [
  'unsupported',
  'category',
  'combination',
  'quote',
  'name',
  'mention',
  'html',
  'link',
  'image',
  'markup',
  'image-alt',
  'broken-link',
] as const
type AdviceCode = (typeof adviceCodes)[number]
