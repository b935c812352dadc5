import type { AddressInfo } from 'node:net'
import { test as base, expect, type Page } from '@playwright/test'
import type { Check } from '../../src/core/request.ts'
import { configuredGateways } from '../../src/model/configured-gateways.ts'
import { buildService } from '../../src/server/server.ts'
import { ModelResponseCache } from '../../src/state/model-response-cache.ts'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import { listing, type StandInGateway, startGateway } from '../stand-ins/gateway/gateway.ts'
import { serverContext } from '../support/server-context.ts'
import { hostToken, startHosts, type TestHosts } from './start-hosts.ts'

const model = 'stand-in/writer'
const secret = 'a secret of the test server'

/** The real server, with stand-ins for its hosts and its gateway. */
export interface TestServer extends Omit<TestHosts, 'hosts' | 'context' | 'close'> {
  origin: string
  gateway: StandInGateway
  /** Closes the circuit breaker of the gateway. */
  resetGateway: () => void
  /** Sets how entries are checked; null for the default. With `words`, they are shown before they are all written. */
  useCheck: (mode: Check | null) => void
}

/** Answers with texts that the rules alone accept. */
export function plain(message: string): unknown {
  return JSON.parse(JSON.stringify(honest(message)).replaceAll(', as the title says', ' now'))
}

/** Answers like a model that adds a recognisable ending to the text of the rules. */
export function honest(message: string): unknown {
  const json = /^EVIDENCE\n(.*)$/m.exec(message)?.[1]
  if (json === undefined) return { summary: 'Orders come in pages.' }
  const { changes } = JSON.parse(json) as {
    changes: { id: string; title: string; category: string; rules: string; excluded?: string }[]
  }
  const claims = /^CLAIMS\n(.*)$/m.exec(message)?.[1]
  if (claims !== undefined) {
    const titleOf = (id: string) => changes.find((change) => change.id === id)!.title
    const asked = JSON.parse(claims) as { id: string; ids: string[] }[]
    return {
      verdicts: asked.map(({ id, ids }) => ({
        id,
        supported: true,
        quotes: [titleOf(ids[0]!)],
        unsupported: '',
      })),
    }
  }
  const included = changes.filter(({ excluded }) => excluded === undefined)
  const entries = included.map(({ id, category, rules }) => ({
    ids: [id],
    category,
    text: `${rules.replace(/\.$/, '')}, as the title says`,
    notable: true,
  }))
  return { entries }
}

/** Starts the server with its stand-ins. */
export async function startTestServer(): Promise<TestServer & { close: () => Promise<void> }> {
  const { hosts, context, close: closeHosts, ...standIns } = await startHosts()
  const gateway = await startGateway(writing(honest), {
    models: () => listing([{ id: model, pricing: { prompt: '0.000001', completion: '0.000002' } }]),
  })
  let openGateway = configuredGateways(gateway.url, context)
  const resetGateway = () => {
    openGateway = configuredGateways(gateway.url, context)
  }
  let check: Check | null = null
  const replies = new ModelResponseCache(secret)
  const service = await buildService(
    serverContext(hosts, {
      gatewayFor: (key, requested) =>
        key === null
          ? null
          : {
              ...replies.before(openGateway({ key, keyOwner: 'caller', model: requested ?? model }), {
                url: gateway.url,
                key,
              }),
              ...(check === null ? {} : { check }),
            },
      model,
      maxCommits: 20_000,
    }),
    'silent',
  )
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  const close = async () => {
    await Promise.all([service.drain(), closeHosts(), gateway.close()])
  }
  const useCheck = (mode: Check | null) => {
    check = mode
  }
  return { ...standIns, origin: `http://127.0.0.1:${port}`, gateway, resetGateway, useCheck, close }
}

/** A Playwright test with the server, which fails if anything unexpected happens on the page. */
export const test = base.extend<{ watched: undefined }, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured parameter
    async ({}, use) => {
      const { close, ...server } = await startTestServer()
      await use(server)
      await close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  watched: [
    async ({ page, server }, use) => {
      const violations: string[] = []
      server.gateway.become(writing(honest))
      server.resetGateway()
      server.useCheck(null)
      server.github.reset()
      // The server is shared by the tests of a worker, and a release of another test would be updated.
      for (const { releases } of [server.github, server.gitlabState, server.giteaState]) releases.length = 0
      recordViolations(page, server.origin, violations)
      await use(undefined)
      expect(violations).toEqual([])
    },
    { auto: true },
  ],
})

/** Records what must never happen: dialogs, requests to other origins, policy violations and script errors. */
export function recordViolations(page: Page, origin: string, violations: string[]): void {
  page.on('dialog', (dialog) => {
    violations.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('blob:')) violations.push(`request: ${url}`)
    if (/test-token|ghp_test/.test(url)) violations.push(`token in a URL: ${url}`)
  })
  page.on('pageerror', (error) => violations.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const expected = /Failed to load resource|net::ERR_/.test(message.text())
    if (message.type() === 'error' && !expected) violations.push(`console: ${message.text()}`)
  })
}

interface SignInOptions {
  key?: string
  keep?: boolean
  host?: string
  token?: string
}

/** Signs in with the form, to the GitHub stand-in unless the options name another host. */
export async function signIn(page: Page, { origin }: TestServer, options: SignInOptions = {}) {
  await page.goto(`${origin}/`)
  await page.getByRole('textbox', { name: 'Access token' }).fill(options.token ?? hostToken)
  if (options.host) await page.getByRole('radio', { name: hostLabels[options.host] ?? options.host }).check()
  if (options.key) await page.getByRole('textbox', { name: 'AI gateway key' }).fill(options.key)
  if (options.keep ?? true) await page.getByRole('checkbox', { name: 'Keep me signed in' }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'New release notes' })).toBeVisible()
}

const hostLabels: Record<string, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea or Forgejo',
  local: 'This machine',
}

/** Chooses a repository, and a range such as `v1.4.0 to v1.5.0` or `Since v1.0.0`. */
export async function choose(page: Page, repo: string, range?: string): Promise<void> {
  await chooseOption(page, 'Repository', repo)
  if (range !== undefined) {
    const [, from = '', to = 'HEAD'] = /^(?:Since )?(.+?)(?: to (.+))?$/.exec(range) ?? []
    if (to !== 'HEAD') await chooseOption(page, 'To', to)
    await chooseOption(page, 'From', from)
  }
  await expect(page.getByRole('region', { name: 'Summary' }).getByRole('heading')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveAttribute('aria-busy', 'false')
}

/** Requires AI, so that drafting fails without it. */
export async function requireAi(page: Page): Promise<void> {
  await page.getByText('Options', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'AI only' }).check()
}

/** Types a value into one of the comboboxes of the start screen. */
export async function chooseOption(
  page: Page,
  name: 'Repository' | 'From' | 'To',
  value: string,
): Promise<void> {
  const field = page.getByRole('combobox', { name, exact: true })
  await field.fill(value)
  await field.press('Enter')
  await expect(field).toHaveValue(value)
}

/** Signs in, chooses the release of the README and drafts it. */
export async function draftWidget(
  page: Page,
  server: TestServer,
  { repo = 'acme/widget', ...options }: SignInOptions & { repo?: string } = {},
  range = 'v1.4.0 to v1.5.0',
): Promise<void> {
  await signIn(page, server, options)
  await choose(page, repo, range)
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await waitForDraft(page)
}

/** Waits until all entries are written. */
export async function waitForDraft(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Edit: / }).first()).toBeVisible()
  await expect(page.getByText('Drafting…')).toHaveCount(0)
}

/** Locates the entry whose text contains a string. */
export function entry(page: Page, text: string) {
  return page.locator('.row').filter({ has: page.locator(`input[aria-label*=${JSON.stringify(text)} i]`) })
}

/** Returns the texts of all entries in order. */
export function entryTexts(page: Page): Promise<string[]> {
  return page
    .getByRole('checkbox', { name: /^Select: / })
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!.replace('Select: ', '')))
}

/** Opens an entry for editing. */
export async function openEntry(page: Page, text: string) {
  const row = entry(page, text)
  await row.getByRole('button', { name: /^Edit: / }).click()
  const field = row.getByRole('textbox', { name: /^Text of entry: / })
  await expect(field).toBeFocused()
  return { row, field }
}

/** Replaces the text of an entry. */
export async function writeEntry(page: Page, text: string, next: string): Promise<void> {
  const { field } = await openEntry(page, text)
  await field.fill(next)
  await field.press('Enter')
}

/** Chooses an item of the menu of an entry. */
export async function chooseInMenu(page: Page, text: string, item: string): Promise<void> {
  const row = entry(page, text)
  await row.hover()
  await row.getByRole('button', { name: /^More actions: / }).click()
  await page.getByRole('menu', { name: 'Entry' }).getByRole('menuitem', { name: item, exact: true }).click()
}

/** Chooses an item of the menu "More". */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menu', { name: 'More' }).getByRole('menuitem', { name: item }).click()
}

export { hostToken, localToken, readerToken } from './start-hosts.ts'
export { expect }
