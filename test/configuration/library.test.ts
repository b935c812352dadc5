import { expect, test } from 'vitest'
import { type Config, generate, nextVersion, readConfig } from '../../src/library.ts'
import { buildClone, historyW } from './histories.ts'

const config = 'categories: [{title: Features, types: feat}]\nversioning: {zero: shift}\n'
const clone = buildClone([...historyW, 'feat: add search (#130)'], { 'notewright.yml': config })
const titles = (text: string) => text.match(/^### .*$/gm)

test('generate uses the file of the working tree, another configuration, or none', async () => {
  const byFile = await generate({ dir: clone })
  expect(byFile).toMatchObject({ config: { source: 'file', sha: null }, range: { fromRef: 'v1.5.0' } })
  expect(titles(byFile.changelog)).toEqual(['### Features'])
  const own: Config = { categories: [{ title: 'New', types: ['feat'] }] }
  const replaced = await generate({ dir: clone, config: own })
  expect(replaced.config.source).toBe('request')
  expect(titles(replaced.changelog)).toEqual(['### New'])
  const ignored = await generate({ dir: clone, config: 'none' })
  expect(ignored.config.source).toBe('none')
  expect(titles(ignored.changelog)).toEqual(['### Added'])
})

test('generate heads the notes with the next version of a channel', async () => {
  const answer = await generate({ dir: clone, version: 'auto', channel: 'rc', date: '2026-02-01' })
  expect(answer.nextVersion).toMatchObject({ version: '1.6.0-rc.1', bump: 'minor' })
  expect(answer.changelog).toContain('## [1.6.0-rc.1] - 2026-02-01\n')
})

test('nextVersion returns the version, its reasons and the configuration', async () => {
  const answer = await nextVersion({ dir: clone })
  expect(answer).toMatchObject({
    nextVersion: {
      version: '1.6.0',
      tag: 'v1.6.0',
      previous: { tag: 'v1.5.0' },
      reasons: [{ id: 'pr-130' }],
    },
    range: { fromRef: 'v1.5.0' },
    config: { source: 'file' },
    warnings: [],
  })
  const nothing = await nextVersion({ dir: clone, config: { versioning: { scheme: 'none' } } })
  expect(nothing.nextVersion).toMatchObject({ version: null, bump: 'none' })
})

test('a package has its own version', async () => {
  const packages = { packages: [{ name: 'core', path: 'packages/core' }] }
  const answer = await nextVersion({ dir: clone, config: packages, package: 'core' })
  expect(answer.config).toMatchObject({ source: 'request', package: 'core' })
  await expect(nextVersion({ dir: clone, config: packages, package: 'cor' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('did you mean "core"?'),
  })
})

test('readConfig returns the configuration, or its errors, and hints', async () => {
  const read = await readConfig(config, 'notewright.yml')
  expect(read).toMatchObject({ config: { versioning: { zero: 'shift' } }, errors: [], hints: [] })
  expect(await generate({ dir: clone, config: read.config! })).toMatchObject({
    config: { source: 'request' },
  })
  expect(await readConfig('zero: 1\n')).toMatchObject({
    config: null,
    errors: [{ pointer: '#/zero', line: 1, column: 1, detail: 'is not a known key' }],
  })
  const { hints } = await readConfig('rules: [{when: {title: "^feat"}, exclude: true}]')
  expect(hints).toMatchObject([{ line: 1, detail: expect.stringContaining('regular expression') }])
  const { errors } = await readConfig('formats: {mail: {template: "{{ relase.version }}"}}')
  expect(errors).toMatchObject([{ line: 1, detail: expect.stringContaining('did you mean "release"?') }])
})
