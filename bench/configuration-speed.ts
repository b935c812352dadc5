import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRepository } from '../test/support/build-repository.ts'
import { generatedHistory } from './speed/generated-history.ts'
import { runCommand } from './speed/run-command.ts'

/**
 * Compares the processor time of `generate` on one long range without a configuration file, with --no-config, with an
 * empty file, and with the largest file: 200 rules with 1,000 patterns, none of which matches. The runs alternate.
 * Usage: npm run bench:configuration-speed -- [--commits 10000] [--rounds 7]
 */
const { values } = parseArgs({
  options: { commits: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '7' } },
})
const main = join(import.meta.dirname, '../dist/main.js')
const folder = buildRepository(generatedHistory(Number(values.commits)))
const path = join(folder, 'notewright.yml')

/** Rules of five patterns each; a file may have 200 patterns for paths. */
function largestFile(): string {
  const keys = ['title', 'title', 'path', 'scope', 'author']
  const pattern = (key: string, rule: number, index: number) =>
    key === 'path' ? `packages/part-${rule}-${index}/**/*.rs` : `*none-${rule}*of-${index}*`
  const rules = Array.from({ length: 200 }, (_, rule) => {
    const key = keys[rule % keys.length]!
    const patterns = Array.from({ length: 5 }, (_, index) => JSON.stringify(pattern(key, rule, index)))
    return `  - {when: {${key}: [${patterns.join(', ')}]}, exclude: true}`
  })
  return `rules:\n${rules.join('\n')}\n`
}

const variants: { name: string; file: string | null; flags: string[] }[] = [
  { name: '--no-config', file: null, flags: ['--no-config'] },
  { name: 'no file', file: null, flags: [] },
  { name: 'an empty file', file: '', flags: [] },
  { name: '200 rules, 1,000 patterns', file: largestFile(), flags: [] },
]
const args = [main, 'generate', '--from', `HEAD~${Number(values.commits) - 1}`, '--quiet']
const times = new Map(variants.map(({ name }) => [name, [] as number[]]))
// The first round warms the caches.
for (let round = 0; round <= Number(values.rounds); round += 1)
  for (const { name, file, flags } of variants) {
    rmSync(path, { force: true })
    if (file !== null) writeFileSync(path, file)
    const { cpuSeconds } = await runCommand({ program: process.execPath, args: [...args, ...flags], folder })
    if (round > 0) times.get(name)!.push(cpuSeconds)
  }

const median = (list: number[]) => list.toSorted((one, other) => one - other)[list.length >> 1]!
const base = median(times.get('no file')!)
console.log(`${values.commits} commits, processor time, medians of ${values.rounds} rounds\n`)
for (const [name, list] of times) {
  const seconds = median(list)
  const [least, most] = [Math.min(...list), Math.max(...list)]
  console.log(
    `${name.padEnd(28)} ${seconds.toFixed(2)} s (${least.toFixed(2)} to ${most.toFixed(2)})  ${((100 * seconds) / base).toFixed(1)} %`,
  )
}
