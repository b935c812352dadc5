import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildRepository, git } from './support/build-repository.ts'
import { generateFrom } from './support/generate-from.ts'
import { main, minimalEnv } from './support/main-program.ts'
import { tryProgram } from './support/run-program.ts'

// Put together here, so that no scanner takes this file for a leak.
const token = ['gh', 'p_', 'aB3dE5gH7jK9mN1pQ3sT', '5vW7yZ9bC1dE3fG5'].join('')

describe('a secret is redacted', () => {
  test('in a title that a host cut in its middle', async () => {
    const [before, after] = [token.slice(0, 20), token.slice(20)]
    const path = buildRepository(['Start', `feat: forget ${before}…\n\n…${after} in the sample\n\nMore.`])
    const answer = await generateFrom(path, { fromRef: 'HEAD^' })
    expect(answer.entries.map(({ text }) => text)).toEqual(['Forget [redacted] in the sample'])
    expect(JSON.stringify(answer)).not.toContain(after)
    expect(answer.warnings.map(({ code }) => code)).toContain('secrets-redacted')
  })

  test('in a text whose parts the rules join', async () => {
    const path = buildRepository([
      'Start',
      `feat: add ${token.slice(0, 20)}\u200d${token.slice(20)} to the list`,
    ])
    const answer = await generateFrom(path, { fromRef: 'HEAD^' })
    expect(answer.changelog).toContain('[redacted]'.replace('[', '\\['))
    expect(JSON.stringify(answer)).not.toContain(token.slice(20))
  })

  test('in the names of tags, branches and authors', async () => {
    const path = buildRepository([
      'Start',
      { tag: `v1.0.0-${token}` },
      { commit: 'feat: tabs', by: `Ada ${token} <${token}@example.org>` },
      { branch: `feat/${token}` },
      'fix: lost cursor',
      { switch: 'main' },
      { merge: `feat/${token}`, commit: `Merge branch 'feat/${token}'` },
      { tag: `v2.0.0-${token}` },
    ])
    git(path, ['remote', 'add', 'origin', 'https://github.com/ada/tool.git'])
    for (const format of ['keepachangelog', 'github_release', 'simple']) {
      const refs = { fromRef: `v1.0.0-${token}`, toRef: `v2.0.0-${token}`, format }
      const answer = await generateFrom(path, refs)
      expect(answer.entries).toHaveLength(2)
      expect(JSON.stringify(answer)).not.toContain(token)
      expect(answer.range).toMatchObject({
        fromRef: 'v1.0.0-[redacted]',
        compareUrl: expect.stringMatching(/compare\/[0-9a-f]{40}\.\.\.[0-9a-f]{40}$/),
      })
    }
  })
})

describe('the name of a tag does nothing in the heading of a release', () => {
  test.each([
    ['v1.0\u202e0.2', '## [1.00.2] - 2026-01-03'],
    ['v1.0\u2028x', '## [1.0 x] - 2026-01-03'],
    ['#1', '## `#1` - 2026-01-03'],
    ['GH-12', '## `GH-12` - 2026-01-03'],
    ['!7', '## `!7` - 2026-01-03'],
    ['@ada', '## `@ada` - 2026-01-03'],
    ['release-@ada', '## `release-@ada` - 2026-01-03'],
    ['$x$', '## `$x$` - 2026-01-03'],
    ['<b>', '## `<b>` - 2026-01-03'],
    ['ada/tool#1', '## `ada/tool#1` - 2026-01-03'],
    ['//example.org/x', null],
    ['@ada/tool@1.2.0', '## [@ada/tool@1.2.0] - 2026-01-03'],
    ['v2.0.0', '## [2.0.0] - 2026-01-03'],
  ])('%s', async (tag, heading) => {
    const path = buildRepository(['Start', 'feat: tabs (#1)'])
    git(path, ['remote', 'add', 'origin', 'https://github.com/ada/tool.git'])
    // Git accepts most names; those that it rejects cannot be in a repository.
    const made = tryProgram(
      'git',
      ['-c', 'user.name=A', '-c', 'user.email=a@b', 'tag', '-a', '-m', 'x', tag],
      {
        cwd: path,
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-01-03T12:00:00Z' },
      },
    )
    expect(made.status === 0).toBe(heading !== null)
    if (heading === null) return
    const answer = await generateFrom(path, { fromRef: 'main^', toRef: `refs/tags/${tag}` })
    const lines = answer.changelog.split('\n')
    expect(lines.find((line) => line.startsWith('## '))).toBe(heading)
    expect(lines.filter((line) => /^\[#1\]: /.test(line))).toEqual([
      '[#1]: https://github.com/ada/tool/pull/1',
    ])
    expect(answer.warnings.filter(({ code }) => code === 'format-fault')).toEqual([])
  })

  test('also if the heading is printed like those of an existing changelog', () => {
    const path = buildRepository([
      {
        commit: 'Start',
        texts: { 'CHANGELOG.md': '# Changelog\n\n## 1.0.0 - 2026-01-01\n\n### Added\n\n- Light\n' },
      },
      { tag: 'v1.0.0' },
      'feat: tabs',
    ])
    writeFileSync(
      join(path, 'CHANGELOG.md'),
      '# Changelog\n\n## 1.0.0 - 2026-01-01\n\n### Added\n\n- Light\n',
    )
    const args = ['update', '--version', '@ada', '--date', '2026-01-04']
    tryProgram(process.execPath, [main, ...args], { cwd: path, env: minimalEnv })
    expect(readFileSync(join(path, 'CHANGELOG.md'), 'utf8')).not.toMatch(/^## @ada/m)
  })
})

test('a title does nothing in the notes', async () => {
  const path = buildRepository([
    'Start',
    'feat: [x] task is done',
    'feat: support $a+b$ and $`c`$ in texts',
    'feat: load //cdn.example.org/x.js',
  ])
  for (const format of ['keepachangelog', 'github_release', 'simple']) {
    const { changelog } = await generateFrom(path, { fromRef: 'HEAD~3', format })
    expect(changelog).not.toMatch(/^[-*] \[x\]/m)
    expect(changelog).toContain('`$a+b$`')
    expect(changelog).toContain('`$c$`')
    expect(changelog).toContain('`//cdn.example.org/x.js`')
  }
})
