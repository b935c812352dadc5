import { expect, test } from 'vitest'
import { readTypeConfig } from './read-type-config.ts'

function read(config: unknown, path = '.versionrc.json') {
  return readTypeConfig({ path, text: JSON.stringify(config) })
}

test('the types of .versionrc are read, with what their headings mean', () => {
  const types = [
    { type: 'feat', section: 'Features' },
    { type: 'fix', section: 'Bug Fixes' },
    { type: 'perf', section: 'Speed' },
    { type: 'chore', hidden: true },
  ]
  expect(read({ types, tagPrefix: 'v' })).toEqual({
    config: {
      path: '.versionrc.json',
      types: [
        { type: 'feat', section: 'Features', category: 'Added', hidden: false },
        { type: 'fix', section: 'Bug Fixes', category: 'Fixed', hidden: false },
        { type: 'perf', section: 'Speed', category: null, hidden: false },
        { type: 'chore', section: null, category: null, hidden: true },
      ],
    },
    warnings: [],
  })
})

test('the sections of release-please are read, those of the root package first', () => {
  const whole = [{ type: 'feat', section: 'New' }]
  const root = [{ type: 'feat', section: 'Features' }]
  const sectionOf = (config: unknown) => read(config, 'release-please-config.json').config?.types[0]?.section
  expect(sectionOf({ 'changelog-sections': whole, packages: { '.': {} } })).toBe('New')
  expect(sectionOf({ 'changelog-sections': whole, packages: { '.': { 'changelog-sections': root } } })).toBe(
    'Features',
  )
})

test('a project without such a file, or whose file says nothing of types, has none', () => {
  expect(readTypeConfig(null)).toEqual({ config: null, warnings: [] })
  expect(read({ packages: { 'packages/core': {} } })).toEqual({ config: null, warnings: [] })
})

test.each(['module.exports = {}', '{"types": "all"}', '[', `{"types": []}${' '.repeat(70_000)}`])(
  'an invalid file is ignored with a warning: %j',
  (text) => {
    const { config, warnings } = readTypeConfig({ path: '.versionrc', text })
    expect(config).toBeNull()
    expect(warnings.map(({ code }) => code)).toEqual(['type-config-unreadable'])
  },
)
