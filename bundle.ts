import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'

const folder = import.meta.dirname

/**
 * Compiles the package into few files: most of the time to a command's first output would otherwise go into
 * finding and reading some 280 small ones. What package.json names as a dependency stays outside. Gives back the
 * files whose code is part of it.
 */
export async function bundleInto(target: string): Promise<string[]> {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const bundle = await rolldown({
    cwd: folder,
    input: { main: 'src/main.ts', library: 'src/library.ts' },
    platform: 'node',
    external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(?:/|$)`)),
  })
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    chunkFileNames: 'parts/[name].js',
    comments: { jsdoc: false },
  })
  const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk')
  return chunks.flatMap((each) => each.moduleIds)
}
