import type { Draft } from '../core/entry.ts'
import { Problem } from '../core/errors.ts'
import type { ModelWriter } from './model-writer.ts'
import { buildSummaryPrompt, type RejectedEntry, summaryInstructions, summarySchema } from './prompt.ts'

const mostEntries = 60

/** A sentence or two about the release, by the model; null when it cannot be had, or not truthfully. */
export async function summarise(drafts: Draft[], modelWriter: ModelWriter): Promise<string | null> {
  const told = drafts.filter(({ leftOut }) => leftOut === null).slice(0, mostEntries)
  const entries = told.map(({ category, text }) => ({ category, text }))
  const faults: RejectedEntry[] = []
  for (let attempt = 0; attempt < 2 && entries.length > 0; attempt += 1) {
    const evidence = buildSummaryPrompt(entries, modelWriter.writingOptions, faults.splice(0))
    const words = { instructions: summaryInstructions, evidence, answer: summarySchema }
    const question = modelWriter.question(words, { size: 4 })
    try {
      const reply = await modelWriter.ask(question)
      const text = readSummary(reply.text)
      const found = text === null ? ['it is not JSON of the schema'] : modelWriter.context.checkSummary(text)
      if (text !== null && found.length === 0) {
        modelWriter.context.gateway!.keep(question, reply)
        return text
      }
      faults.push({ ids: [], text: text ?? '', faults: found })
    } catch (error) {
      modelWriter.context.signal.throwIfAborted()
      // The notes are whole without it.
      if (error instanceof Problem) return null
      throw error
    }
  }
  return null
}

function readSummary(answer: string): string | null {
  const json = answer.slice(Math.max(0, answer.indexOf('{')), answer.lastIndexOf('}') + 1)
  try {
    const { summary } = JSON.parse(json) as { summary?: unknown }
    return typeof summary === 'string' && summary.trim() !== '' ? summary.trim() : null
  } catch {
    return null
  }
}
