import { reasonNames } from '../strings/words.ts'

/** Counts reasons, the most frequent first: "21 internal, 5 dependency". */
export function summariseReasons(omitted: { reason: keyof typeof reasonNames }[], separator = ', '): string {
  const counts = new Map<string, number>()
  for (const { reason } of omitted) {
    const name = reasonNames[reason].toLowerCase()
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${count} ${name}`)
    .join(separator)
}
