import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildRepository, git } from './support/build-repository.ts'
import { generateFrom } from './support/generate-from.ts'

describe('a repository that means harm', () => {
  test.each([
    ['a message of one megabyte', `fix: lost cursor\n\n${'word '.repeat(200_000)}`, 'Fix lost cursor'],
    ['a body line of one megabyte', `fix: lost cursor\n\n${'x'.repeat(1_000_000)}`, 'Fix lost cursor'],
    [
      'a hundred thousand footers',
      `fix: lost cursor\n\n${'Signed-off-by: A <a@b>\n'.repeat(100_000)}`,
      'Fix lost cursor',
    ],
    ['a hundred thousand brackets', `fix: lost cursor ${'('.repeat(100_000)}`, /^Lost cursor \(+…$/],
    ['a hundred thousand backticks', `fix: lost cursor ${'`'.repeat(100_000)}`, 'Lost cursor'],
    ['a hundred thousand at signs', `fix: lost cursor ${'@a'.repeat(50_000)}`, /^Lost cursor `.*…`$/],
  ])('with %s is read to the end', async (_what, message, text) => {
    const path = buildRepository(['feat: first light', message])
    const answer = await generateFrom(path, { fromRef: 'HEAD^' })
    expect(answer.commitCount).toBe(1)
    expect(answer.entries.map((entry) => entry.text)).toEqual([expect.stringMatching(text)])
    expect(answer.warnings.map(({ code }) => code)).toEqual(['message-cut'])
  })

  test('with a name of a hundred thousand characters shortens the name', async () => {
    const path = buildRepository([{ commit: 'feat: tabs', by: `${'Ada '.repeat(25_000)}<ada@example.org>` }])
    const [contributor] = (await generateFrom(path)).contributors
    expect(contributor?.name.length).toBe(200)
  })

  test('with a commit of ten thousand files keeps the paths that decide', async () => {
    const files = Array.from({ length: 10_000 }, (_, index) => `packages/a/file-${index}.ts`)
    const path = buildRepository([
      'Start',
      { commit: 'feat: everything', files: [...files, 'packages/b/one.ts'] },
    ])
    const answer = await generateFrom(path, { fromRef: 'HEAD^', paths: ['packages/b'] })
    expect(answer.entries.map((entry) => entry.text)).toEqual(['Add everything'])
  })

  test('with settings that name programs starts none of them', async () => {
    const path = buildRepository(['feat: tabs'])
    const trap = `sh -c 'touch ${path}/sprung'`
    for (const key of ['core.fsmonitor', 'core.pager', 'gpg.program', 'diff.external', 'core.sshCommand']) {
      git(path, ['config', key, trap])
    }
    git(path, ['config', 'log.showSignature', 'true'])
    expect((await generateFrom(path)).commitCount).toBe(1)
    expect(existsSync(join(path, 'sprung'))).toBe(false)
  })
})
