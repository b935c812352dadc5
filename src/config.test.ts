import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment gives the defaults, and secrets made for this process', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    address: '127.0.0.1',
    defaultHost: null,
    localRoot: null,
    localTokenMade: true,
    commandLineToken: null,
    maxCommits: null,
    requestsPerMinute: 30,
    concurrency: 4,
    deadlineMs: 60_000,
    logLevel: 'info',
    searchPath: '',
  })
  expect(config.localToken.length).toBeGreaterThanOrEqual(32)
  expect(readConfig({}).localToken).not.toBe(config.localToken)
  expect(readConfig({}).secret).not.toBe(config.secret)
})

test('each variable is taken', () => {
  expect(
    readConfig({
      PORT: '0',
      NOTEWRIGHT_ADDRESS: '::',
      NOTEWRIGHT_HOST: 'local',
      NOTEWRIGHT_LOCAL_ROOT: '/srv',
      NOTEWRIGHT_LOCAL_TOKEN: 'token',
      NOTEWRIGHT_TOKEN: 'mine',
      NOTEWRIGHT_SECRET: 'sixteen characters',
      NOTEWRIGHT_MAX_COMMITS: '10',
      NOTEWRIGHT_RATE: '5/min',
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
    localTokenMade: false,
    commandLineToken: 'mine',
    secret: 'sixteen characters',
    maxCommits: 10,
    requestsPerMinute: 5,
    concurrency: 2,
    deadlineMs: 1000,
    logLevel: 'debug',
    searchPath: '/bin',
  })
})

test('an empty variable is one that is not set', () => {
  const empty = {
    PORT: '',
    NOTEWRIGHT_LOCAL_TOKEN: '',
    NOTEWRIGHT_RATE: '',
    LOG_LEVEL: '',
    NOTEWRIGHT_SECRET: '',
  }
  expect(readConfig(empty)).toMatchObject({
    port: 3000,
    localTokenMade: true,
    requestsPerMinute: 30,
    logLevel: 'info',
  })
})

describe('is refused', () => {
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
  ])('%s=%j', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`  ${name}: `)
  })

  test('with every fault listed, and no value shown', () => {
    const faulty = {
      PORT: 'p0rt-value',
      NOTEWRIGHT_TOKEN: 's3cret token',
      NOTEWRIGHT_SECRET: 's3cret',
      LOG_LEVEL: 'l0ud',
    }
    expect(() => readConfig(faulty)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining('has 4 faults') }),
    )
    for (const [name, value] of Object.entries(faulty)) {
      expect(() => readConfig(faulty)).toThrow(name)
      expect(() => readConfig(faulty)).not.toThrow(value)
    }
  })
})
