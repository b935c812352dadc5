import { describe, expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

test('an empty environment gives the defaults and secrets generated for this process', () => {
  const environment = readEnvironment({})
  expect(environment).toMatchObject({
    port: 3000,
    address: '127.0.0.1',
    defaultHost: null,
    localRoot: null,
    isLocalTokenGenerated: true,
    commandLineTokens: new Map(),
    maxCommits: null,
    requestsPerMinute: 30,
    concurrency: 4,
    deadlineMs: 60_000,
    logLevel: 'info',
    searchPath: '',
  })
  expect(environment.localToken.length).toBeGreaterThanOrEqual(32)
  expect(readEnvironment({}).localToken).not.toBe(environment.localToken)
  expect(readEnvironment({}).secret).not.toBe(environment.secret)
})

test('each variable is read', () => {
  expect(
    readEnvironment({
      PORT: '0',
      NOTEWRIGHT_ADDRESS: '::',
      NOTEWRIGHT_HOST: 'local',
      NOTEWRIGHT_LOCAL_ROOT: '/srv',
      NOTEWRIGHT_LOCAL_TOKEN: 'token',
      NOTEWRIGHT_TOKEN: 'mine',
      NOTEWRIGHT_GATEWAY_URL: 'https://gateway.example/v1/',
      NOTEWRIGHT_GATEWAY_KEY: 'ours',
      NOTEWRIGHT_MODEL: 'some/model',
      NOTEWRIGHT_CHECK: 'suspected',
      NOTEWRIGHT_API_KEY: 'my-key',
      NOTEWRIGHT_SECRET: 'sixteen characters',
      NOTEWRIGHT_SECRET_PREVIOUS: 'sixteen letters before',
      REDIS_URL: 'redis://localhost:6379/1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b, other=c=d',
      OTEL_SERVICE_NAME: 'notes',
      NOTEWRIGHT_MAX_IN_FLIGHT: '7',
      NOTEWRIGHT_SHED_DELAY_MS: '0',
      NOTEWRIGHT_ALLOWED_ORIGINS: 'https://one.example, https://two.example:8443',
      NOTEWRIGHT_SERVER_NAMES: 'notes.example.org, localhost',
      NOTEWRIGHT_MAX_COMMITS: '10',
      NOTEWRIGHT_RATE: '5/min',
      NOTEWRIGHT_LISTING_RATE: '50/min',
      NOTEWRIGHT_CONCURRENCY: '2',
      NOTEWRIGHT_DEADLINE_MS: '1000',
      LOG_LEVEL: 'debug',
      PATH: '/bin',
      SOMETHING_ELSE: 'is ignored',
    }),
  ).toEqual({
    port: 0,
    address: '::',
    defaultHost: 'local',
    localRoot: '/srv',
    localToken: 'token',
    isLocalTokenGenerated: false,
    commandLineTokens: new Map(
      ['github', 'gitlab', 'gitea', 'bitbucket', 'git', 'local'].map((kind) => [kind, 'mine']),
    ),
    hosts: expect.arrayContaining([expect.objectContaining({ name: 'github' })]),
    gatewayUrl: 'https://gateway.example/v1',
    gatewayKey: 'ours',
    model: 'some/model',
    check: 'suspected',
    commandLineModelKey: 'my-key',
    secret: 'sixteen characters',
    secretNote: null,
    previousSecret: 'sixteen letters before',
    redisUrl: 'redis://localhost:6379/1',
    maxInFlight: 7,
    shedDelayMs: 0,
    allowedOrigins: ['https://one.example', 'https://two.example:8443'],
    serverNames: ['notes.example.org', 'localhost'],
    traces: {
      url: 'http://collector:4318/v1/traces',
      headers: { 'x-key': 'a b', other: 'c=d' },
      serviceName: 'notes',
    },
    maxCommits: 10,
    requestsPerMinute: 5,
    concurrency: 2,
    listings: { requestsPerMinute: 50, concurrency: 4 },
    deadlineMs: 1000,
    logLevel: 'debug',
    searchPath: '/bin',
  })
})

test('spans are sent to the URL that is set for them, or not at all', () => {
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/traces' }
  expect(readEnvironment(own).traces).toMatchObject({ url: 'https://collector.example/traces', headers: {} })
  expect(readEnvironment({}).traces).toBeNull()
  expect(() => readEnvironment({ ...own, OTEL_EXPORTER_OTLP_HEADERS: 'no pair' })).toThrow(
    'OTEL_EXPORTER_OTLP_HEADERS: must be name=value',
  )
})

test('the error for an invalid Redis URL shows a valid one', () => {
  expect(() => readEnvironment({ REDIS_URL: 'https://cache.example.org' })).toThrow(
    'REDIS_URL: must be a URL such as redis://localhost:6379',
  )
})

test('sharing between replicas requires a secret', () => {
  expect(() => readEnvironment({ REDIS_URL: 'redis://localhost' })).toThrow(
    'NOTEWRIGHT_SECRET: must be set if REDIS_URL is set',
  )
  const file = '/nowhere/secret'
  const environment = readEnvironment({ REDIS_URL: 'redis://localhost', NOTEWRIGHT_SECRET_FILE: file })
  expect(() => environment.secret).toThrow(`NOTEWRIGHT_SECRET_FILE: the file ${file} cannot be read`)
  const own = { NOTEWRIGHT_SECRET: 'sixteen characters', NOTEWRIGHT_SECRET_FILE: file }
  expect(readEnvironment(own).secret).toBe('sixteen characters')
})

test.each(['https://one.example/', 'one.example', '*', 'https://one.example/path', 'null'])(
  'the origin %s is rejected',
  (origin) => {
    expect(() => readEnvironment({ NOTEWRIGHT_ALLOWED_ORIGINS: origin })).toThrow(
      'NOTEWRIGHT_ALLOWED_ORIGINS',
    )
  },
)

describe('the gateway', () => {
  const [ours, router, openAi] = [
    'https://ours.example/v1',
    'https://router.example/v1',
    'https://openai.example/v1',
  ]

  test.each([
    [{}, 'https://openrouter.ai/api/v1'],
    [{ OPENAI_BASE_URL: openAi }, openAi],
    [{ OPENAI_BASE_URL: openAi, OPENROUTER_BASE_URL: router }, router],
    [{ OPENAI_BASE_URL: openAi, OPENROUTER_BASE_URL: router, NOTEWRIGHT_GATEWAY_URL: ours }, ours],
  ])('with %j is %s', (environment, gatewayUrl) => {
    expect(readEnvironment(environment)).toMatchObject({
      gatewayUrl,
      model: 'openrouter/auto',
      gatewayKey: null,
    })
  })

  test.each([
    [{}, null],
    [{ NOTEWRIGHT_GATEWAY_KEY: 'g' }, 'g'],
    [{ NOTEWRIGHT_GATEWAY_KEY: 'g', OPENROUTER_API_KEY: 'r' }, 'r'],
    [{ OPENROUTER_API_KEY: 'r', NOTEWRIGHT_API_KEY: 'n' }, 'n'],
    [{ OPENAI_API_KEY: 'o', OPENAI_BASE_URL: openAi }, 'o'],
    [{ OPENAI_API_KEY: 'o' }, null],
    [{ OPENAI_API_KEY: 'o', OPENAI_BASE_URL: openAi, NOTEWRIGHT_GATEWAY_URL: ours }, null],
    [{ OPENROUTER_API_KEY: 'r', OPENAI_BASE_URL: openAi }, null],
  ])('with %j is called from the command line with the key %s', (environment, key) => {
    expect(readEnvironment(environment).commandLineModelKey).toBe(key)
  })

  test('is not called over plain http, except on this machine or if the operator allows it', () => {
    const plain = { NOTEWRIGHT_GATEWAY_URL: 'http://gateway.example/v1' }
    expect(() => readEnvironment(plain)).toThrow(/NOTEWRIGHT_GATEWAY_URL: plain http would send model keys/)
    expect(readEnvironment({ ...plain, NOTEWRIGHT_ALLOW_HTTP: '1' }).gatewayUrl).toBe(
      'http://gateway.example/v1',
    )
    expect(readEnvironment({ NOTEWRIGHT_GATEWAY_URL: 'http://127.0.0.1:11434/v1' }).gatewayUrl).toContain(
      '11434',
    )
  })
})

test('an empty variable counts as unset', () => {
  const empty = {
    PORT: '',
    NOTEWRIGHT_LOCAL_TOKEN: '',
    NOTEWRIGHT_RATE: '',
    LOG_LEVEL: '',
    NOTEWRIGHT_SECRET: '',
  }
  expect(readEnvironment(empty)).toMatchObject({
    port: 3000,
    isLocalTokenGenerated: true,
    requestsPerMinute: 30,
    logLevel: 'info',
  })
})

describe('an environment is rejected', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PORT', ' '],
    ['NOTEWRIGHT_LOCAL_TOKEN', 'with space'],
    ['NOTEWRIGHT_LOCAL_TOKEN', 'x'.repeat(1025)],
    ['NOTEWRIGHT_TOKEN', 'ünprintable'],
    ['NOTEWRIGHT_SECRET', 'short'],
    ['NOTEWRIGHT_MAX_COMMITS', '0'],
    ['NOTEWRIGHT_RATE', '30/hour'],
    ['NOTEWRIGHT_RATE', '0'],
    ['NOTEWRIGHT_CONCURRENCY', '-1'],
    ['NOTEWRIGHT_DEADLINE_MS', '120001'],
    ['LOG_LEVEL', 'loud'],
  ])('with %s=%j', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(`  ${name}: `)
  })

  test('with every error listed and no value shown', () => {
    const invalid = {
      PORT: 'p0rt-value',
      NOTEWRIGHT_TOKEN: 's3cret token',
      NOTEWRIGHT_SECRET: 's3cret',
      LOG_LEVEL: 'l0ud',
    }
    expect(() => readEnvironment(invalid)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining('has 4 errors') }),
    )
    for (const [name, value] of Object.entries(invalid)) {
      expect(() => readEnvironment(invalid)).toThrow(name)
      expect(() => readEnvironment(invalid)).not.toThrow(value)
    }
  })
})

describe('the hosts', () => {
  const hostOf = (environment: Record<string, string>, name: string) =>
    readEnvironment(environment).hosts.find((host) => host.name === name)

  test.each([
    ['github', 'github', 'https://github.com', 'https://api.github.com', 'https://api.github.com/graphql'],
    [
      'gitlab',
      'gitlab',
      'https://gitlab.com',
      'https://gitlab.com/api/v4',
      'https://gitlab.com/api/v4/graphql',
    ],
    [
      'codeberg',
      'gitea',
      'https://codeberg.org',
      'https://codeberg.org/api/v1',
      'https://codeberg.org/api/v1/graphql',
    ],
    [
      'bitbucket',
      'bitbucket',
      'https://bitbucket.org',
      'https://api.bitbucket.org/2.0',
      'https://api.bitbucket.org/2.0/graphql',
    ],
  ])('%s is built in', (name, kind, url, apiUrl, graphqlUrl) => {
    expect(hostOf({}, name)).toEqual({ name, kind, url, apiUrl, graphqlUrl })
  })

  test('of the operator are added and replace a built-in one of the same name', () => {
    const list = JSON.stringify([
      { name: 'work', kind: 'github', url: 'https://git.example.org/' },
      {
        name: 'gitlab',
        kind: 'gitlab',
        url: 'https://lab.example.org',
        apiUrl: 'https://api.example.org/v4/',
      },
    ])
    expect(hostOf({ NOTEWRIGHT_HOSTS: list }, 'work')).toEqual({
      name: 'work',
      kind: 'github',
      url: 'https://git.example.org',
      apiUrl: 'https://git.example.org/api/v3',
      graphqlUrl: 'https://git.example.org/api/graphql',
    })
    expect(hostOf({ NOTEWRIGHT_HOSTS: list }, 'gitlab')?.apiUrl).toBe('https://api.example.org/v4')
  })

  test('of GitHub with data residency have an API host of their own', () => {
    const list = JSON.stringify([{ name: 'work', kind: 'github', url: 'https://acme.ghe.com' }])
    expect(hostOf({ NOTEWRIGHT_HOSTS: list }, 'work')).toMatchObject({
      apiUrl: 'https://api.acme.ghe.com',
      graphqlUrl: 'https://api.acme.ghe.com/graphql',
    })
  })

  test('of the kind git may have a user name', () => {
    const list = JSON.stringify([{ name: 'code', kind: 'git', url: 'https://git.example.org', user: 'dev' }])
    expect(hostOf({ NOTEWRIGHT_HOSTS: list }, 'code')).toMatchObject({ user: 'dev' })
  })

  test('use the URLs that a CI system sets', () => {
    const ciVariables = {
      GITHUB_SERVER_URL: 'https://ghe.example.org',
      GITHUB_API_URL: 'https://ghe.example.org/api/v3',
      GITHUB_GRAPHQL_URL: 'https://ghe.example.org/api/graphql',
      CI_SERVER_URL: 'https://lab.example.org',
    }
    expect(hostOf(ciVariables, 'github')).toMatchObject({
      url: 'https://ghe.example.org',
      graphqlUrl: 'https://ghe.example.org/api/graphql',
    })
    expect(hostOf(ciVariables, 'gitlab')?.url).toBe('https://lab.example.org')
  })

  test.each([
    ['no JSON', 'x', 'must be a JSON list'],
    ['no list', '{}', 'must be a list, not an object'],
    ['an unknown kind', '[{"name":"a","kind":"svn","url":"https://x.org"}]', 'kind'],
    ['an unknown field', '[{"name":"a","kind":"git","url":"https://x.org","token":"t"}]', 'token'],
    ['another protocol', '[{"name":"a","kind":"git","url":"file:///etc"}]', 'url'],
    [
      'plain http to another machine',
      '[{"name":"a","kind":"git","url":"http://x.org"}]',
      'NOTEWRIGHT_ALLOW_HTTP=1',
    ],
  ])('reject %s', (_what, list, message) => {
    expect(() => readEnvironment({ NOTEWRIGHT_HOSTS: list })).toThrow(message)
  })

  test.each([
    ['on this machine', { NOTEWRIGHT_HOSTS: '[{"name":"a","kind":"git","url":"http://127.0.0.1:8080"}]' }],
    [
      'when the operator allows it',
      { NOTEWRIGHT_HOSTS: '[{"name":"a","kind":"git","url":"http://x.org"}]', NOTEWRIGHT_ALLOW_HTTP: '1' },
    ],
  ])('accept plain http %s', (_when, environment) => {
    expect(hostOf(environment, 'a')?.kind).toBe('git')
  })

  test('have tokens of their own on the command line, which NOTEWRIGHT_TOKEN overrides', () => {
    expect(readEnvironment({ GITHUB_TOKEN: 'g' }).commandLineTokens).toEqual(new Map([['github', 'g']]))
    expect(readEnvironment({ CI_JOB_TOKEN: 'j' }).commandLineTokens).toEqual(
      new Map([['gitlab', 'gitlab-ci-token:j']]),
    )
    expect(readEnvironment({ CI_JOB_TOKEN: 'j', GITLAB_TOKEN: 'g' }).commandLineTokens.get('gitlab')).toBe(
      'g',
    )
    expect(
      readEnvironment({ GITHUB_TOKEN: 'g', NOTEWRIGHT_TOKEN: 'n' }).commandLineTokens.get('github'),
    ).toBe('n')
  })
})

test.each(['https://notes.example.org', 'notes.example.org:443', 'a b!', '*.example.org', '..'])(
  'the server name %j is invalid',
  (name) => {
    expect(() => readEnvironment({ NOTEWRIGHT_SERVER_NAMES: name })).toThrow('NOTEWRIGHT_SERVER_NAMES')
  },
)
