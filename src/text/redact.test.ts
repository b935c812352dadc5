import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact } from './redact.ts'

// Put together here, so that no scanner takes this file for a leak.
const small = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const hex = `${digits}abcdef`
const base62 = small + small.toUpperCase() + digits
const base64url = `${base62}-_`
const base64 = `${base62}+/`

/** A made-up secret: the same for the same seed, and without a plan. */
function chance(length: number, alphabet: string, seed = 7): string {
  let state = (seed * 7_919 + length) % 2_147_483_647
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return alphabet[(state >> 8) % alphabet.length]
  }).join('')
}

const keyBegin = '-----BEGIN '.concat('PRIVATE', ' KEY-----')

type Maker = (seed: number) => string
const plain = (beginning: string[], length: number, alphabet: string): Maker => {
  // A dash at either end would be left standing, which is harmless and would make the test unclear.
  return (seed) => `${beginning.join('')}${chance(length - 2, alphabet, seed)}${chance(2, digits, seed)}`
}
const pem = (kind: string, lines: number, end: boolean, between = '\n'): Maker => {
  return (seed) =>
    [
      `-----BEGIN ${kind}`.concat('PRIVATE', ' KEY-----'),
      ...Array.from({ length: lines }, (_, line) => chance(64, base64, seed + line + 1)),
      ...(end ? [`-----END ${kind}`.concat('PRIVATE', ' KEY-----')] : []),
    ].join(between)
}

/** Secrets that are recognised by their own characters. */
const byThemselves: Record<string, Maker> = {
  'a personal token of GitHub': plain(['gh', 'p_'], 36, base62),
  'an app token of GitHub': plain(['gh', 's_'], 36, base62),
  'an OAuth token of GitHub': plain(['gh', 'o_'], 36, base62),
  'a refresh token of GitHub': plain(['gh', 'r_'], 76, base62),
  'a fine-grained token of GitHub': plain(['github', '_pat_'], 82, `${base62}_`),
  'a token of GitLab': plain(['gl', 'pat-'], 20, base64url),
  'a routable token of GitLab': (seed) => `gl${'pat-'}${chance(27, base62, seed)}.01.${chance(9, hex, seed)}`,
  'a deploy token of GitLab': plain(['gl', 'dt-'], 20, base64url),
  'a runner token of GitLab': plain(['gl', 'rt-'], 20, base64url),
  'a trigger token of GitLab': plain(['gl', 'ptt-'], 40, hex),
  'a job token of GitLab': plain(['gl', 'cbt-'], 22, base64url),
  'an OAuth secret of GitLab': plain(['gl', 'oas-'], 64, hex),
  'an app password of Bitbucket': plain(['AT', 'BB'], 32, base62),
  'an access token of Bitbucket': plain(['ATC', 'TT3x'], 180, base64url),
  'a key of OpenAI': plain(['s', 'k-'], 48, base62),
  'a project key of OpenAI': plain(['s', 'k-proj-'], 156, base64url),
  'a key of Anthropic': plain(['s', 'k-ant-api03-'], 95, base64url),
  'a key of OpenRouter': plain(['s', 'k-or-v1-'], 64, hex),
  'a key of DeepSeek': plain(['s', 'k-'], 32, hex),
  'a key of Groq': plain(['gs', 'k_'], 52, base62),
  'a key of Google': plain(['AI', 'za'], 35, base64url),
  'a token of Hugging Face': (seed) => `h${'f_'}${chance(34, base62.replace(/\d/g, ''), seed)}`,
  'a key of xAI': plain(['x', 'ai-'], 80, base62),
  'a token of Replicate': plain(['r', '8_'], 37, base62),
  'a key of Perplexity': plain(['pp', 'lx-'], 48, base62),
  'an id of AWS': (seed) => `AK${'IA'}${chance(16, `${small.toUpperCase()}234567`, seed)}`,
  'a temporary id of AWS': (seed) => `AS${'IA'}${chance(16, `${small.toUpperCase()}234567`, seed)}`,
  'id and secret of AWS': (seed) =>
    `AK${'IA'}${chance(16, `${small.toUpperCase()}234567`, seed)}:${chance(40, base64, seed)}`,
  'a client secret of Azure': (seed) => `abc8${'Q~'}${chance(34, base62, seed)}`,
  'a bot token of Slack': (seed) => `xo${'xb-'}${chance(12, digits, seed)}-${chance(24, base62, seed)}`,
  'a live key of Stripe': plain(['sk', '_live_'], 24, base62),
  'a restricted key of Stripe': plain(['rk', '_live_'], 24, base62),
  'a signing secret of Stripe': plain(['wh', 'sec_'], 32, base62),
  'a token of npm': plain(['np', 'm_'], 36, base62),
  'a token of PyPI': plain(['py', 'pi-AgEIcHlwaS5vcmc'], 100, base64url),
  'a token of Docker': plain(['dck', 'r_pat_'], 27, base64url),
  'a key of SendGrid': (seed) => `S${'G.'}${chance(22, base62, seed)}.${chance(43, base62, seed)}`,
  'a key of Twilio': plain(['S', 'K'], 32, hex),
  'a bot token of Telegram': (seed) => `1${chance(9, digits, seed)}:A${'A'}${chance(33, base62, seed)}`,
  'a bot token of Discord': (seed) =>
    `MT${chance(24, base62, seed)}.${chance(6, base62, seed)}.${chance(38, base62, seed)}`,
  'a token of Shopify': plain(['shp', 'at_'], 32, hex),
  'a token of DigitalOcean': plain(['do', 'p_v1_'], 64, hex),
  'a token of Databricks': plain(['da', 'pi'], 32, hex),
  'a token of Vault': plain(['hv', 's.'], 90, base62),
  'a token of Terraform': (seed) => `${chance(14, base62, seed)}.atlas${'v1.'}${chance(67, base62, seed)}`,
  'a token of Doppler': plain(['dp', '.pt.'], 43, base62),
  'a key of age': plain(['AGE-SECRET', '-KEY-1'], 58, small.toUpperCase() + digits),
  'a JSON web token': (seed) =>
    `ey${'J'}${chance(33, base62, seed)}.ey${'J'}${chance(80, base62, seed)}.${chance(43, base62, seed)}`,
  'a private key': pem('', 4, true),
  'a private key of RSA': pem('RSA ', 12, true),
  'a private key in JSON': pem('', 5, true, '\\n'),
  'a private key in a quotation': pem('OPENSSH ', 5, true, '\n> '),
  'the beginning of a private key': pem('EC ', 3, false),
  'the beginning of a private key behind a password': (seed) =>
    pem(
      'RSA ',
      3,
      false,
    )(seed).replace('-----\n', '-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n'),
  'the beginning of a private key in JSON': pem('', 9, false, '\\n'),
}

/** Secrets that are recognised by the text around them. */
const inContext: [text: (secret: string) => string, Maker][] = [
  [(secret) => `https://ada:${secret}@example.org/tool.git`, plain([], 9, base62)],
  [(secret) => `postgres://app:${secret}@db.internal:5432/app?ssl=1`, () => 'p%21ss,w!rd'],
  [(secret) => `redis://:${secret}@cache:6379`, () => 'hunter'],
  [(secret) => `https://${secret}@codeberg.org/ada/tool.git`, plain([], 40, hex)],
  [(secret) => `https://${secret}:x-oauth-basic@git.example.org/`, plain([], 40, hex)],
  [(secret) => `https://hooks.slack.com/services/${secret}`, (seed) => `T01/B02/${chance(24, base62, seed)}`],
  [(secret) => `https://blob.example.net/x?sv=2024-01-01&sig=${secret}`, plain([], 44, base62)],
  [(secret) => `AccountName=a;AccountKey=${secret};Endpoint=x`, (seed) => `${chance(86, base64, seed)}==`],
  [(secret) => `Authorization: Bearer ${secret}`, plain([], 30, base62)],
  [(secret) => `authorization: Basic ${secret}`, () => Buffer.from('ada:opensesame').toString('base64')],
  [(secret) => `AUTHORIZATION: BEARER ${secret}`, plain([], 30, base62)],
  [(secret) => `-H "Authorization: token ${secret}"`, plain([], 40, hex)],
  [(secret) => `Authorization:\n  Bearer ${secret}`, plain([], 30, base62)],
  [(secret) => `sent with bearer ${secret} by hand`, plain([], 30, base62)],
  [(secret) => `PRIVATE-TOKEN: ${secret}`, plain([], 20, base62)],
  [(secret) => `x-api-key: ${secret}`, plain([], 32, hex)],
  [(secret) => `curl -s -u ada:${secret} https://example.org`, () => 'opensesame'],
  [(secret) => `tool --token ${secret} --verbose`, plain([], 24, base62)],
  [(secret) => `password=${secret}`, () => 'Tr0ub4dor&3zebra'],
  [(secret) => `DB_PASSWORD = "${secret}"`, () => 'c0rrect;h0rse=b4ttery'],
  [(secret) => `{"client_secret": "${secret}"}`, plain([], 32, base62)],
  [(secret) => `secret_key_base: ${secret}`, plain([], 128, hex)],
  [(secret) => `AWS_SECRET_ACCESS_KEY=${secret}`, plain([], 40, base64)],
  [(secret) => `?token=${secret}&page=2`, plain([], 40, hex)],
  [(secret) => `//packages.example.org/:_authToken=${secret}`, plain([], 36, hex)],
  [(secret) => `api_key: '${secret}',`, () => 'abcd1234efgh5678'],
  [
    (secret) => `the token: ${secret}.`,
    (seed) => `${chance(8, hex, seed)}-${chance(4, hex, seed)}-${chance(12, hex, seed)}`,
  ],
]

const seeds = Array.from({ length: 25 }, (_, index) => 11 + 97 * index)
const surroundings: [string, (secret: string) => string][] = [
  ['a title', (secret) => `fix: forget ${secret} in the sample`],
  ['a body', (secret) => `feat: keys\n\nIt was:\n\n${secret}\n\nNow it is read from a file.`],
  ['a code span', (secret) => `Use \`${secret}\`, not that.`],
  ['a URL', (secret) => `see https://example.org/?x=${secret}&y=1`],
  ['quotes', (secret) => `headers = {"x": "${secret}"}`],
]

describe('a secret with a known format is replaced', () => {
  test.each(Object.entries(byThemselves))('%s', (_name, make) => {
    for (const seed of seeds) {
      const secret = make(seed)
      for (const [, around] of surroundings) {
        expect(redact(around(secret))).toEqual({ text: around('[redacted]'), found: 1 })
      }
    }
  })
})

describe('a secret that its context reveals is replaced', () => {
  test.each(inContext.map(([around, make]) => [around('…'), around, make] as const))(
    '%s',
    (_name, around, make) => {
      for (const seed of seeds) {
        expect(redact(around(make(seed)))).toEqual({ text: around('[redacted]'), found: 1 })
        expect(redact(`fix: a\n\n${around(make(seed))}\n\nb`).text).toBe(
          `fix: a\n\n${around('[redacted]')}\n\nb`,
        )
      }
    },
  )
})

test('all secrets of a text are replaced, and each is counted once', () => {
  const secrets = Object.values(byThemselves).map((make) => make(5))
  const { text, found } = redact(secrets.join('\nand '))
  expect(text).toBe(secrets.map(() => '[redacted]').join('\nand '))
  expect(found).toBe(secrets.length)
})

test('the redacted beginning of a private key ends where ordinary text continues', () => {
  const key = pem('RSA ', 2, false)(3)
  expect(redact(`${key}\n\nThe rest is missing.`).text).toBe('[redacted]\n\nThe rest is missing.')
})

test.each([
  'fix: password=empty is accepted',
  'fix: password=null no longer crashes',
  'bump sk-learn',
  'feat(sk-button): sk-primary-button-with-a-very-long-name-2',
  'rename token_budget to tokenBudgetForEachRequest2',
  'AKIA',
  'docs: AKIA and ASIA ids are explained',
  'bump undici from 6.1.0 to 6.2.0-beta.20241104',
  'cherry-picked from 0123456789abcdef0123456789abcdef01234567',
  'token: the tokenizer reads 550 kinds',
  'id 550e8400-e29b-41d4-a716-446655440000 is kept',
  'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  'Authorization: Bearer <token>',
  'Authorization: Bearer $TOKEN',
  'Authorization: Bearer $'.concat('{{ secrets.GITHUB_TOKEN }}'),
  'the Authorization: header-v2 is sent',
  'password: <your password here>',
  'password=xxxxxxxxxxxx1',
  'password=changeme12345',
  'password = your-password-123',
  'token=$NPM_TOKEN_2024_PROD',
  'token: process.env.GITHUB_TOKEN_V2',
  'token=%TOKEN_NUMBER_1%',
  'api_key = getApiKeyFromVault2()',
  'secret: /etc/tool/secret2.pem',
  'secret: refresh_token_v2',
  'the token: https://example.org/docs/v2/tokens',
  'expires token: 2026-01-02T10:00:00Z',
  'https://example.org:8080/@scope/package',
  'https://ada@example.org/tool.git',
  'git@github.com:acme/tool.git',
  'docker://alpine:3.19@sha256:deadbeef',
  'https://user:password@example.org',
  'https://user:<password>@example.org',
  'https://user:***@example.org',
  'npm_config_registry and npm_package_version are read',
  'hf_hub_download and hf_transformers',
  'whsec_ and ghp_ are the prefixes of secrets',
  'use ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx in the docs',
  'xoxb-token-support',
  'pypi-publish-with-a-very-long-name-of-a-workflow-file-in-the-repository',
  'the key-value-store-of-the-frontend-application is gone',
  'feat: keyboard: press Ctrl+K',
  'fix: tokens=128000 is the most',
  'pass: the tests pass on 12 platforms',
  '-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
  'eyJ is how base64 of {" begins',
  'Change-Id: I0123456789abcdef0123456789abcdef01234567',
  'Signed-off-by: Ada Lovelace <ada@example.org>',
  'curl -u user:password https://example.org',
  'the meeting is at 12:30:45.123456',
  "Merge branch 'main' into feat/import.meta.glob-support-caseSensitiveMatch-option",
])('text that is not a secret is kept: %j', (text) => {
  expect(redact(text)).toEqual({ text, found: 0 })
})

const anySecret = fc
  .tuple(
    fc.constantFrom(
      ...Object.values(byThemselves),
      ...inContext.map(
        ([around, make]) =>
          (seed: number) =>
            around(make(seed)),
      ),
    ),
    fc.integer({ min: 1, max: 1e6 }),
  )
  .map(([make, seed]) => make(seed))
const piece = fc.oneof(
  anySecret,
  anySecret.map((secret) => secret.slice(0, 12)),
  fc.constantFrom(
    'token=',
    'password: ',
    'Bearer ',
    'Authorization: ',
    '://',
    'a:',
    '@',
    '-----BEGIN',
    ' PRIVATE KEY-----',
    '[redacted]',
    '[',
    '"',
    '&',
    '=',
    '.',
    '-',
    '_',
    ' ',
    '\n',
    'sk-',
    'eyJ',
    'x',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const hostileText = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

test('redacting twice changes nothing', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const once = redact(text).text
      expect(redact(once)).toEqual({ text: once, found: 0 })
    }),
    { numRuns: 2000 },
  )
})

test('the text around secrets is kept in order', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const [first = '', ...rest] = redact(text).text.split('[redacted]')
      expect(text.startsWith(first)).toBe(true)
      let from = first.length
      for (const part of rest) {
        const at = text.indexOf(part, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + part.length
      }
    }),
    { numRuns: 1000 },
  )
})

test.each([
  'ghp_',
  'glpat-',
  'glpat-.',
  'sk-',
  'sk-a1-',
  'eyJ',
  'eyJaaaaaaaa-',
  'eyJaaaaaaaa.',
  'SG.',
  'AKIA',
  '://',
  '://a:',
  'a://a:a',
  '@',
  'token=',
  'token="',
  'token:',
  'password ',
  'api_',
  'key',
  'Authorization: ',
  'Bearer ',
  '--token-',
  'curl -u ',
  'curl ',
  keyBegin,
  `${keyBegin}\naaaaaaaaaaaaaaaa`,
  '-----',
  'A',
  'a',
  '0',
  '-',
  '_',
  '=',
  '"',
  ' ',
  '\n',
  'MAAAAAAAAAAAAAAAAAAAAAAAAA.',
  'aB1.',
  'dp.aa.',
  '&a=',
  'token=&',
  '1234567890:AA',
  'aaa1Q~',
  'A.atlasv1.',
])('a long text of repeated %j takes linear time', (word) => {
  const text = word.repeat(64 * 1024).slice(0, 64 * 1024)
  expect(redact(text).text.length).toBeGreaterThan(0)
  expect(redact(`token=${text}`).text).toContain('token=')
})
