import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleInto } from './bundle.ts'
import { configJsonSchema } from './src/config/repository/json-schema.ts'

/** Builds the published package: the program and the library in a few files, with types and the licences of bundled code. */
const folder = import.meta.dirname

rmSync(join(folder, 'dist'), { recursive: true, force: true })
const modules = await bundleInto(join(folder, 'dist'))
writeFileSync(join(folder, 'dist/licenses.txt'), licensesOf(modules))
mkdirSync(join(folder, 'schema'), { recursive: true })
writeFileSync(join(folder, 'schema/notewright.json'), `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
execFileSync(join(folder, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
  cwd: folder,
  stdio: 'inherit',
})
const needed = declarationsFrom('library.d.ts')
for (const file of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(join(folder, 'dist', file))

/** A declaration file and all declarations it imports. */
function declarationsFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(folder, 'dist', file), 'utf8')
  for (const [, path] of text.matchAll(/ from '(\.[^']+)\.ts'/g))
    declarationsFrom(join(dirname(file), `${path}.d.ts`), seen)
  return seen
}

/** The licences of the bundled packages. */
function licensesOf(modules: string[]): string {
  const homes = modules.flatMap((id) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[0] ?? [])
  return [...new Set(homes)]
    .toSorted()
    .map((home) => {
      const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
      const file = readdirSync(home).find((each) => /^licen[cs]e/i.test(each))
      const text = file ? readFileSync(join(home, file), 'utf8').trim() : ''
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(72)}\n\n`)
}
