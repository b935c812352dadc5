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
const upper = small.toUpperCase() + digits

/** A made-up secret: the same for the same seed, and without a plan. */
function chance(length: number, alphabet: string, seed = 7): string {
  let state = (seed * 7_919 + length) % 2_147_483_647
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return alphabet[(state >> 8) % alphabet.length]
  }).join('')
}

const uuid = (seed: number) => [8, 4, 4, 4, 12].map((length, at) => chance(length, hex, seed + at)).join('-')

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
  'a session token of Slack': (seed) => `xo${'xc-'}${chance(12, digits, seed)}-${chance(32, hex, seed)}`,
  'a session cookie of Slack': (seed) =>
    `xo${'xd-'}${chance(20, base62, seed)}%2B${chance(30, base62, seed)}`,
  'an app token of Slack': (seed) => `xa${'pp-'}1-A${chance(10, digits, seed)}-${chance(40, hex, seed)}`,
  'a key of Tailscale': (seed) =>
    `tsk${'ey-auth-'}k${chance(10, base62, seed)}CNTRL-${chance(32, base62, seed)}1`,
  'an app token of HubSpot': (seed) => `pa${'t-na1-'}${uuid(seed)}`,
  'a key of JFrog': plain(['AK', 'Cp8'], 69, base62),
  'a reference token of JFrog': (seed) => `cm${'Vmd'}${chance(59, base62, seed)}`,
  'a token of Buildkite': plain(['bk', 'ua_'], 40, hex),
  'a token of Netlify': plain(['nf', 'p_'], 40, base62),
  'a token of Vercel': plain(['vc', 'p_'], 56, base62),
  'a storage token of Vercel': (seed) =>
    `vercel_${'blob_rw_'}${chance(16, base62, seed)}_${chance(30, base62, seed)}`,
  'a key of PostHog': plain(['ph', 'x_'], 43, base62),
  'a token of PlanetScale': plain(['pscale', '_tkn_'], 43, base64url),
  'a password of PlanetScale': plain(['pscale', '_pw_'], 43, base64url),
  'a token of Square': plain(['sq', '0atp-'], 22, base64url),
  'a secret of Square': plain(['sq', '0csp-'], 43, base64url),
  'a current token of Square': plain(['EA', 'AAl'], 60, base64url),
  'a key of Mailgun': plain(['ke', 'y-'], 32, hex),
  'a signing key of Mailgun': (seed) =>
    `${chance(32, hex, seed)}-${chance(8, hex, seed)}-${chance(8, hex, seed)}`,
  'a key of Mailchimp': (seed) => `${chance(32, hex, seed)}-${'us'}12`,
  'a key of Brevo': (seed) => `xkey${'sib-'}${chance(64, hex, seed)}-${chance(16, base62, seed)}`,
  'a password of Brevo': (seed) => `xsmtp${'sib-'}${chance(64, hex, seed)}-${chance(16, base62, seed)}`,
  'a service token of 1Password': (seed) => `op${'s_ey'}J${chance(250, base62, seed)}`,
  'a secret key of 1Password': (seed) =>
    `A${'3-'}${[6, 6, 5, 5, 5, 5].map((length, at) => chance(length, upper, seed + at)).join('-')}`,
  'a token of Sourcegraph': (seed) => `sg${'p_'}${chance(16, hex, seed)}_${chance(40, hex, seed)}`,
  'a local token of Sourcegraph': plain(['sg', 'p_local_'], 40, hex),
  'a token of Dynatrace': (seed) => `dt${'0c01.'}${chance(24, upper, seed)}.${chance(64, upper, seed)}`,
  'a token of Pulumi': plain(['pu', 'l-'], 40, hex),
  'a token of Airtable': (seed) => `pa${'t'}${chance(14, base62, seed)}.${chance(64, hex, seed)}`,
  'a key of Heroku': plain(['HR', 'KU-AA'], 58, base64url),
  'an older key of Heroku': (seed) => `HR${'KU-'}${uuid(seed)}`,
  'a token of Clojars': plain(['CLO', 'JARS_'], 60, base62),
  'a token of crates.io': (seed) => `ci${'o'}${chance(32, base62, seed)}`,
  'a key of NuGet': (seed) => `oy${'2'}${chance(43, small + digits, seed)}`,
  'a token of Harness': (seed) =>
    `pa${'t.'}${chance(22, base62, seed)}.${chance(24, base62, seed)}.${chance(20, base62, seed)}`,
  'a key of Octopus Deploy': (seed) => `AP${'I-'}${chance(22, upper, seed)}1234`,
  'a key of Infracost': (seed) => `ic${'o-'}${chance(32, base62, seed)}`,
  'a token of SonarQube': plain(['sq', 'u_'], 40, hex),
  'a key of ElevenLabs': plain(['s', 'k_'], 48, hex),
  'a key of Fireworks': plain(['f', 'w_'], 24, base62),
  'a key of Firecrawl': plain(['f', 'c-'], 32, hex),
  'a key of Amazon Bedrock': plain(['AB', 'SK'], 120, base64),
  'a short-lived key of Amazon Bedrock': plain(['bedrock', '-api-key-'], 60, base62),
  'an id of Alibaba Cloud': (seed) => `LT${'AI'}${chance(20, base62, seed)}`,
  'a key of Yandex Cloud': (seed) => `AQ${'VN'}${chance(36, base62, seed)}`,
  'a key of Cloudflare': (seed) => `v1${'.0-'}${chance(24, hex, seed)}-${chance(146, hex, seed)}`,
  'a token of Fly.io': plain(['fm', '2_'], 120, base64),
  'a key of Render': plain(['rn', 'd_'], 32, base62),
  'a token of Scalingo': plain(['tk', '-us-'], 48, base62),
  'a key of Defined Networking': (seed) =>
    `dn${'key-'}${chance(26, base62, seed)}-${chance(52, base62, seed)}`,
  'a token of OpenShift': (seed) => `sha${'256~'}${chance(43, base62, seed)}`,
  'a key of Supabase': plain(['sb', '_secret_'], 31, base62),
  'a key of Neon': plain(['na', 'pi_'], 64, small + digits),
  'a key of ClickHouse': (seed) => `4b${'1d'}${chance(38, base62, seed)}`,
  'a key of Resend': (seed) => `r${'e_'}${chance(8, base62, seed)}_${chance(22, base62, seed)}12`,
  'a token of Facebook': plain(['EA', 'AC'], 120, base62),
  'a token of Shippo': plain(['ship', 'po_live_'], 40, hex),
  'a token of Duffel': plain(['duff', 'el_test_'], 43, base62),
  'a token of Plaid': (seed) => `access${'-production-'}${uuid(seed)}`,
  'a key of EasyPost': plain(['EZ', 'AK'], 54, base62),
  'a key of Flutterwave': (seed) => `FLW${'SECK_TEST-'}${chance(32, hex, seed)}-X`,
  'a token of Linear': plain(['lin', '_api_'], 40, base62),
  'a token of Contentful': plain(['CF', 'PAT-'], 43, base62),
  'a token of Typeform': plain(['tf', 'p_'], 59, base62),
  'a key of ReadMe': plain(['rd', 'me_'], 70, small + digits),
  'a key of Prefect': plain(['pn', 'u_'], 36, base62),
  'a key of LaunchDarkly': (seed) => `sd${'k-'}${uuid(seed)}`,
  'a key of WakaTime': (seed) => `wa${'ka_'}${uuid(seed)}`,
  'a token of Frame.io': plain(['fi', 'o-u-'], 64, base62),
  'a secret of Adobe': (seed) => `p8${'e-'}${chance(32, base62, seed)}`,
  'a token of Dropbox': plain(['s', 'l.'], 135, base62),
  'a key of Authress': (seed) =>
    `sc${'_'}${chance(10, base62, seed)}.${chance(4, base62, seed)}.acc-${chance(12, base62, seed)}.${chance(64, base62, seed)}`,
  'a token of SettleMint': plain(['sm', '_pat_'], 16, base62),
  'a key of New Relic': plain(['NR', 'AK-'], 27, upper),
  'a license of MaxMind': (seed) => `${chance(6, base62, seed)}_${chance(29, base62, seed)}_m${'mk'}`,
  'a token of Mapbox': (seed) => `s${'k.ey'}J${chance(60, base62, seed)}.${chance(22, base62, seed)}`,
  'a token in base64': (seed) => Buffer.from(`gh${'p_'}${chance(36, base62, seed)}`).toString('base64'),
  'a user and token in base64': (seed) =>
    Buffer.from(`x-access-token:gh${'s_'}${chance(36, base62, seed)}`).toString('base64'),
  'a private key in base64': (seed) => Buffer.from(pem('RSA ', 12, true)(seed)).toString('base64'),
  'a private key in lines of base64': (seed) =>
    Buffer.from(pem('', 6, true)(seed))
      .toString('base64')
      .replace(/.{76}/g, '$&\n'),
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
  [(secret) => `password=${secret}`, () => ['hunt', 'er2'].join('')],
  [(secret) => `password: "${secret}"`, () => ['p4', 'ssw'].join('')],
  [(secret) => `"password" => '${secret}'`, () => ['Git', 'Hub!23'].join('')],
  [(secret) => `passwd = ${secret}`, () => ['ab', 'c123'].join('')],
  [(secret) => `DB_PASSWORD=${secret}`, () => ['open', 'sesame'].join('')],
  [(secret) => `export PGPASSWORD="${secret}"`, () => ['open', 'sesame'].join('')],
  [(secret) => `MYSQL_PWD=${secret} mysql`, () => ['ro', 'ot'].join('')],
  [(secret) => `NPM_TOKEN=${secret}`, () => ['a1b2', 'c3d4'].join('')],
  [(secret) => `tool --password ${secret} --verbose`, () => ['hunt', 'er2'].join('')],
  [(secret) => `tool --db-password=${secret}`, () => ['hunt', 'er2'].join('')],
  [(secret) => `mysql -u root -p${secret} shop`, () => ['open', 'sesame'].join('')],
  [(secret) => `mysqldump -uroot -p'${secret}' shop`, () => ['pa', 'ss1'].join('')],
  [(secret) => `mariadb -p${secret}`, () => ['open', 'sesame'].join('')],
  [(secret) => `sshpass -p ${secret} ssh ada@example.org`, () => ['open', 'sesame'].join('')],
  [(secret) => `redis-cli -h cache -a ${secret} ping`, () => ['open', 'sesame'].join('')],
  [(secret) => `docker login -u ada -p ${secret} example.org`, () => ['open', 'sesame'].join('')],
  [(secret) => `<add key="ClearTextPassword" value="${secret}" />`, () => ['open', 'sesame'].join('')],
  [(secret) => `postgres://app:${secret}@db.internal:5432/app`, () => ['p@ss', 'w/rd'].join('')],
  [(secret) => `mongodb+srv://app:${secret}@cluster0.example.net/app?w=1`, () => ['a/b', '@c@d'].join('')],
  [(secret) => `see amqp://app:${secret}@queue.`, () => ['a@b', '/c#1'].join('')],
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
  'password=true is the default',
  'password: sha256 is used',
  'password: bcrypt, argon2id or scrypt',
  'password=v2.1.0',
  'Password: see chapter 3',
  'DB_PASSWORD=changeme',
  'DB_PASSWORD=$SECRET',
  'PWD=/home/ada/tool and OLDPWD=/home/ada',
  'GIT_ASKPASS=/usr/lib/git/askpass.sh',
  'NPM_TOKEN=required',
  'tool --password=https://TOKEN@example.org',
  'mysql -P 3306 -u root -p shop',
  'mysql -u root -p',
  'mysql: make -pedantic work',
  'https://example.org:8080/@scope/package@1.0.0',
  'http://localhost:3000/users/@me',
  'see https://example.org/a:b/c@d',
  'key-value-0123456789 and api-gateway-service',
  'sdk-and-api-tools-for-everybody',
  'pat-na1-is-the-prefix',
  'tskey-auth- is a prefix',
  'the sl.something-long-in-words-and-more-words-that-goes-on',
  'EAAA is padding, and so is EAAAAAAA',
  'dt0c01. is the prefix of Dynatrace',
  'nfp_name_of_a_variable_in_the_program_for_netlify',
  'phx_is_short_for_phoenix_in_this_program_of_many_words',
  'rnd_generator_of_the_program_with_words',
  'pscale_branch_create and pscale_database_list_with_words',
  'API-COMPATIBILITY-OF-ALL-THE-THINGS',
  'A3-paper is supported',
  `TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQsIGNvbnNlY3RldHVy is base64 of a text`,
  Buffer.from('-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A').toString('base64'),
  'getElementsByClassNameAndTagName',
])('text that is not a secret is kept: %j', (text) => {
  expect(redact(text)).toEqual({ text, found: 0 })
})

describe('characters that look alike or are invisible do not hide a secret', () => {
  const token = ['gh', 'p_'].concat(chance(36, base62)).join('')
  const fullWidth = (text: string) =>
    text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  const bold = (text: string) =>
    text
      .replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97))
      .replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1d400 + letter.charCodeAt(0) - 65))
      .replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)))
  const between = (character: string) => (text: string) => [...text].join(character)

  test.each<[string, (text: string) => string]>([
    ['full-width forms', fullWidth],
    ['bold letters of mathematics', bold],
    ['joiners', between('\u200d')],
    ['non-joiners', between('\u200c')],
    ['grapheme joiners', between('\u034f')],
    ['soft hyphens', between('\u00ad')],
    ['zero-width spaces', between('\u200b')],
    ['word joiners', between('\u2060')],
    ['variation selectors', between('\ufe0f')],
    ['fillers', between('\u3164')],
    ['direction marks', between('\u202e')],
    ['tags', between('\u{e0041}')],
  ])('%s', (_name, hide) => {
    expect(redact(`fix: forget ${hide(token)} here`)).toEqual({
      text: 'fix: forget [redacted] here',
      found: 1,
    })
    expect(redact(`password=${hide(['hunt', 'er2'].join(''))}`).found).toBe(1)
  })

  test.each([
    'fix: 全角（かっこ）を使う',
    'feat: 👩‍👩‍👧 family',
    'fix: می‌خواهم',
    '𝐁𝐨𝐥𝐝 title with password：秘密',
    'fix: x² and №5',
  ])('other text keeps them: %s', (text) => {
    expect(redact(text)).toEqual({ text, found: 0 })
  })
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
  'password=',
  'PASSWORD=',
  'A_',
  'mysql ',
  'mysql -p',
  '--password ',
  '://a:b@',
  '://a:/',
  'a@b/',
  'LS0tLS1CRUdJ',
  'QUFB',
  'QUFBQUFBQUFBQUFBQUFBQUFB\n',
  '\uff10',
  '\u200d',
  'a.b-',
  'pat.',
  'tskey-a-',
  'sc_aaaaa.',
  'A3-AAAAAA-',
  '0123456789abcdef-',
])('a long text of repeated %j takes linear time', (word) => {
  const text = word.repeat(64 * 1024).slice(0, 64 * 1024)
  expect(redact(text).text.length).toBeGreaterThan(0)
  expect(redact(`token=${text}`).text).toContain('token=')
})
