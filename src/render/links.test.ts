import { describe, expect, test } from 'vitest'
import type { ResolvedRange } from '../core/range.ts'
import { type HostKind, hostKinds } from '../core/web-address.ts'
import { createLinks, describeRange } from './links.ts'

const url = 'https://host/a/b'

test.each<[HostKind, string, string, string]>([
  ['github', '/pull/12', '/commit/c0ffee', '#12'],
  ['local', '/pull/12', '/commit/c0ffee', '#12'],
  ['gitea', '/pulls/12', '/commit/c0ffee', '#12'],
  ['gitlab', '/-/merge_requests/12', '/-/commit/c0ffee', '!12'],
  ['bitbucket', '/pull-requests/12', '/commits/c0ffee', '#12'],
])('%s has its own URLs for pull requests and commits', (kind, pullRequest, commit, label) => {
  const links = createLinks({ kind, url })
  expect(links.pullRequest(12)).toBe(url + pullRequest)
  expect(links.commit('c0ffee')).toBe(url + commit)
  expect(links.pullRequestLabel(12)).toBe(label)
})

test('without a web address there is no link, and a pull request is #12', () => {
  const links = createLinks(null)
  expect([links.pullRequest(12), links.commit('c0ffee'), links.pullRequestLabel(12)]).toEqual([
    null,
    null,
    '#12',
  ])
})

function compareUrl(kind: HostKind | null, range: Partial<ResolvedRange>): string | null {
  const whole: ResolvedRange = {
    fromRef: 'v1.0.0',
    toRef: 'v2.0.0',
    fromSha: 'aaa',
    toSha: 'bbb',
    toIsTag: true,
    version: null,
    date: null,
    ...range,
  }
  return describeRange(kind && { kind, url }, whole, 'ancestor').compareUrl
}

describe('the URL of a range', () => {
  test.each<[HostKind, string]>([
    ['github', '/compare/v1.0.0...v2.0.0'],
    ['gitea', '/compare/v1.0.0...v2.0.0'],
    ['gitlab', '/-/compare/v1.0.0...v2.0.0'],
    ['bitbucket', '/branches/compare/v2.0.0%0Dv1.0.0'],
  ])('on %s is %s', (kind, path) => {
    expect(compareUrl(kind, {})).toBe(url + path)
  })

  test.each<[string, Partial<ResolvedRange>, string]>([
    ['contains a branch by its name', { toRef: 'main' }, 'v1.0.0...main'],
    ['replaces revision syntax with SHAs', { fromRef: 'HEAD~50', toRef: 'v2^' }, 'aaa...bbb'],
    ['drops refs/ prefixes', { fromRef: 'refs/tags/v1', toRef: 'refs/heads/main' }, 'v1...main'],
    ['keeps slashes', { toRef: 'release/2.x' }, 'v1.0.0...release/2.x'],
    [
      'encodes characters that would end a link',
      { toRef: "a)(b'#<c>%é" },
      'v1.0.0...a%29%28b%27%23%3Cc%3E%25%C3%A9',
    ],
  ])('%s', (_what, range, path) => {
    expect(compareUrl('github', range)).toBe(`${url}/compare/${path}`)
  })

  test.each<[HostKind, string, string]>([
    ['github', '/releases/tag/v2.0.0', '/commits/bbb'],
    ['gitea', '/releases/tag/v2.0.0', '/commits/commit/bbb'],
    ['gitlab', '/-/tags/v2.0.0', '/-/commits/bbb'],
    ['bitbucket', '/commits/tag/v2.0.0', '/src/bbb'],
  ])('from the root on %s is the tag or the history', (kind, tag, history) => {
    expect(compareUrl(kind, { fromSha: null })).toBe(url + tag)
    expect(compareUrl(kind, { fromSha: null, toRef: 'main', toIsTag: false })).toBe(url + history)
  })

  test.each<[HostKind, string]>([
    ['github', '/compare/v1.0.0...HEAD'],
    ['gitlab', '/-/compare/v1.0.0...HEAD'],
    ['gitea', '/compare/v1.0.0...bbb'],
    ['bitbucket', '/branches/compare/bbb%0Dv1.0.0'],
  ])('up to HEAD on %s is %s', (kind, path) => {
    expect(compareUrl(kind, { toRef: 'HEAD', toIsTag: false })).toBe(url + path)
  })

  test('is null without a web address', () => {
    expect(compareUrl(null, {})).toBeNull()
  })
})

test('every kind of host has its links', () => {
  for (const kind of hostKinds) expect(createLinks({ kind, url }).commit('c')).toContain(url)
})

test.each<[HostKind, string]>([
  ['github', '/compare/v1.0.0...v1.1.0'],
  ['bitbucket', '/branches/compare/v1.1.0%0Dv1.0.0'],
])('a release without a tag is compared by the tag it will get, on %s', (kind, page) => {
  const range: ResolvedRange = {
    ...{ fromRef: 'v1.0.0', toRef: 'HEAD', fromSha: 'a', toSha: 'b' },
    ...{ toIsTag: false, version: '1.1.0', date: null },
  }
  expect(describeRange({ kind, url }, range, 'ancestor', 'v1.1.0').compareUrl).toBe(url + page)
})
