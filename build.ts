import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { bundleInto, moveMaps, packageOf } from './bundle.ts'
import { configJsonSchema } from './src/config/repository/json-schema.ts'

/**
 * Builds the published package: the program, the library and the editor in a few files, with types and the licences of
 * bundled code. The source maps are written to `maps/`, which is not published.
 */
const folder = import.meta.dirname
const maps = join(folder, 'maps')
const separator = `\n${'-'.repeat(72)}\n\n`

for (const each of [join(folder, 'dist'), maps]) rmSync(each, { recursive: true, force: true })
const modules = [...(await bundleInto(join(folder, 'dist'), join(maps, 'dist'))), ...(await buildEditor())]
writeFileSync(join(folder, 'dist/licenses.txt'), [licensesOf(modules), ...assetLicenses()].join(separator))
mkdirSync(join(folder, 'schema'), { recursive: true })
writeFileSync(join(folder, 'schema/notewright.json'), `${JSON.stringify(configJsonSchema(), null, 2)}\n`)
execFileSync(join(folder, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
  cwd: folder,
  stdio: 'inherit',
})
const needed = declarationsFrom('library.d.ts')
for (const file of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(join(folder, 'dist', file))

/** Builds the editor into `web/dist`, and returns the paths of the bundled files. */
async function buildEditor(): Promise<string[]> {
  const built = await build({
    configFile: join(folder, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { sourcemap: 'hidden' },
  })
  const { output } = built as Rolldown.RolldownOutput
  const names = output.map((each) => each.fileName)
  moveMaps({ from: join(folder, 'web/dist'), to: join(maps, 'web'), names })
  return output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
}

/** A declaration file and all declarations it imports. */
function declarationsFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(folder, 'dist', file), 'utf8')
  for (const [, path] of text.matchAll(/ from '(\.[^']+)\.ts'/g))
    declarationsFrom(join(dirname(file), `${path}.d.ts`), seen)
  return seen
}

/** The licences of the bundled packages; equal texts are printed once. */
function licensesOf(modules: string[]): string {
  const homes = modules.flatMap((id) => {
    const name = packageOf(id)
    return name === null ? [] : [id.slice(0, id.lastIndexOf(`/${name}/`) + 1 + name.length)]
  })
  const byText = Map.groupBy([...new Set(homes)].toSorted(), licenseTextOf)
  return [...byText]
    .map(([text, packages]) => `${packages.map(titleOf).join('\n')}\n\n${text}\n`)
    .join(separator)
}

/** The licences of the fonts and the icons of the editor. */
function assetLicenses(): string[] {
  const assets = [
    ['inter', '@fontsource-variable/inter 5.3.0 (OFL-1.1)'],
    ['jetbrains-mono', '@fontsource-variable/jetbrains-mono 5.3.0 (OFL-1.1)'],
    ['lucide', 'lucide-static 1.62.0 (ISC)'],
  ]
  return assets.map(
    ([name, title]) =>
      `${title}\n\n${readFileSync(join(folder, `web/assets/${name}.license.txt`), 'utf8').trim()}\n`,
  )
}

function titleOf(home: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return `${name} ${version} (${license})`
}

function licenseTextOf(home: string): string {
  const file = readdirSync(home).find((each) => /^licen[cs]e/i.test(each))
  if (file !== undefined) return readFileSync(join(home, file), 'utf8').trim()
  const { name, license, author } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  if (license !== 'MIT') throw new Error(`The package ${name} is bundled and has no licence file.`)
  const own = readFileSync(join(folder, 'LICENSE'), 'utf8').trim()
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${author.name ?? author}`)
}
