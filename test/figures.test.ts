import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measurements } from '../bench/figures/catalogue.ts'
import { printPage, type Result } from '../bench/figures/print-page.ts'
import packageFile from '../package.json' with { type: 'json' }

const folder = join(import.meta.dirname, '../docs/figures')
const fileOf = (name: string) => join(folder, 'results', `${name}.json`)
const results = new Map<string, Result>(
  measurements
    .filter(({ name }) => existsSync(fileOf(name)))
    .map(({ name }) => [name, JSON.parse(readFileSync(fileOf(name), 'utf8'))]),
)

test('the page of measurements shows the kept results: `npm run figures -- --print` writes it', () => {
  expect(readFileSync(join(folder, 'measurements.md'), 'utf8')).toBe(printPage(results))
})

test('every measurement is a script of package.json', () => {
  expect(measurements.filter(({ script }) => !(script in packageFile.scripts))).toEqual([])
})

test('a result tells its command, version and machine, and whether a target was missed', () => {
  const result: Result = {
    ...{ command: 'npm run bench:calls', measuredAt: '2026-01-02', commit: 'abc1234', passed: false },
    ...{
      machine: '2 cores (linux arm64), 8 GB',
      versions: 'Node 24.1.0, git version 2.39.5',
      output: ['3 calls'],
    },
  }
  expect(printPage(new Map([['calls', result]]))).toContain(
    `### Requests to hosts

\`npm run bench:calls\` on 2026-01-02, version abc1234, 2 cores (linux arm64), 8 GB, Node 24.1.0, git version 2.39.5. **A target was missed.**

\`\`\`text
3 calls
\`\`\``,
  )
})
