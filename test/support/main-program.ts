import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../programs/run-program.ts'
import { makeFolder } from './build-repository.ts'

const root = join(import.meta.dirname, '../..')

/** The program as it is published, compiled once by each worker: from src/ it takes twice as long to start. */
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

/** The least that a process of ours is given; what one of them compiles, the others of the run need not. */
export const leastEnv: Record<string, string> = {
  PATH,
  ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
}
