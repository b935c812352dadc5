import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../build-repository.ts'
import { leastEnv, main } from '../main-program.ts'

test('a program whose files are gone, as while it is replaced, says so and ends', () => {
  const folder = makeFolder()
  const home = dirname(dirname(main))
  cpSync(join(home, 'dist'), join(folder, 'dist'), { recursive: true })
  for (const name of ['package.json', 'node_modules']) symlinkSync(join(home, name), join(folder, name))
  const parts = join(folder, 'dist/parts')
  // What is loaded at once was there; what is loaded when it is needed is not there any more.
  for (const name of readdirSync(parts).filter((each) => /^(?:generate-command|tell-error)/.test(each)))
    rmSync(join(parts, name))
  const ended = spawnSync(process.execPath, [join(folder, 'dist/main.js'), 'generate'], {
    env: leastEnv,
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  expect(ended.status).toBe(1)
  expect(ended.stderr.toString()).toMatch(/files of the program have changed or gone .* Start it again\./)
})
