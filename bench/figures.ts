import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, platform, totalmem } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { type Measurement, measurements } from './figures/catalogue.ts'
import { printPage, type Result } from './figures/print-page.ts'

/**
 * Runs the measuring scripts one after the other, keeps their output, and writes the page of the site that shows it.
 * Run it on a machine that does nothing else. Without names, everything is measured for which the material is given.
 * Usage: npm run figures -- [NAME…] [--repo PATH]… [--changelogs PATH]… [--corpus DIR] [--answers DIR] [--print]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    changelogs: { type: 'string', multiple: true, default: [] },
    corpus: { type: 'string' },
    answers: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/figures/results')
const fileOf = (name: string) => join(folder, `${name}.json`)
const unknown = positionals.filter((name) => !measurements.some((each) => each.name === name))
if (unknown.length > 0) {
  const names = measurements.map(({ name }) => name).join(', ')
  throw new Error(`There is no measurement ${unknown.join(', ')}. Choose from ${names}.`)
}

mkdirSync(folder, { recursive: true })
if (!values.print) {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' })
  for (const each of measurements)
    if (positionals.length === 0 || positionals.includes(each.name)) await measure(each)
}
const kept = measurements.filter(({ name }) => existsSync(fileOf(name)))
const results = new Map<string, Result>(
  kept.map(({ name }) => [name, JSON.parse(readFileSync(fileOf(name), 'utf8'))]),
)
writeFileSync(join(root, 'docs/figures/measurements.md'), printPage(results))

async function measure({ name, script, args }: Measurement): Promise<void> {
  const given = args(values)
  if (given === null) {
    process.stderr.write(`${name}: not measured, because its material was not given\n`)
    return
  }
  process.stderr.write(`${name} …\n`)
  const { text, status } = await run(['run', '-s', script, ...(given.length > 0 ? ['--', ...given] : [])])
  const result: Result = {
    command: withoutFolders(`npm run ${script}${given.length > 0 ? ` -- ${given.join(' ')}` : ''}`),
    measuredAt: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
    machine: `${availableParallelism()} cores (${platform()} ${arch()}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    versions: `Node ${process.versions.node}, ${execFileSync('git', ['--version'], { encoding: 'utf8' }).trim()}`,
    passed: status === 0,
    output: withoutFolders(stripVTControlCharacters(text)).trimEnd().split('\n'),
  }
  writeFileSync(fileOf(name), `${JSON.stringify(result, null, 2)}\n`)
  process.stderr.write(`${name}: ${status === 0 ? 'every target was met' : 'a target was missed'}\n`)
}

function run(args: string[]): Promise<{ text: string; status: number | null }> {
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part) => parts.push(part))
  const {
    promise,
    resolve: finish,
    reject,
  } = Promise.withResolvers<{ text: string; status: number | null }>()
  child.on('error', reject)
  child.on('close', (status) => finish({ text: Buffer.concat(parts).toString(), status }))
  return promise
}

/** Shortens the paths of this machine to the names of their folders. */
function withoutFolders(text: string): string {
  const given = [values.corpus, values.answers, ...values.repo, ...values.changelogs, root]
  const paths = given.filter((path) => path !== undefined).flatMap((path) => [path, resolve(path)])
  return paths
    .toSorted((one, other) => other.length - one.length)
    .reduce((shorter, path) => shorter.replaceAll(path, basename(path)), text)
}
