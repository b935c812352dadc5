import { expect, test } from 'vitest'
import { fileNameOf, listFormats, resolveFormat, toFormat } from './formats.ts'

const github = (config: Parameters<typeof listFormats>[0]['config']) => ({
  config,
  hostKind: 'github' as const,
})

test('without a configuration there are three formats', () => {
  expect(listFormats(github(null))).toEqual([
    { name: 'keepachangelog', title: 'Keep a Changelog' },
    { name: 'hosting_release', title: 'GitHub release' },
    { name: 'simple', title: 'Plain list' },
  ])
  expect(listFormats({ config: null, hostKind: 'local' })[1]!.title).toBe('Host release')
})

test('formats of the configuration are added, and the release format of the host is not listed twice', () => {
  const config = { formats: { mail: { base: 'simple' as const }, github_release: {}, gitlab_release: {} } }
  expect(listFormats(github(config)).map(({ name }) => name)).toEqual([
    'keepachangelog',
    'github_release',
    'simple',
    'mail',
    'gitlab_release',
  ])
  expect(toFormat('mail', config)).toEqual({ format: 'simple', formatName: 'mail' })
  expect(fileNameOf('mail', config)).toBe('mail.md')
  expect(fileNameOf('github_release', config)).toBe('release.md')
})

test('the chosen format is used if it exists, then that of the configuration', () => {
  const config = { format: 'mail', formats: { mail: {}, github_release: {} } }
  expect(resolveFormat('simple', github(config))).toBe('simple')
  expect(resolveFormat(null, github(config))).toBe('mail')
  expect(resolveFormat('letter', github(config))).toBe('mail')
  expect(resolveFormat('letter', github(null))).toBe('keepachangelog')
  expect(resolveFormat('hosting_release', github(config))).toBe('github_release')
  expect(resolveFormat('github_release', github(null))).toBe('hosting_release')
})
