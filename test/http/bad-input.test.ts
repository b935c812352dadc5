import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { METHODS } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildRepository, makeFolder } from '../support/build-repository.ts'
import {
  answerTo,
  ask,
  expectProblem,
  listen,
  localFolder,
  named,
  openService,
  openSocket,
  rawHead,
  token,
} from './service.ts'

const root = makeFolder()
buildRepository(['feat: add search'], { path: join(root, 'acme/widget') })
const outside = buildRepository(['feat: keep a secret'])
symlinkSync(outside, join(root, 'acme/link'))
mkdirSync(join(root, 'acme/broken'))
writeFileSync(join(root, 'acme/broken/.git'), `gitdir: ${outside}/nowhere\n`)

const { app } = await openService([localFolder(root)])
const port = await listen(app)
afterAll(() => app.close())

const cutHead = `${rawHead('Content-Type: application/json', 'Content-Length: 100')}\r\n\r\n`

const good = { repoFullName: 'acme/widget' }

const hostileRefs = [
  '--upload-pack=x',
  '--output=/tmp/x',
  '-',
  '-n1',
  '..',
  '...',
  'a..b',
  'main..v1',
  'main...v1',
  '.',
  '.hidden',
  'a/.hidden',
  'a.',
  'x.lock',
  'a.lock/b',
  '/',
  '/main',
  'main/',
  'a//b',
  '@',
  '@{u}',
  'main@{1}',
  'main@{upstream}',
  ':/x',
  ':0:README.md',
  'HEAD:README.md',
  'main^{tree}',
  'main^{/fix}',
  'main^@',
  'main^!',
  'main^-',
  '^main',
  '~1',
  'main~-1',
  'main~1x',
  'a b',
  ' main',
  'main ',
  'a\tb',
  'a\nb',
  'main\ninfo HEAD',
  'a\rb',
  'a\0b',
  '\0',
  'a\x7fb',
  '\x1b[31m',
  'a?b',
  'a*b',
  'a[b',
  'a\\b',
  '',
  'x'.repeat(251),
  'x'.repeat(10_240),
  `main${'^'.repeat(10_240)}`,
  'main~9999999999',
]

const hostileNames = [
  '--upload-pack=x',
  '--upload-pack=x/y',
  'acme/--upload-pack=x',
  '-/-',
  '-',
  '..',
  '../..',
  '../acme/widget',
  'acme/..',
  'acme/../acme/widget',
  'a/b/../c',
  'acme/./widget',
  'acme/widget/.git',
  '/acme/widget',
  'acme/widget/',
  'acme//widget',
  '/etc/passwd',
  'acme\\widget',
  'acme/widget\0',
  'acme/wid\nget',
  'acme/wid get',
  'acme/widget?x=1',
  'acme/widget#x',
  'acme/%2e%2e',
  'https://example.org/acme/widget',
  'git@example.org:acme/widget',
  'file:///etc',
  'acme/$(id)',
  'acme/`id`',
  'acme/wídget',
  'widget',
  '',
  '/',
  `acme/${'x'.repeat(10_240)}`,
  `${'a/'.repeat(200)}b`,
]

describe('a hostile ref is rejected before git runs', () => {
  test.each(named(hostileRefs))('%s', async (_name, ref) => {
    const body = { ...good, fromRef: ref, toRef: ref }
    const { errors } = expectProblem(await ask(app, body), 400, 'invalid_request')
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['#/fromRef', '#/toRef'])
  })
})

describe('a strange ref that git allows is only not found', () => {
  test.each(
    named([
      '$(id)',
      '`id`',
      'a;b',
      "a'b",
      'a"b',
      'ä',
      'refs/heads/x',
      'a%00b',
      'FETCH_HEAD',
      '{}',
      '!x',
      '€'.repeat(250),
    ]),
  )('%s', async (_name, ref) => {
    expectProblem(await ask(app, { ...good, toRef: ref }), 404, 'ref_not_found')
  })
})

describe('a hostile repository name is rejected before the disk is read', () => {
  test.each(named(hostileNames))('%s', async (_name, repoFullName) => {
    const { errors } = expectProblem(await ask(app, { repoFullName }), 400, 'invalid_request')
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['#/repoFullName'])
  })
})

describe('a repository that is not served is only not found', () => {
  test.each(
    named([
      'acme/nothing',
      'acme/widget/src',
      'acme/link',
      `acme/${'x'.repeat(250)}`,
      'Acme/Widget',
      'acme/widget.git',
    ]),
  )('%s', async (_name, repoFullName) => {
    const document = expectProblem(await ask(app, { repoFullName }), 404, 'repository_not_found')
    expect(document.source).toBe('host')
  })
})

test('a damaged repository is 502, and the output of git stays on the server', async () => {
  const document = expectProblem(await ask(app, { repoFullName: 'acme/broken' }), 502, 'host_unusable')
  expect(document.source).toBe('host')
})

describe('an invalid body', () => {
  test.each([
    ['nothing', ''],
    ['spaces', '  \n'],
    ['a word', 'hello'],
    ['a cut object', '{"repoFullName": "acme/wid'],
    ['a trailing comma', '{"repoFullName": "acme/widget",}'],
    ['a comment', '{"repoFullName": "acme/widget" /* mine */}'],
    ['two objects', '{}{}'],
    ['single quotes', "{'repoFullName': 'acme/widget'}"],
    ['a form', 'repoFullName=acme%2Fwidget'],
    ['invalid UTF-8', Buffer.from('{"repoFullName": "acme/widget", "model": "\xff\xfe"}', 'latin1')],
    ['UTF-16', Buffer.from('{"repoFullName": "acme/widget"}', 'utf16le')],
    ['a key twice', '{"repoFullName": "acme/widget", "repoFullName": "acme/widget"}'],
    ['a key twice by an escape', '{"repoFullName": "acme/widget", "repoFullNam\\u0065": "acme/other"}'],
    ['a nested key twice', '{"repoFullName": "acme/widget", "extra": [{"a": {"b": 1, "c": [], "b": 2}}]}'],
    ['__proto__', '{"repoFullName": "acme/widget", "__proto__": {"format": "simple"}}'],
    ['a nested __proto__', '{"repoFullName": "acme/widget", "extra": {"__proto__": null}}'],
    ['__proto__ by an escape', '{"repoFullName": "acme/widget", "\\u005f_proto__": {}}'],
  ])('%s is malformed JSON', async (_what, body) => {
    expectProblem(await ask(app, body), 400, 'malformed_json')
  })

  test('every duplicate key is named', async () => {
    const { errors } = expectProblem(
      await ask(app, '{"a": 1, "a": 2, "b": {"c": 1, "c": 2}}'),
      400,
      'malformed_json',
    )
    expect(errors?.map(({ detail }) => detail)).toEqual([
      'the key "a" occurs twice',
      'the key "c" occurs twice',
    ])
  })

  test('what was sent is not quoted back', async () => {
    const document = expectProblem(await ask(app, '{"password": hunter2}'), 400, 'malformed_json')
    expect(document.detail).not.toContain('hunter2')
  })

  test.each([
    ['an array', []],
    ['an array of requests', [good]],
    ['null', null],
    ['a number', 7],
    ['a text', '"acme/widget"'],
    ['deep arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('%s is not an object', async (_what, body) => {
    const { errors } = expectProblem(await ask(app, body), 400, 'invalid_request')
    expect(errors?.[0]?.pointer).toBe('#')
  })

  test('only an error about fields links to their description', async () => {
    const { detail } = expectProblem(await ask(app, { ...good, fromRef: '-x' }), 400, 'invalid_request')
    expect(detail).toBe(
      'Invalid field `fromRef`: must not begin with a dash. The fields are described at /docs.',
    )
    const inHeader = await ask(app, good, { 'x-api-key': 'two words' })
    expect(expectProblem(inHeader, 400, 'invalid_request').detail).not.toContain('/docs')
  })

  test('a field of deep nesting is only not known', async () => {
    const deep = `{"repoFullName": "acme/widget", "zzzzzz": ${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`
    expect((await answerTo(app, deep)).warnings[0]?.code).toBe('unknown-field')
  })

  test('a key that names a method of every object is only not known', async () => {
    const answer = await answerTo(app, { ...good, constructor: 1, toString: 2, hasOwnProperty: 3 })
    expect(answer.warnings.filter(({ code }) => code === 'unknown-field')).toHaveLength(3)
  })

  test('many unknown fields are counted, not listed without end', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => [`zzzzzz${index}`, 1])
    const answer = await answerTo(app, { ...good, ...Object.fromEntries(names) })
    const details = answer.warnings.filter(({ code }) => code === 'unknown-field').map(({ detail }) => detail)
    expect(details).toHaveLength(21)
    expect(details.at(-1)).toBe('980 more unknown fields were ignored.')
  })

  test('an answer repeats no control character of an unknown field', async () => {
    const answer = await answerTo(app, { ...good, '\u001b[31m\u202e': 1 })
    expect(answer.warnings[0]?.detail).toMatch(/^[\x20-\x7e]+$/)
  })

  test('65,536 bytes are taken', async () => {
    const body = JSON.stringify({ ...good, zzzzzz: '' })
    const full = body.replace('""', `"${'x'.repeat(65_536 - body.length)}"`)
    expect(full.length).toBe(65_536)
    expect((await ask(app, full)).statusCode).toBe(200)
    expectProblem(await ask(app, ` ${full}`), 413, 'body_too_large')
  })

  test('1 MB is too large', async () => {
    expectProblem(await ask(app, { ...good, instructions: 'x'.repeat(1_000_000) }), 413, 'body_too_large')
  })

  test('1 MB in chunks of unknown length is too large', async () => {
    const chunks = `8000\r\n${' '.repeat(0x8000)}\r\n`.repeat(32)
    const head = rawHead('Content-Type: application/json', 'Transfer-Encoding: chunked')
    expectProblem(await openSocket(port, `${head}\r\n\r\n${chunks}0\r\n\r\n`).answered, 413, 'body_too_large')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/problem+json',
    'json',
    '*/*',
    '',
  ])('the media type %j is 415', async (type) => {
    expectProblem(await ask(app, good, { 'content-type': type }), 415, 'unsupported_media_type')
  })

  test('a missing media type is 415', async () => {
    const answered = await app.inject({
      method: 'POST',
      url: '/api/v1/generate',
      headers: { authorization: `Bearer ${token}` },
      payload: Buffer.from(JSON.stringify(good)),
    })
    expectProblem(answered, 415, 'unsupported_media_type')
  })
})

describe('credentials', () => {
  test('no token is 401', async () => {
    const answered = await app.inject({ method: 'POST', url: '/api/v1/generate', payload: good })
    const document = expectProblem(answered, 401, 'token_missing')
    expect(document.detail).toMatch(/^The request has no Authorization header\./)
  })

  test.each(
    named([
      'Basic dXNlcjpwYXNz',
      `Basic ${Buffer.from(`user:${token}`).toString('base64')}`,
      `token ${token}`,
      token,
      `Bearer ${token} ${token}`,
      `Bearer "${'x'.repeat(4096)}"`,
      'Bearer tökén',
    ]),
  )('Authorization: %s is not a token', async (_name, authorization) => {
    const document = expectProblem(await ask(app, good, { authorization }), 401, 'token_missing')
    expect(document.detail).toMatch(/^The Authorization header is not of the form "Bearer <token>"\./)
  })

  test.each(['Bearer', 'Bearer '])('%j is a variable that is not set', async (authorization) => {
    const document = expectProblem(await ask(app, good, { authorization }), 401, 'token_missing')
    expect(document.detail).toContain('without a token: the variable that should contain it may not be set')
  })

  test.each(['x', token.slice(0, -1), `${token}x`, token.toUpperCase()])(
    'the wrong token %s is 401, and is not shown',
    async (wrong) => {
      const answered = await ask(app, good, { authorization: `Bearer ${wrong}` })
      const document = expectProblem(answered, 401, 'token_rejected')
      expect(document.source).toBe('host')
      if (wrong !== 'x') expect(answered.body).not.toContain(wrong)
    },
  )

  test('a wrong token learns nothing about what is there', async () => {
    const detailOf = async (body: Record<string, string>) =>
      expectProblem(await ask(app, body, { authorization: 'Bearer wrong' }), 401, 'token_rejected').detail
    const details = [
      await detailOf(good),
      await detailOf({ repoFullName: 'acme/nothing' }),
      await detailOf({ ...good, toRef: 'nothing' }),
    ]
    expect(new Set(details).size).toBe(1)
  })

  test('a client without a token is rejected before the body is read', async () => {
    const answered = await app.inject({ method: 'POST', url: '/api/v1/generate', payload: '{' })
    expectProblem(answered, 401, 'token_missing')
  })
})

describe('bytes that are no request', () => {
  test.each([
    ['a word', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', 'GET /livez HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['an unknown method', 'HELLO /livez HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['NUL in a header', 'GET /livez HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n'],
    ['a negative length', `${rawHead('Content-Length: -1')}\r\n\r\n`],
    ['two lengths', `${rawHead('Content-Length: 2', 'Content-Length: 3')}\r\n\r\n{}`],
    ['a length and chunks', `${rawHead('Content-Length: 5', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`],
    [
      'a broken chunk',
      `${rawHead('Content-Type: application/json', 'Transfer-Encoding: chunked')}\r\n\r\nzz\r\n\r\n`,
    ],
    ['no Host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('%s: 400', async (_what, bytes) => {
    expectProblem(await openSocket(port, bytes).answered, 400, 'malformed_http')
  })

  test.each([
    ['one long header', `GET /livez HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['many headers', `GET /livez HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(5000)}\r\n`],
    ['a long address', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a long token', `${rawHead(`X-API-Key: ${'x'.repeat(17_000)}`)}\r\n\r\n`],
  ])('%s: 431', async (_what, bytes) => {
    expectProblem(await openSocket(port, bytes).answered, 431, 'headers_too_large')
  })

  test('HTTP/1.0 needs no Host, and is answered', async () => {
    expect(await openSocket(port, 'GET /livez HTTP/1.0\r\n\r\n').answered).toMatchObject({ status: 200 })
  })

  test('an unknown Expect header is answered with a problem document', async () => {
    const bytes = 'GET /livez HTTP/1.1\r\nHost: a\r\nExpect: magic\r\nConnection: close\r\n\r\n'
    const { headers, status } = await openSocket(port, bytes).answered
    expect(status).not.toBe(500)
    expect(headers['content-type']).toMatch(/^application\/(?:problem\+)?json/)
  })

  test.each(METHODS.filter((method) => !['CONNECT', 'GET', 'HEAD'].includes(method)))(
    '%s /livez: 405',
    async (method) => {
      const bytes = `${method} /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
      expectProblem(await openSocket(port, bytes).answered, 405, 'method_not_allowed')
    },
  )

  test('a client that disconnects in the middle of a body does no harm', async () => {
    const { socket } = openSocket(port, `${cutHead}{`)
    socket.destroySoon()
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })
})

test('after all of this the service still answers', async () => {
  const answer = await answerTo(app, good)
  expect(answer.entries.map(({ text }) => text)).toEqual(['Add search'])
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
})
