import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'

/**
 * Compiles the package into few files: most of the time to a command's first output would otherwise go into
 * finding and reading some 280 small ones. What package.json names as a dependency stays outside.
 */
const folder = import.meta.dirname
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

rmSync(join(folder, 'dist'), { recursive: true, force: true })
const bundle = await rolldown({
  cwd: folder,
  input: { main: 'src/main.ts', library: 'src/library.ts' },
  platform: 'node',
  external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(?:/|$)`)),
})
const { output } = await bundle.write({
  dir: 'dist',
  format: 'esm',
  chunkFileNames: 'parts/[name].js',
  comments: { jsdoc: false },
})
const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk')
writeFileSync(join(folder, 'dist/licenses.txt'), licensesOf(chunks.flatMap((each) => each.moduleIds)))
execFileSync(join(folder, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
  cwd: folder,
  stdio: 'inherit',
})
const needed = declarationsFrom('library.d.ts')
for (const file of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(join(folder, 'dist', file))

/** The declarations that a reader of this one needs, itself included. */
function declarationsFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(folder, 'dist', file), 'utf8')
  for (const [, path] of text.matchAll(/ from '(\.[^']+)\.ts'/g))
    declarationsFrom(join(dirname(file), `${path}.d.ts`), seen)
  return seen
}

/** The licences of the packages whose code is part of ours. */
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
