import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listen, localFolder, openService } from '../http/service.ts'
import { buildRepository } from '../support/build-repository.ts'
import { openAgent } from './clients.ts'

const before = '# Changelog\n\nKept by hand, with care.\n\n## 1.0.0\n\n- Everything (#1)\n'
const notes = '## [1.1.0] - 2026-01-02\n\n### Added\n\n- Add search (#2)\n'
const kind = 'the v2 client, 2026 era'

test('a local agent adds notes to the changelog, and existing text is kept', async ({ onTestFinished }) => {
  const clone = buildRepository(['Start', 'feat: add search (#2)'])
  const file = join(clone, 'CHANGELOG.md')
  writeFileSync(file, before)
  const agent = await openAgent(kind, { cwd: clone })
  onTestFinished(agent.close)
  const first = await agent.call('update_changelog', { notes })
  expect(first).toMatchObject({ isError: false, answer: { file: 'CHANGELOG.md', changed: true } })
  const after = readFileSync(file, 'utf8')
  const { ino } = statSync(file)
  expect(after).toContain('Kept by hand, with care.')
  expect(after).toContain('Add search')
  expect(after.indexOf('1.1.0')).toBeLessThan(after.indexOf('## 1.0.0'))
  expect((await agent.call('update_changelog', { notes })).answer.changed).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(after)
  // A replaced file is a different inode, which editors that have it open would notice.
  expect(statSync(file).ino).toBe(ino)
})

test.each([['../outside.md'], ['/tmp/outside.md'], ['']])(
  'nothing outside of the clone is written: %j',
  async (file) => {
    const agent = await openAgent(kind, { cwd: buildRepository(['Start']) })
    try {
      expect(await agent.call('update_changelog', { notes, file })).toMatchObject({ isError: true })
    } finally {
      await agent.close()
    }
  },
)

test('the tool does not exist over HTTP', async () => {
  const { app, drain } = await openService([localFolder(buildRepository(['Start']))])
  const agent = await openAgent(kind, { url: new URL(`http://127.0.0.1:${await listen(app)}/mcp`) })
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('update_changelog')
  await agent.close()
  await drain()
})
