import { describe, expect, test } from 'vitest'
import { findOriginHost, findOriginUrl, parseOrigin } from './origin.ts'

describe('the URL of a remote', () => {
  test.each([
    'https://github.com/acme/tool.git',
    'https://github.com/acme/tool',
    'https://github.com/acme/tool/',
    'https://ada:secret@github.com/acme/tool.git',
    'https://secret@github.com/acme/tool.git',
    'git@github.com:acme/tool.git',
    'git@GitHub.com:acme/tool.git',
    'github.com:acme/tool.git',
    'ssh://git@github.com/acme/tool.git',
    'ssh://git@github.com:22/acme/tool.git',
    'git://github.com/acme/tool.git',
    '  https://github.com/acme/tool.git\r',
  ])('%j has the web page of the repository, without credentials', (url) => {
    expect(parseOrigin(url)).toEqual({
      fullName: 'acme/tool',
      web: { kind: 'github', url: 'https://github.com/acme/tool' },
    })
  })

  test.each([
    ['https://gitlab.com/a/b/c.git', 'gitlab', 'https://gitlab.com/a/b/c'],
    ['https://gitlab.example.org/a/b.git', 'gitlab', 'https://gitlab.example.org/a/b'],
    ['https://codeberg.org/a/b', 'gitea', 'https://codeberg.org/a/b'],
    ['https://forgejo.example.org/a/b', 'gitea', 'https://forgejo.example.org/a/b'],
    ['git@bitbucket.org:a/b.git', 'bitbucket', 'https://bitbucket.org/a/b'],
    ['https://github.example.org/a/b', 'github', 'https://github.example.org/a/b'],
    ['https://gitlab.example.org:8443/a/b.git', 'gitlab', 'https://gitlab.example.org:8443/a/b'],
  ])('%s is on a %s', (remote, kind, url) => {
    expect(parseOrigin(remote)?.web).toEqual({ kind, url })
  })

  test('of an unknown host has a name and no web page', () => {
    expect(parseOrigin('https://example.org/acme/tool.git')).toEqual({ fullName: 'acme/tool', web: null })
  })

  test.each([
    '/srv/git/tool.git',
    '../tool',
    'file:///srv/git/tool.git',
    'https://',
    'https://github.com/tool',
    'https://github.com/a/b c',
    'https://github.com/acme/tool)(',
    '',
  ])('%j is not a remote repository', (url) => {
    expect(parseOrigin(url)).toBeNull()
  })
})

test.each([
  ['[remote "origin"]\n\turl = https://a.b/c/d\n', 'https://a.b/c/d'],
  ['[remote "origin"]\r\n\turl=git@a.b:c/d.git\r\n', 'git@a.b:c/d.git'],
  ['[remote "fork"]\n\turl = x\n[remote "origin"]\n\tfetch = y\n\turl = z?a=b\n', 'z?a=b'],
  ['[remote "fork"]\n\turl = x\n', null],
  ['[remote "origin"]\n[branch "main"]\n\turl = x\n', null],
  ['', null],
])('the configuration %j names the origin %j', (configuration, url) => {
  expect(findOriginUrl(configuration)).toBe(url)
})

test('a URL with a million slashes takes linear time', () => {
  const slashes = '/'.repeat(1_000_000)
  expect(parseOrigin(`https://a.b${slashes}c${slashes}`)).toBeNull()
  expect(parseOrigin(`https://a.b/c/d${slashes}`)?.fullName).toBe('c/d')
  expect(parseOrigin(`https://a.b/c/d${slashes}x`)).toBeNull()
})

describe('the configured host of a remote', () => {
  const hosts = [
    { name: 'github', url: 'https://github.com' },
    { name: 'work', url: 'https://git.example.org/gitlab' },
    { name: 'port', url: 'https://forge.example.org:8443' },
  ]

  test.each([
    ['https://ada:secret@github.com/acme/tool.git', 'github', 'acme/tool'],
    ['git@github.com:acme/tool.git', 'github', 'acme/tool'],
    ['ssh://git@ssh.github.com:443/acme/tool.git', 'github', 'acme/tool'],
    ['https://git.example.org/gitlab/team/sub/tool.git', 'work', 'team/sub/tool'],
    ['git@git.example.org:team/tool.git', 'work', 'team/tool'],
    ['https://forge.example.org:8443/acme/tool', 'port', 'acme/tool'],
    ['ssh://git@forge.example.org:2222/acme/tool', 'port', 'acme/tool'],
    ['https://forge.example.org/acme/tool', null, 'acme/tool'],
    ['https://example.org/acme/tool', null, 'acme/tool'],
  ])('%s is on %s', (url, hostName, repoFullName) => {
    expect(findOriginHost(url, hosts)).toMatchObject({ hostName, repoFullName })
    expect(findOriginHost(url, hosts)?.site).not.toContain('secret')
  })

  test.each(['/srv/git/tool.git', '../tool', 'file:///srv/tool.git', 'https://github.com/', 'nonsense'])(
    '%s is on none',
    (url) => {
      expect(findOriginHost(url, hosts)).toBeNull()
    },
  )
})
