import type { Page } from '@playwright/test'
import { failing, slow, writing } from '../stand-ins/gateway/behaviours.ts'
import {
  choose,
  chooseMore,
  chooseOption,
  draftWidget,
  entry,
  expect,
  honest,
  hostToken,
  openEntry,
  plain,
  recordViolations,
  requireAi,
  signIn,
  test,
  waitForDraft,
  writeEntry,
} from './fixtures.ts'

test('a draft is cancelled, and the received entries stay', async ({ page, server }) => {
  server.gateway.become(slow(20_000, writing(honest)))
  await signIn(page, server, { key: 'sk-cancel' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.getByText('Drafting…')).toBeVisible()
  const findCall = () =>
    server.gateway.calls.find(
      ({ body, headers }) => body !== null && headers.authorization === 'Bearer sk-cancel',
    )
  await expect.poll(findCall).toBeDefined()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('The entries written so far are kept.')).toBeVisible()
  expect(await findCall()!.left).toBe(true)
  await expect(page.getByRole('button', { name: /^8 of 12 commits to draft/ })).toBeVisible()
})

test('a gateway that fails during the stream is reported, and drafting without AI is offered', async ({
  page,
  server,
}) => {
  server.gateway.become((body, call) => {
    const script = writing(plain)(body, call)
    // The connection breaks after the first entries, on every attempt.
    return { ...script, steps: [...script.steps.slice(0, 14), { waitMs: 50 }, 'cut'] }
  })
  server.useCheck('words')
  await signIn(page, server, { key: 'sk-cut' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await requireAi(page)
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.getByRole('alert')).toContainText(/gateway/i)
  await expect(page.getByRole('button', { name: /^Edit: / }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Use commit messages' }).click()
  await waitForDraft(page)
  await expect(page.getByRole('button', { name: /^12 commits accounted for/ })).toBeVisible()
})

test('a rate limit of the host is shown, and loading continues after it', async ({ page, server }) => {
  await signIn(page, server)
  await choose(page, 'acme/widget')
  server.github.faults.failure = {
    status: 429,
    headers: { 'retry-after': '1' },
    protocols: ['graphql', 'rest', 'git'],
  }
  await chooseOption(page, 'From', 'v1.4.0')
  await expect(page.getByText('The host is rate-limiting this token', { exact: true })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^\d+ s$/)
  server.github.reset()
  await expect(page.getByRole('heading', { name: /14 commits/ })).toBeVisible()
})

test('a rate limit of the gateway is shown, and drafting continues after it', async ({ page, server }) => {
  server.gateway.become(failing(429, {}, { 'retry-after': '90' }))
  await signIn(page, server, { key: 'sk-limited' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await requireAi(page)
  await page.clock.install()
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.getByText('The gateway is rate-limiting this model key').first()).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^1 min \d+ s$/)
  server.gateway.become(writing(honest))
  await page.clock.runFor(91_000)
  await expect(page.getByRole('button', { name: /^12 commits accounted for/ })).toBeVisible()
})

test('after a token expires, the user can enter another one and keeps the draft', async ({
  page,
  server,
}) => {
  await draftWidget(page, server)
  await writeEntry(page, 'Crash when', 'Mine')
  server.github.faults.failure = {
    status: 401,
    headers: {},
    message: 'Bad credentials',
    protocols: ['graphql', 'rest', 'git'],
  }
  await chooseMore(page, 'Redraft, keep my edits')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  server.github.reset()
  await dialog.getByRole('textbox', { name: 'Access token' }).fill(hostToken)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveCount(0)
  await chooseMore(page, 'Redraft, keep my edits')
  await waitForDraft(page)
  await expect(entry(page, 'Mine')).toBeVisible()
})

test('editing works offline, and drafting works again online', async ({ page, server, context }) => {
  await draftWidget(page, server)
  await waitForLaterParts(page)
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Redraft, keep my edits' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Offline, saved in this browser' })).toBeVisible()
  await writeEntry(page, 'Crash when', 'Written on a train')
  await expect(page.locator('.markdown')).toContainText('Written on a train')
  await context.setOffline(false)
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
  await chooseMore(page, 'Redraft, keep my edits')
  await waitForDraft(page)
  await expect(entry(page, 'Written on a train')).toBeVisible()
})

test('a draft survives a reload, with a saved session and without one', async ({ page, server }) => {
  await draftWidget(page, server)
  await writeEntry(page, 'Crash when', 'Still here')
  await page.waitForTimeout(600)
  await page.reload()
  await expect(entry(page, 'Still here')).toBeVisible()
  await page.evaluate(() => sessionStorage.removeItem('notewright.session'))
  await page.reload()
  await page.getByRole('textbox', { name: 'Access token' }).fill(hostToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(entry(page, 'Still here')).toBeVisible()
})

test('a reload during the stream keeps the received entries', async ({ page, server }) => {
  server.gateway.become((body, call) => {
    const script = writing(plain)(body, call)
    return { ...script, steps: [...script.steps.slice(0, 14), 'hang'] }
  })
  server.useCheck('words')
  await signIn(page, server, { key: 'sk-reload' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.getByRole('button', { name: /^Edit: / }).first()).toBeVisible()
  await page.waitForTimeout(600)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Edit: / }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /commits to draft/ })).toBeVisible()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByText(/in these notes yet/)).toBeVisible()
  await page.keyboard.press('Escape')
  server.gateway.become(writing(plain))
  await chooseMore(page, 'Redraft, keep my edits')
  await expect(page.getByRole('button', { name: /^12 commits accounted for/ })).toBeVisible()
})

test('when two tabs edit one draft, the user chooses the version', async ({ page, server, context }) => {
  await draftWidget(page, server)
  await page.waitForTimeout(600)
  const other = await context.newPage()
  const violations: string[] = []
  recordViolations(other, server.origin, violations)
  await signIn(other, server)
  await other.getByRole('link', { name: /^Open draft: acme\/widget/ }).click()
  await expect(entry(other, 'Crash when')).toBeVisible()
  await writeEntry(other, 'Crash when', 'From the other tab')
  await expect(page.getByRole('alert')).toContainText('also edited in another tab')
  await page.getByRole('button', { name: 'Load the other version' }).click()
  await expect(entry(page, 'From the other tab')).toBeVisible()
  expect(violations).toEqual([])
})

test('the back button of the browser goes from the notes to the range', async ({ page, server }) => {
  await draftWidget(page, server)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'New release notes' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'acme/widget' })).toBeVisible()
})

test('an outdated sign-in link and an unreachable server are reported, and the user can retry', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/#token=of-yesterday`)
  await expect(page.getByRole('alert')).toContainText('token')
  await page.route('**/api/v1/hosts', (route) => route.abort())
  await page.goto(`${server.origin}/`)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Notewright isn’t responding')
  await page.unroute('**/api/v1/hosts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('radio', { name: 'GitHub' })).toBeChecked()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('without browser storage the page warns, and everything else works', async ({ page, server }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is disabled.', 'InvalidStateError')
    }
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Storage is disabled.', 'SecurityError')
      },
    })
  })
  await draftWidget(page, server)
  await expect(page.getByRole('alert')).toContainText('this browser refused')
  await openEntry(page, 'Crash when')
})

/** Waits until the files have arrived that the editor loads after its entries are shown. */
async function waitForLaterParts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const parts = ['check-own-texts', 'parse-markdown', 'markdown-editor', 'later-parts', 'markdown-view']
    return parts.every((part) => loaded.some((name) => name.includes(`/${part}-`)))
  })
}
