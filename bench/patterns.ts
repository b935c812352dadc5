import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { check } from 'recheck'

/**
 * Finds regular expressions that hostile input can make slow: recheck searches for an attack text, which is tried at
 * the length of the longest line that a pattern is ever given. With `show`, lists every pattern that is not linear
 * and its time for a whole message.
 * Usage: npm run bench:patterns [-- show]
 */
const root = join(import.meta.dirname, '../src')
const longestLine = 1_000
const longestMessage = 16_384
const maxMs = 20

interface Pattern {
  source: string
  flags: string
  file: string
}

function patternsOf(file: string): Pattern[] {
  const found: Pattern[] = []
  const tree = parseSync(readFileSync(join(root, file), 'utf8'), { syntax: 'typescript' })
  JSON.stringify(tree, (_key, value) => {
    if (value?.type === 'RegExpLiteral') found.push({ source: value.pattern, flags: value.flags, file })
    return value
  })
  return found
}

/** The text that recheck found, at a length. */
function attackOf(
  { pumps, suffix }: { pumps: { prefix: string; pump: string }[]; suffix: string },
  length: number,
): string {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length)
  const each = Math.max(1, Math.floor((length - fixed) / Math.max(1, pumps.length)))
  const pumped = pumps.map(
    ({ prefix, pump }) => prefix + pump.repeat(Math.ceil(each / pump.length)).slice(0, each),
  )
  return pumped.join('') + suffix
}

function milliseconds(pattern: Pattern, text: string, rounds = 5): number {
  const expression = new RegExp(pattern.source, pattern.flags)
  // The best of some, by the processor's own time: the machine has other things to do as well.
  const times = Array.from({ length: rounds }, () => {
    const began = process.cpuUsage()
    text.replace(expression, '')
    return process.cpuUsage(began).user / 1_000
  })
  return Math.min(...times)
}

const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const patterns = new Map(files.flatMap(patternsOf).map((each) => [`${each.source}/${each.flags}`, each]))
const counts = { safe: 0, vulnerable: 0, unknown: 0 }
const slow: string[] = []
let worst = 0
for (const pattern of patterns.values()) {
  const result = await check(pattern.source, pattern.flags, { timeout: 5_000, attackTimeout: 500 })
  counts[result.status] += 1
  const where = `${pattern.file} /${pattern.source}/${pattern.flags}`
  if (result.status !== 'vulnerable') continue
  // Proven by its automaton; what fuzzing calls exponential may only be a bounded repetition, and is timed.
  const isProven = result.checker === 'automaton' && result.complexity.type === 'exponential'
  if (isProven) slow.push(`exponential: ${where}`)
  const took = milliseconds(pattern, attackOf(result.attack, longestLine))
  if (process.argv.includes('show')) {
    const whole = milliseconds(pattern, attackOf(result.attack, longestMessage), 2)
    console.log(
      `${took.toFixed(1)} ms, ${whole.toFixed(0)} ms for ${longestMessage}, ${result.complexity.summary}: ${where}`,
    )
  }
  worst = Math.max(worst, took)
  if (took > maxMs) slow.push(`${took.toFixed(0)} ms: ${where}`)
}
console.log(
  `${patterns.size} patterns: ${counts.safe} linear or safe, ${counts.vulnerable} polynomial on endless lines, ${counts.unknown} undecided in 5 s`,
)
console.log(`the worst line of ${longestLine} characters takes ${worst.toFixed(1)} ms (at most ${maxMs})`)
for (const line of slow) console.log(line)
process.exitCode = slow.length === 0 ? 0 : 1
