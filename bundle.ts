import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'

const folder = import.meta.dirname

/**
 * Bundles the package into a few files, because finding and reading hundreds of small ones would dominate a command's
 * start-up time. The dependencies in package.json stay external. Returns the paths of the bundled files.
 */
export async function bundleInto(target: string): Promise<string[]> {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const bundle = await rolldown({
    cwd: folder,
    input: {
      main: 'src/main.ts',
      library: 'src/library.ts',
      'template-worker': 'src/workers/template-worker.ts',
    },
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
