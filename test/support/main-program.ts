import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './build-repository.ts'
import { runProgram } from './run-program.ts'

const root = join(import.meta.dirname, '../..')

/** The bundled program, compiled once per worker because it starts twice as fast as src/main.ts. */
export const main = compile(makeFolder())

function compile(folder: string): string {
  for (const name of ['package.json', 'node_modules', 'web'])
    symlinkSync(join(root, name), join(folder, name))
  const script = `import { bundleInto } from ${JSON.stringify(join(root, 'bundle.ts'))}
    await bundleInto(${JSON.stringify(join(folder, 'dist'))})`
  runProgram(process.execPath, ['--input-type=module', '--eval', script], { cwd: root })
  return join(folder, 'dist/main.js')
}

const { PATH = '', NODE_COMPILE_CACHE } = process.env

/** A minimal environment with the compile cache that all processes of the run share. */
export const minimalEnv: Record<string, string> = {
  PATH,
  // On a busy machine the event loop is delayed; shedding load has tests of its own.
  NOTEWRIGHT_SHED_DELAY_MS: '0',
  ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
}
