import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
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

  test('a link inside of the clone is followed for reading and writing alike', async () => {
    const clone = buildRepository([...steps, 'fix: keep the order of results (#3)'])
    const file = join(clone, 'docs/notes.md')
    mkdirSync(join(clone, 'docs'))
    writeFileSync(file, `${before.slice(0, before.indexOf('## 1.0.0'))}## 1.1.0\n\n- Add search (#2)\n`)
    symlinkSync('docs/notes.md', join(clone, 'CHANGELOG.md'))
    const git = (...words: string[]) => execFileSync('git', words, { cwd: clone })
    git('add', '.')
    git('-c', 'user.name=A', '-c', 'user.email=a@acme.example', 'commit', '-qm', 'docs: move the changelog')
    const agent = await openAgent(kind, { cwd: clone })
    onTestFinished(agent.close)
    const { answer: page } = await agent.call('collect_changes', {})
    const listed = page.changes.map(({ id, listed = false }: { id: string; listed?: boolean }) => [
      id,
      listed,
    ])
    expect(listed).toEqual([
      ['pr-2', true],
      ['pr-3', false],
    ])
    const { answer } = await agent.call('update_changelog', { rest: 'rules', version: '1.2.0' })
    expect(answer).toMatchObject({ file: 'docs/notes.md', changed: true })
    expect(answer.releases).toMatchObject([{ addedCount: 1, known: 1 }])
    expect(readFileSync(file, 'utf8')).toContain('Keep the order of results')
    expect(readlinkSync(join(clone, 'CHANGELOG.md'))).toBe('docs/notes.md')
  })

  test('a changelog that is a link out of the clone is neither read nor written', async () => {
    const clone = makeClone()
    const outside = join(makeFolder(), 'outside.md')
    writeFileSync(outside, `${before}- Add search (#2)\n`)
    symlinkSync(outside, join(clone, 'CHANGELOG.md'))
    const agent = await openAgent(kind, { cwd: clone })
    onTestFinished(agent.close)
    for (const file of [undefined, 'CHANGELOG.md']) {
      const { isError, text } = await agent.call('update_changelog', { ...notes, file })
      expect([isError, text]).toEqual([true, expect.stringContaining('is outside of')])
      expect(text).not.toContain('Kept by hand')
    }
    const { answer: page } = await agent.call('collect_changes', {})
    expect(page.changes).toMatchObject([{ id: 'pr-2' }])
    expect(page.changes[0]).not.toHaveProperty('listed')
    expect(readFileSync(outside, 'utf8')).toBe(`${before}- Add search (#2)\n`)
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
