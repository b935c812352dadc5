import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import {
  draftWidget,
  entry,
  entryTexts,
  expect,
  recordViolations,
  signIn,
  type TestServer,
  test,
  waitForDraft,
  writeEntry,
} from './fixtures.ts'

const crash = 'crash when the config'

async function openShare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share draft' })
  await expect(dialog.getByRole('button', { name: /^Create/ })).toBeVisible()
  return dialog
}

/** Creates a link to the draft in the editor and returns its address. */
async function share(page: Page): Promise<string> {
  const dialog = await openShare(page)
  const links = dialog
    .getByRole('region', { name: 'Links to this draft' })
    .getByRole('textbox', { name: /^Link of/ })
  const before = await links.count()
  await dialog.getByRole('button', { name: /^Create/ }).click()
  await expect(links).toHaveCount(before + 1)
  const link = await links.first().inputValue()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return link
}

/** Runs a test in a browser that has no drafts yet. */
async function asReceiver(
  browser: Browser,
  server: TestServer,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const violations: string[] = []
  recordViolations(page, server.origin, violations)
  await run(page)
  expect(violations).toEqual([])
  await context.close()
}

test('a link shows a read-only copy, and its key never reaches the server', async ({
  page,
  server,
  browser,
}) => {
  await draftWidget(page, server)
  await writeEntry(page, crash, 'Survive an empty configuration file')
  const dialog = await openShare(page)
  await dialog
    .getByRole('group', { name: 'Link expires after' })
    .getByRole('radio', { name: '1 day' })
    .check()
  const sent = page.waitForRequest((each) => each.url().endsWith('/api/v1/drafts'))
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const body = (await sent).postDataJSON()
  expect(Object.keys(body).toSorted()).toEqual(['ciphertext', 'expiresIn', 'host'])
  expect(body.expiresIn).toBe(86_400)
  const field = dialog.getByRole('textbox', { name: /^Link of/ })
  await expect(dialog.getByRole('button', { name: /^Copy the link of/ })).toBeFocused()
  const link = await field.inputValue()
  const key = link.split('.').at(-1)!
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(body)).not.toContain(key)
  await expectAccessible(page)
  await asReceiver(browser, server, async (other) => {
    const asked: string[] = []
    other.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`))
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'acme/widget' })).toBeVisible()
    const notes = other.getByRole('region', { name: 'Shared notes' })
    await expect(notes.getByText('Survive an empty configuration file')).toBeVisible()
    await expect(other.getByText(/^Read-only\./)).toBeVisible()
    await expect(other.getByRole('textbox')).toHaveCount(0)
    await expectAccessible(other)
    await other.reload()
    await expect(notes.getByText('Survive an empty configuration file')).toBeVisible()
    expect(asked.join('\n')).not.toContain(key)
  })
})

test('the receiver signs in, takes the draft over, and it is saved as an own draft', async ({
  page,
  server,
  browser,
}) => {
  await draftWidget(page, server)
  await writeEntry(page, crash, 'Survive an empty configuration file')
  const link = await share(page)
  await asReceiver(browser, server, async (other) => {
    await other.goto(link)
    await other.getByRole('button', { name: 'Sign in to take over' }).click()
    await other.getByRole('textbox', { name: 'Access token' }).fill('ghp_test0123456789')
    await other.getByRole('checkbox', { name: 'Keep me signed in' }).check()
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('button', { name: 'Take over' }).click()
    await waitForDraft(other)
    expect(await entryTexts(other)).toEqual(await entryTexts(page))
    await writeEntry(other, 'Survive an empty', 'Handle empty configuration files')
    await expect(other.getByRole('button', { name: 'Saved in this browser' })).toBeVisible()
    await other.reload()
    await expect(entry(other, 'Handle empty configuration files')).toBeVisible()
  })
  await expect(entry(page, 'Survive an empty')).toBeVisible()
})

test('what both changed is shown word by word, merged, and can be undone', async ({
  page,
  server,
  browser,
}) => {
  await draftWidget(page, server)
  await writeEntry(page, crash, 'Survive an empty configuration file')
  const link = await share(page)
  await asReceiver(browser, server, async (other) => {
    await draftWidget(other, server)
    await writeEntry(other, crash, 'Survive a missing configuration file')
    await expect(other.getByRole('button', { name: 'Saved in this browser' })).toBeVisible()
    await other.goto(link)
    const differences = other.getByRole('region', { name: '1 difference from your draft' })
    await expect(differences.locator('del')).toHaveText('a missing ')
    await expect(differences.locator('ins')).toHaveText('an empty ')
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Merge into my draft' }).click()
    const conflict = other.getByRole('group', { name: 'Shared draft differs' })
    await expect(
      conflict.getByRole('heading', { name: 'The shared draft changed this entry too' }),
    ).toBeVisible()
    await conflict.getByRole('button', { name: 'Use shared draft' }).click()
    await expect(entry(other, 'Survive an empty configuration file')).toBeVisible()
    await other.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await other.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect(entry(other, 'Survive a missing configuration file')).toBeVisible()
    await expect(conflict).toHaveCount(0)
    await other.goto(link)
    await other.getByRole('button', { name: 'Replace my draft' }).click()
    await expect(entry(other, 'Survive an empty configuration file')).toBeVisible()
  })
})

test('a link can be ended, also after a reload, and then shows why', async ({ page, server, browser }) => {
  await draftWidget(page, server)
  const link = await share(page)
  await expect(page.getByRole('button', { name: 'Saved in this browser' })).toBeVisible()
  await page.reload()
  await waitForDraft(page)
  const dialog = await openShare(page)
  await expect(dialog.getByRole('textbox', { name: /^Link of/ })).toHaveValue(link)
  await dialog.getByRole('button', { name: /^Stop sharing the link of/ }).click()
  await expect(dialog.getByRole('textbox', { name: /^Link of/ })).toHaveCount(0)
  await asReceiver(browser, server, async (other) => {
    await other.goto(link)
    await expect(other.getByRole('alert')).toContainText('it expired, was removed, or the link is incomplete')
    await other.goto(`${server.origin}/#draft=cut`)
    await expect(other.getByRole('alert')).toContainText('This link is incomplete or damaged')
    await expectAccessible(other)
    await other.getByRole('link', { name: 'Notewright home' }).click()
    await expect(other.getByRole('heading', { name: 'Sign in to Notewright' })).toBeVisible()
  })
})

test('an exported draft has no links', async ({ page, server }) => {
  await draftWidget(page, server)
  const key = (await share(page)).split('.').at(-1)!
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export draft' }).click()
  const stream = await (await download).createReadStream()
  const text = (await stream.toArray()).join('')
  expect(text).toContain('notewright-draft')
  expect(text).not.toContain(key)
})

test('a draft of another host is shown, and says where to sign in', async ({ page, server, browser }) => {
  await draftWidget(page, server)
  const link = await share(page)
  await asReceiver(browser, server, async (other) => {
    await signIn(other, server, { host: 'gitlab' })
    await other.goto(link)
    await expect(
      other.getByText('This draft belongs to github. Sign in there to take it over.'),
    ).toBeVisible()
    await expect(other.getByRole('button', { name: 'Take over' })).toHaveCount(0)
  })
})

test('a shared draft is shown in the format of the draft, also by a template of its project', async ({
  page,
  server,
  browser,
}) => {
  await draftWidget(page, server, { repo: 'acme/configured' }, 'Since v1.4.0')
  const preview = page.locator('.markdown')
  const shareAs = async (format: string, shown: RegExp) => {
    await page.getByRole('combobox', { name: 'Format' }).selectOption(format)
    await expect(preview).toContainText(shown)
    const link = await share(page)
    const text = await preview.innerText()
    await asReceiver(browser, server, async (other) => {
      await other.goto(link)
      await expect(other.getByRole('region', { name: 'Shared notes' })).toContainText(shown)
      expect(await other.locator('.shared-notes .markdown').innerText()).toBe(text)
      await expect(other.locator('.shared-range')).toContainText(format)
    })
  }
  await shareAs('GitHub release', /What's Changed|Full Changelog/)
  await shareAs('mail', /== Bug fixes/)
})
