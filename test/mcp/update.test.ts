import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen, localFolder, openService } from '../http/service.ts'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import { clientKinds, openAgent } from './clients.ts'

const before = '# Changelog\n\nKept by hand, with care.\n\n## 1.0.0\n\n- Everything (#1)\n'
/** What every history of these tests has, so that the rules can write about it. */
const steps = ['Start', { tag: 'v1.0.0' }, 'feat: add search (#2)']
const notes = { rest: 'rules', version: '1.1.0', date: '2026-01-02' }
const kind = 'the v2 client, 2026 era'

test('a local agent adds notes to the changelog, and existing text is kept', async ({ onTestFinished }) => {
  const clone = buildRepository(steps)
  const file = join(clone, 'CHANGELOG.md')
  writeFileSync(file, before)
  const agent = await openAgent(kind, { cwd: clone })
  onTestFinished(agent.close)
  const first = await agent.call('update_changelog', notes)
  expect(first).toMatchObject({ isError: false, answer: { file: 'CHANGELOG.md', changed: true } })
  const after = readFileSync(file, 'utf8')
  const { ino } = statSync(file)
  expect(after).toContain('Kept by hand, with care.')
  expect(after).toContain('Add search')
  expect(after.indexOf('1.1.0')).toBeLessThan(after.indexOf('## 1.0.0'))
  expect((await agent.call('update_changelog', notes)).answer.changed).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(after)
  // A replaced file is a different inode, which editors that have it open would notice.
  expect(statSync(file).ino).toBe(ino)
})

test.each([['../outside.md'], ['/tmp/outside.md'], ['']])(
  'nothing outside of the clone is written: %j',
  async (file) => {
    const agent = await openAgent(kind, { cwd: buildRepository(steps) })
    try {
      expect(await agent.call('update_changelog', { ...notes, file })).toMatchObject({ isError: true })
    } finally {
      await agent.close()
    }
  },
)

describe('where the tool may write', () => {
  const makeClone = () => {
    const clone = buildRepository(steps)
    mkdirSync(join(clone, '.git/hooks'), { recursive: true })
    return clone
  }

  test.each(clientKinds)('%s cannot write to git, scripts or links out of the clone', async (client) => {
    const clone = makeClone()
    const outside = join(makeFolder(), 'outside.md')
    writeFileSync(outside, before)
    writeFileSync(join(clone, 'run.sh'), '#!/bin/sh\n')
    symlinkSync('.git/hooks/post-commit', join(clone, 'hook.md'))
    symlinkSync(outside, join(clone, 'linked.md'))
    symlinkSync('.git', join(clone, 'folder'))
    const config = readFileSync(join(clone, '.git/config'), 'utf8')
    const agent = await openAgent(client, { cwd: clone })
    onTestFinished(agent.close)
    const attempts: [file: string, reason: string][] = [
      ['.git/hooks/post-commit', 'is a folder of git'],
      ['.git/config', 'is a folder of git'],
      ['folder/hooks/post-commit', 'is a folder of git'],
      ['hook.md', 'a link to a missing file'],
      ['linked.md', 'is outside of'],
      ['run.sh', 'the extension ".sh" is not one of'],
      ['Makefile', 'must be named like a changelog'],
      ['../outside.md', 'must be a path inside the repository'],
    ]
    for (const [file, reason] of attempts) {
      const { isError, text } = await agent.call('update_changelog', { ...notes, file })
      expect([file, isError, text]).toEqual([file, true, expect.stringContaining(reason)])
    }
    expect(readdirSync(join(clone, '.git/hooks'))).toEqual([])
    expect(readFileSync(join(clone, '.git/config'), 'utf8')).toBe(config)
    expect(readFileSync(outside, 'utf8')).toBe(before)
    expect(readFileSync(join(clone, 'run.sh'), 'utf8')).toBe('#!/bin/sh\n')
  })

  test('only the clone of the server and folders of --allow-dir', async () => {
    const [own, allowed, other] = [makeClone(), makeClone(), makeClone()]
    const inside = join(own, 'packages/core')
    mkdirSync(inside, { recursive: true })
    symlinkSync(other, join(own, 'linked'))
    const agent = await openAgent(kind, { cwd: inside, flags: ['--allow-dir', allowed] })
    onTestFinished(agent.close)
    for (const dir of [undefined, own, allowed])
      expect(await agent.call('update_changelog', { ...notes, dir })).toMatchObject({ isError: false })
    for (const dir of [other, join(own, 'linked'), '../../linked']) {
      const { isError, text } = await agent.call('update_changelog', { ...notes, dir })
      expect([dir, isError, text]).toEqual([dir, true, expect.stringContaining('--allow-dir')])
    }
    expect(existsSync(join(other, 'CHANGELOG.md'))).toBe(false)
    expect(existsSync(join(allowed, 'CHANGELOG.md'))).toBe(true)
  })

  test('the changelog of the package that the server is started in', async () => {
    const clone = makeClone()
    const inside = join(clone, 'packages/core')
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, 'HISTORY.md'), before)
    const agent = await openAgent(kind, { cwd: inside })
    onTestFinished(agent.close)
    const { answer } = await agent.call('update_changelog', notes)
    expect(answer).toMatchObject({ file: 'HISTORY.md', changed: true })
  })
})

test('the tool does not exist over HTTP', async () => {
  const { app, drain } = await openService([localFolder(buildRepository(steps))])
  const agent = await openAgent(kind, { url: new URL(`http://127.0.0.1:${await listen(app)}/mcp`) })
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('update_changelog')
  await agent.close()
  await drain()
})
