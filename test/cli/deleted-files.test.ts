import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { main, minimalEnv } from '../support/main-program.ts'
import { startProgram } from '../support/start-program.ts'

test('a program whose files were deleted reports it and exits', () => {
  const { program, parts } = copyProgram()
  // What is loaded at once was there; what is loaded when it is needed is not there any more.
  for (const name of readdirSync(parts).filter((each) => /^(?:generate-command|format-error)/.test(each)))
    rmSync(join(parts, name))
  const ended = spawnSync(process.execPath, [program, 'generate'], {
    env: minimalEnv,
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  expect(ended.status).toBe(1)
  expect(ended.stderr.toString()).toMatch(/files of the program were changed or removed .* Start it again\./)
})

test('a service whose files were deleted answers with an error and keeps running', async () => {
  const { program, parts } = copyProgram()
  const root = makeFolder()
  buildRepository(['feat: tabs'], { path: join(root, 'acme/widget') })
  const words = ['serve', '--port', '0', '--local', root]
  const service = startProgram(words, { NOTEWRIGHT_LOCAL_TOKEN: 'of-the-test' }, program)
  onTestFinished(() => void service.child.kill())
  const origin = await service.origin
  rmSync(parts, { recursive: true })
  const ask = () =>
    fetch(`${origin}/api/v1/generate`, {
      method: 'POST',
      headers: { authorization: 'Bearer of-the-test', 'content-type': 'application/json' },
      body: JSON.stringify({ repoFullName: 'acme/widget' }),
    })
  for (const answer of [await ask(), await ask()]) {
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ success: false, code: 'internal' })
  }
  expect(service.child.exitCode).toBeNull()
})

/** The program in a folder of its own, of which files can be taken away. */
function copyProgram() {
  const folder = makeFolder()
  const home = dirname(dirname(main))
  cpSync(join(home, 'dist'), join(folder, 'dist'), { recursive: true })
  for (const name of ['package.json', 'node_modules', 'web'])
    symlinkSync(join(home, name), join(folder, name))
  return { program: join(folder, 'dist/main.js'), parts: join(folder, 'dist/parts') }
}
