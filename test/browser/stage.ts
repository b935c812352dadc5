import type { AddressInfo } from 'node:net'
import { test as base, expect, type Page } from '@playwright/test'
import { configuredGateways } from '../../src/model/configured-gateways.ts'
import { buildService } from '../../src/server/server.ts'
import { ReplyCache } from '../../src/state/reply-cache.ts'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import { listing, type StandInGateway, startGateway } from '../stand-ins/gateway/gateway.ts'
import { serverContext } from '../support/server-context.ts'
import { hostToken, openHosts } from './open-hosts.ts'

const model = 'stand-in/writer'
const secret = 'a secret of the stage'

/** The real service, between stand-ins for its hosts and one for a gateway. */
export interface Stage extends Omit<Awaited<ReturnType<typeof openHosts>>, 'hosts' | 'context' | 'close'> {
  origin: string
  gateway: StandInGateway
  /** Forgets what the service remembers of the gateway's failures. */
  forgive: () => void
}

/** What an honest model writes: the rules' words, and a tail by which they are known. */
export function honest(message: string): unknown {
  const json = /^EVIDENCE\n(.*)$/m.exec(message)?.[1]
  if (json === undefined) return { summary: 'Orders come in pages.' }
  const { changes } = JSON.parse(json) as { changes: { id: string; category: string; rules: string }[] }
  const entries = changes.map(({ id, category, rules }) => ({
    ids: [id],
    category,
    text: `${rules.replace(/\.$/, '')}, as the title says`,
    notable: true,
  }))
  return { entries }
}

/** Starts the service and everything around it. */
export async function openStage(): Promise<Stage & { close: () => Promise<void> }> {
  const { hosts, context, close: closeHosts, ...places } = await openHosts()
  const gateway = await startGateway(writing(honest), {
    models: () => listing([{ id: model, pricing: { prompt: '0.000001', completion: '0.000002' } }]),
  })
  let open = configuredGateways(gateway.url, context)
  const forgive = () => {
    open = configuredGateways(gateway.url, context)
  }
  const replies = new ReplyCache(secret)
  const service = await buildService(
    serverContext(hosts, {
      gatewayFor: (key, asked) =>
        key === null
          ? null
          : replies.before(open({ key, keyOwner: 'caller', model: asked ?? model }), {
              url: gateway.url,
              key,
            }),
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
  return { ...places, origin: `http://127.0.0.1:${port}`, gateway, forgive, close }
}

/** A test with the stage, on which nothing may break in silence. */
export const test = base.extend<{ watched: undefined }, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads
    async ({}, use) => {
      const { close, ...stage } = await openStage()
      await use(stage)
      await close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  watched: [
    async ({ page, stage }, use) => {
      const strange: string[] = []
      stage.gateway.become(writing(honest))
      stage.forgive()
      stage.github.reset()
      watch(page, stage.origin, strange)
      await use(undefined)
      expect(strange).toEqual([])
    },
    { auto: true },
  ],
})

/** Writes down what must never happen: dialogs, calls elsewhere, breaches of the policy, broken scripts. */
export function watch(page: Page, origin: string, strange: string[]): void {
  page.on('dialog', (dialog) => {
    strange.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('blob:')) strange.push(`request: ${url}`)
    if (/stage-token|ghp_stage/.test(url)) strange.push(`token in an address: ${url}`)
  })
  page.on('pageerror', (error) => strange.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const expected = /Failed to load resource|net::ERR_/.test(message.text())
    if (message.type() === 'error' && !expected) strange.push(`console: ${message.text()}`)
  })
}

interface SignInOptions {
  key?: string
  keep?: boolean
  host?: string
  token?: string
}

/** Signs in by the form, to the stand-in for GitHub unless another host is named. */
export async function signIn(page: Page, { origin }: Stage, options: SignInOptions = {}) {
  await page.goto(`${origin}/`)
  await page.getByLabel('Access token of the host').fill(options.token ?? hostToken)
  if (options.host) await page.getByLabel('Host', { exact: true }).selectOption(options.host)
  if (options.key) await page.getByLabel('Key for a language model').fill(options.key)
  if (options.keep ?? true) await page.getByLabel('Stay signed in').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
}

/** Chooses a repository, and a range if it is not the one that is offered first. */
export async function choose(page: Page, repo: string, preset?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Repository' }).fill(repo)
  await page.getByRole('combobox', { name: 'Repository' }).press('Enter')
  // Whoever knows what they want need not wait for the range that is offered first.
  if (preset !== undefined) {
    await page.getByRole('button', { name: preset }).click()
    await expect(page.getByRole('button', { name: preset, pressed: true })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: /commits?/ }).first()).toBeVisible()
}

/** Signs in, chooses the release of the README and has it drafted. */
export async function draftWidget(
  page: Page,
  stage: Stage,
  { repo = 'acme/widget', ...options }: SignInOptions & { repo?: string } = {},
): Promise<void> {
  await signIn(page, stage, options)
  await choose(page, repo, 'v1.4.0 to v1.5.0')
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  await expect(page.getByText(/^Worded by/)).toBeVisible()
}

/** The entry whose text contains some words. */
export function entry(page: Page, words: string) {
  return page.getByRole('listitem').filter({ has: page.locator('.entry-text', { hasText: words }) })
}

/** The texts of all entries, in their order. */
export function entryTexts(page: Page): Promise<string[]> {
  return page
    .locator('.entry-text')
    .evaluateAll((all) =>
      all.map((each) => each.textContent!.slice(0, -each.querySelector('.meta')!.textContent!.length)),
    )
}

/** Opens an entry for editing. */
export async function openEntry(page: Page, words: string) {
  const row = entry(page, words)
  await row.locator('.entry-text').click()
  await expect(row.getByLabel('Text')).toBeFocused()
  return row
}

export { hostToken, localToken, readerToken } from './open-hosts.ts'
export { expect }
