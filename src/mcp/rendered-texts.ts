import { createHash } from 'node:crypto'

/** Remembers which texts a server has rendered, so that only these are written to a changelog. */
export interface RenderedTexts {
  add: (text: string) => void
  has: (text: string) => boolean
}

const maxTexts = 500

/** Creates an empty memory of rendered texts; the oldest ones are forgotten first. */
export function createRenderedTexts(): RenderedTexts {
  const digests = new Set<string>()
  return {
    add: (text) => {
      digests.add(digestOf(text))
      if (digests.size > maxTexts) digests.delete(digests.values().next().value!)
    },
    has: (text) => digests.has(digestOf(text)),
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text.trim()).digest('base64')
}
