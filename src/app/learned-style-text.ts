import type { SharedForm } from '../core/generate-context.ts'
import type { LearnedWeights } from '../curate/learned/regression.ts'
import type { LearnedData } from './learn-style.ts'

const maxBytes = 16 * 1024 * 1024

/** Writes what was learned as text, which other replicas can read. */
export const learnedStyleText: SharedForm<LearnedData | null> = {
  async write(learned) {
    const { style, releases } = learned ?? { style: null, releases: 0 }
    const plain = style && {
      ...style,
      features: toText(style.features),
      listing: writeWeights(style.listing),
      category: writeWeights(style.category),
      pastPullRequests: [...style.pastPullRequests],
    }
    const { promisify, deflateRaw } = loadCompression()
    return (await promisify(deflateRaw)(JSON.stringify({ style: plain, releases }))).toString('base64')
  },
  async read(text) {
    const { promisify, inflateRaw } = loadCompression()
    const bytes = await promisify(inflateRaw)(Buffer.from(text, 'base64'), { maxOutputLength: maxBytes })
    const { style, releases } = JSON.parse(bytes.toString())
    if (style === null) return null
    return {
      style: {
        ...style,
        features: new Int32Array(toBuffer(style.features)),
        listing: readWeights(style.listing),
        category: readWeights(style.category),
        pastPullRequests: new Map(style.pastPullRequests),
      },
      releases,
    }
  },
}

/** Loaded on demand: only replicas that share a store need it. */
function loadCompression() {
  const { promisify } = process.getBuiltinModule('node:util')
  return { promisify, ...process.getBuiltinModule('node:zlib') }
}

interface WrittenWeights {
  scales: string
  weights: string
  bias: number[]
}

function writeWeights({ scales, weights, bias }: LearnedWeights): WrittenWeights {
  return { scales: toText(scales), weights: toText(weights), bias }
}

function readWeights({ scales, weights, bias }: WrittenWeights): LearnedWeights {
  return { scales: new Float32Array(toBuffer(scales)), weights: new Float32Array(toBuffer(weights)), bias }
}

function toText({ buffer, byteOffset, byteLength }: Int32Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** A buffer of its own, because numbers must begin at a multiple of four bytes. */
function toBuffer(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer
}
