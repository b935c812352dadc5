import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type CodeSplittingGroup,
  type OutputChunk,
  type Plugin,
  type PreRenderedChunk,
  rolldown,
} from 'rolldown'
import { minifySync } from 'rolldown/utils'

const folder = import.meta.dirname
const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const inPackage = (path: string) => join(folder, 'node_modules', path)

/**
 * Bundles the program, the library and all packages that they use into a few files: finding and reading hundreds of
 * small ones would dominate a command's start-up time. The source maps go into a folder of their own, because users do
 * not need them. Returns the paths of the bundled files.
 */
export async function bundleInto(target: string, maps: string | null = null): Promise<string[]> {
  const bundle = await rolldown({
    cwd: folder,
    input: {
      main: 'src/main.ts',
      library: 'src/library.ts',
      action: 'ci/action/run-action.ts',
      'template-worker': 'src/workers/template-worker.ts',
      'heavy-worker': 'src/workers/heavy-worker.ts',
      'git-launcher': 'src/hosts/local/launcher-program.ts',
    },
    platform: 'node',
    resolve: {
      alias: {
        // As modules, of which unused parts are left out, among them the queue in PostgreSQL.
        bullmq: inPackage('bullmq/dist/esm/index.js'),
        // Without the search for a native addon, which a bundle cannot contain.
        msgpackr: inPackage('msgpackr/index.js'),
        // Not the file that contains further packages, whose licences would be missed.
        glob: inPackage('glob/dist/commonjs/index.js'),
      },
    },
    treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]bullmq[\\/]/, sideEffects: false }] },
    // CommonJS names that modules do not have.
    transform: { define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
    plugins: [shortenPackages],
    // The groups put some modules together that the sources load separately.
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    chunkFileNames: (chunk) => `parts/${nameOfPart(chunk)}.js`,
    // It would print packages in full again.
    minify: false,
    comments: { jsdoc: false },
    sourcemap: maps === null ? false : 'hidden',
    codeSplitting: { groups: groupsOfModules },
  })
  if (maps !== null) moveMaps({ from: target, to: maps, names: output.map((each) => each.fileName) })
  const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk')
  return chunks.flatMap((each) => each.moduleIds)
}

/**
 * Modules that share a file, with all that they import: the packages of a set of commands, what every command loads,
 * what the help and the flags need, and what `generate` loads in addition. Each further file would take a command about
 * half a millisecond.
 */
const groupsOfModules: CodeSplittingGroup[] = [
  { name: 'packages', test: /node_modules/, entriesAware: true, priority: 4 },
  { name: 'start', test: /[\\/]src[\\/](?:cli[\\/]run|text[\\/]report-crash)\.ts$/, priority: 3 },
  { name: 'flags', test: /[\\/]src[\\/]cli[\\/](?:command-table|flags|help)\.ts$/, priority: 2 },
  {
    name: 'command',
    test: /[\\/]src[\\/](?:cli[\\/]generate-command|bootstrap[\\/]open-context)\.ts$/,
    priority: 1,
  },
]

/** Moves the source maps among the written files. */
export function moveMaps({ from, to, names }: { from: string; to: string; names: string[] }): void {
  for (const name of names.filter((each) => each.endsWith('.map'))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    renameSync(join(from, name), join(to, name))
  }
}

/** The name of the package that a file belongs to, or null for our own files. */
export function packageOf(path: string): string | null {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1]?.replace('\\', '/') ?? null
}

/** A part with packages is named after the one that has most files in it, of those that our own code imports. */
function nameOfPart({ name, moduleIds }: PreRenderedChunk): string {
  if (!name.startsWith('packages')) return '[name]'
  const counts = new Map<string, number>()
  for (const each of moduleIds.map((id) => packageOf(id)))
    if (each !== null && Object.hasOwn(devDependencies, each)) counts.set(each, (counts.get(each) ?? 0) + 1)
  const [[main] = ['others']] = [...counts].toSorted(([, one], [, other]) => other - one)
  return `packages-${main.replace('@', '').replace('/', '-')}`
}

/**
 * Removes the white space of packages and shortens their local variables, a quarter of the whole. Functions and classes
 * keep their names for stack traces, and our own code keeps its lines.
 */
const shortenPackages: Plugin = {
  name: 'shorten-packages',
  renderChunk(code, chunk) {
    if (!chunk.moduleIds.every((id) => packageOf(id) !== null)) return null
    const short = minifySync(chunk.fileName, code, {
      module: true,
      compress: false,
      mangle: { toplevel: false, keepNames: { function: true, class: true } },
      codegen: { removeWhitespace: true },
      sourcemap: true,
    })
    return { code: short.code, map: short.map ?? null }
  },
}
