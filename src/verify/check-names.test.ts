import { describe, expect, test } from 'vitest'
import { checkWording } from './check-wording.ts'
import type { WordingEvidence } from './evidence-lookup.ts'

const about = (text: string, language = 'en'): WordingEvidence => ({
  texts: [text],
  instructions: [],
  language,
})
const faultsOf = (text: string, evidence: string, language?: string) =>
  checkWording(text, about(evidence, language))
const unknown = (name: string) => [
  `says \`${name}\`, which is not in the evidence; remove it, or cite the change that mentions it`,
]

describe('a product may be written in full if the commits abbreviate it', () => {
  test.each([
    ['Elasticsearch', ['elastic', 'es']],
    ['GitHub', ['gh']],
    ['JavaScript', ['js']],
    ['Kubernetes', ['k8s', 'kube']],
    ['macOS', ['mac', 'osx', 'darwin']],
    ['MongoDB', ['mongo']],
    ['Postgres', ['postgresql', 'pg', 'psql']],
    ['PostgreSQL', ['postgres', 'pg', 'psql']],
    ['Python', ['py']],
    ['TypeScript', ['ts']],
    ['Windows', ['win', 'win32', 'msvc']],
  ])('%s', (name, others) => {
    for (const other of others)
      expect(faultsOf(`Orders work with ${name}`, `orders work: ${other}`)).toEqual([])
    expect(faultsOf(`Orders work with ${name}`, 'orders work with it')).toEqual(unknown(name))
  })
})

test('every unambiguous product name is a claim in upper and lower case', () => {
  const names =
    'android angular anthropic azure bitbucket chromium cloudflare codeberg debian deno django docker elasticsearch facebook fedora firebase firefox forgejo gitea github gitlab google gradle grafana graphql heroku homebrew instagram java javascript jenkins jira kafka kotlin kubernetes laravel linkedin linux macos mariadb microsoft mongodb mysql netlify nginx nvidia openai openssl paypal podman postgres postgresql prometheus python redis salesforce shopify spotify sqlite svelte telegram terraform tiktok twitter typescript ubuntu vercel webpack whatsapp wordpress youtube'
  for (const name of names.split(' ')) {
    expect(faultsOf(`Orders work with ${name}`, 'orders work')).toEqual(unknown(name))
    const capital = name.charAt(0).toUpperCase() + name.slice(1)
    expect(faultsOf(`${capital} works with orders`, 'orders work')).toEqual(unknown(capital))
  }
})

test('a product name that is also a plain word is a claim only when capitalised', () => {
  for (const name of 'apple amazon claude electron oracle react stripe vue windows'.split(' ')) {
    const capital = name.charAt(0).toUpperCase() + name.slice(1)
    expect(faultsOf(`Orders work with ${capital}`, 'orders work')).toEqual(unknown(capital))
    expect(faultsOf(`${capital} works with orders`, 'orders work')).toEqual(unknown(capital))
    expect(faultsOf(`Orders work with ${name}`, 'orders work')).toEqual([])
  }
})

test('function words and common acronyms are no claims', () => {
  const small =
    'a an the and or but nor for of to in on at by from with without into onto over under as is are be it its this that these those when while if then than not no all any each every new more less via per i'
  for (const word of small.split(' ')) {
    const capital = word.charAt(0).toUpperCase() + word.slice(1)
    expect(faultsOf(`Orders ${capital} pages work`, 'orders, pages work')).toEqual([])
  }
  for (const word of 'api cli cpu css html http https id io json ok os sql ui url uri utc'.split(' ')) {
    const loud = word.toUpperCase()
    expect(faultsOf(`Orders work with ${loud} and pages`, 'orders work with pages')).toEqual([])
  }
})

test.each([
  ['Orders by Grace-based pages', 'orders by pages', ['Grace-based']],
  ['Orders by Ada-based pages', 'orders by pages of Ada', []],
  ['Orders work with --size=20', 'orders: --size sets 20', []],
  ['Orders work with --length=20', 'orders: --size sets 20', ['--length=20']],
  ['Orders are client/server', 'orders', []],
  ['Orders are client/worker', 'orders', ['client/worker']],
  ['Orders are client/worker', 'orders of a worker', []],
  ['Orders at host:8080', 'orders at 8080', []],
  ['Orders use Page::Orders', 'orders of a page', ['Page::Orders']],
  ['Orders from a.m. to p.m., i.e. pages, e.g. long ones', 'orders, long pages', []],
  ['Orders of -v', 'orders of v', ['-v']],
  ['Orders of URLs and APIs', 'orders', []],
  ['Orders of SDKs', 'orders of the SDK', []],
  ['Orders of SDKs', 'orders', ['SDKs']],
])('a compound name is known by its parts: %s, of "%s"', (text, evidence, names) => {
  expect(faultsOf(text, evidence)).toEqual(names.flatMap(unknown))
})

test('a capitalised word is a name, except at the beginning of a sentence', () => {
  expect(faultsOf('Listing works. Paging works: Sorting works and Saving works', 'orders work')).toEqual(
    unknown('Saving'),
  )
  expect(faultsOf('"Listing" works', 'Listing works')).toEqual([])
  expect(faultsOf('All orders of the page are in Grace', 'orders, page')).toEqual(unknown('Grace'))
  expect(faultsOf('Alle Seiten von Bestellungen', 'orders', 'de')).toEqual([])
})

test.each([
  ['Es sagt „x-1“', 'de', ['x-1']],
  ['Es sagt „Bestellung“', 'de', []],
  ['Es sagt «a_b»', 'de', ['a_b']],
])('in other languages only names in quotations must be known: %s', (text, language, names) => {
  expect(faultsOf(text, 'orders', language).map((fault) => /`(.*)`/.exec(fault)?.[1])).toEqual(
    expect.arrayContaining(names),
  )
  if (names.length === 0) expect(faultsOf(text, 'orders', language)).toEqual([])
})

test.each([
  ['la page et les commandes', true],
  ['les orders are in the page', false],
  ['les pages dans the orders', true],
  ['les pages dans the orders of it', false],
  ['die orders und eine page', true],
])('a text is English if its function words are: %s', (text, isForeign) => {
  const found = faultsOf(text, 'la les page pages commandes orders die').includes(
    'is not in English; write in English, or set `language`',
  )
  expect(found).toBe(isForeign)
})

test('every function word of another language counts against English', () => {
  const words =
    'de du des le la les un une est sont et dans avec sur qui que pas au aux ce cette lors der das und ist sind nicht mit für von ein eine einen wird werden beim zum zur el los las del por como al se su il gli della di che sono nel um uma não ao het een niet voor wordt och att det som är på jest nie się dla jak bir ve için ile'
  for (const word of words.split(' ')) {
    expect(faultsOf(`orders ${word} ${word} pages`, 'orders pages')).toContain(
      'is not in English; write in English, or set `language`',
    )
    for (const english of ['the', 'of', 'is', 'before', 'only'])
      expect(faultsOf(`orders ${word} ${word} ${english} ${english} pages`, 'orders pages')).not.toContain(
        'is not in English; write in English, or set `language`',
      )
  }
})
