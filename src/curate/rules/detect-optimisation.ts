import type { ChangeUnit } from '../group/group-into-units.ts'

const mentionsPerformance =
  /\b(?:perf|performance|faster|speed(?:s|ed|ing)?[ -]?up|speedups?|optimi[sz](?:e[sd]?|ing|ations?)|(?:over-?|pre-?|re)?allocations?|over-?allocat(?:e[sd]?|ing)|latency|throughput|memory (?:usage|use|consumption|footprint|overhead)|fast[- ]paths?|(?:more|less) (?:in)?efficient(?:ly)?)\b/i
// `1.8x`, `37% faster`, `145ns -> 42ns`, `RSS 362MB -> 255MB`
const measuresPerformance =
  /\b\d{1,4}\.\d{1,3}x(?![\w.])|\b\d{1,4}(?:\.\d{1,3})?(?:x|%| times) (?:faster|speed-?up|less memory|fewer allocations)|\d ?(?:ns|µs|us|ms|[KMG]i?B) ?(?:->|→|=>) ?\d/i
const mentionsFault =
  /\b(?:fix(?:e[sd]|ing)?|bugs?|crash(?:es|ed|ing)?|leak(?:s|ed|ing)?|regress(?:ed|ions?)|wrong(?:ly)?|incorrect(?:ly)?|broken?|fail(?:s|ed|ures?|ing)?|errors?|panics?|overflows?|deadlocks?|races?|corrupt(?:s|ed|ion)?|hangs?|invalid)\b/i
const maxMessageLength = 3000

/** Finds why a change is work on performance and no fix: its title says so, or its message has measurements; null if not. */
export function detectOptimisation({ header, commits }: ChangeUnit): string | null {
  if (mentionsFault.test(header.description)) return null
  const said = mentionsPerformance.exec(header.description)?.[0]
  if (said !== undefined) return `The title mentions "${said}".`
  for (const { commit } of commits) {
    const measured = measuresPerformance.exec(commit.message.slice(0, maxMessageLength))?.[0]
    if (measured !== undefined) return `Its message measures the performance: "${measured}".`
  }
  return null
}
