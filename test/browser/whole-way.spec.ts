import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildRepository } from '../support/build-repository.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  choose,
  draftWidget,
  entry,
  expect,
  hostToken,
  localToken,
  openEntry,
  signIn,
  test,
  waitForDraft,
  writeEntry,
} from './fixtures.ts'
import { manyEntries } from './histories.ts'

const oldDraft = join(import.meta.dirname, '../../web/storage/draft-0.1.0.json')

/** Drops a file on the page, as from a file manager. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content!], fileName!, { type: 'application/json' }))
      return transfer
    },
    [name, text],
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data })
  await expect(page.locator('.drop-zone')).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
  await expect(page.locator('.drop-zone')).toHaveCount(0)
}

test('a draft of the first version is imported by dropping its file, and a damaged one is reported', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await dropFile(page, 'broken.json', '{"kind":"notewright-draft"}')
  await expect(page.getByRole('alert')).toContainText('This draft file is damaged')
  await dropFile(page, 'old.json', readFileSync(oldDraft, 'utf8'))
  await expect(page.getByRole('heading', { name: 'acme/widget' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit: Written by a person' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit: change 3, second' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Newer draft differs' })).toBeVisible()
})

test('all drafts are deleted after a question, and the toast brings them back', async ({ page, server }) => {
  await draftWidget(page, server)
  await writeEntry(page, 'Faster exports', 'Much faster exports')
  await expect(page.getByRole('button', { name: 'Saved in this browser' })).toBeVisible()
  await page.getByRole('button', { name: /^Change range/ }).click()
  await page.getByRole('button', { name: 'View all 1' }).click()
  await page.getByRole('button', { name: 'Delete all drafts' }).click()
  const question = page.getByRole('group', { name: 'Delete 1 draft?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete all drafts' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('region', { name: 'Recent drafts' })).toHaveCount(0)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: /^Open draft: acme\/widget/ }).click()
  await expect(entry(page, 'Much faster exports')).toBeVisible()
})

test('the palette of the start screen finds drafts and commands', async ({ page, server }) => {
  await draftWidget(page, server)
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: /^Change range/ }).click()
  await expect(page.getByRole('link', { name: /^Open draft: / })).toBeVisible()
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  const field = page.getByRole('combobox', { name: 'Search drafts and commands' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toContainText(
    'acme/widget',
  )
  await expectAccessible(page)
  await field.fill('go to from')
  await field.press('Enter')
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toBeFocused()
  // It opens in fields too, and gives the focus back.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toBeFocused()
  await page.keyboard.press('Control+k')
  await field.fill('theme dark')
  await field.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await field.fill('acme/widget')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'acme/widget' })).toBeVisible()
})

test('advice is kept, comes back with another text, and every step is undone', async ({ page, server }) => {
  await draftWidget(page, server)
  await writeEntry(page, 'Faster exports', 'Faster exports with CVE-2026-99999')
  await page.getByRole('button', { name: /^Keep wording: Faster/ }).click()
  await expect(page.getByRole('button', { name: /^Keep wording: / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Edit: Faster/ })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: /^Keep wording: Faster/ })).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByRole('button', { name: /^Keep wording: / })).toHaveCount(0)
  await writeEntry(page, 'Faster exports', 'Faster exports with CVE-2026-88888')
  await expect(page.getByRole('button', { name: /^Keep wording: Faster/ })).toBeVisible()
})

test('from the sign-in to a draft release with the keyboard alone', async ({ page, server }) => {
  await page.goto(`${server.origin}/`)
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible()
  await tabTo(page, 'Access token')
  await page.keyboard.type(hostToken)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New release notes' })).toBeFocused()
  await tabTo(page, 'Repository')
  await page.keyboard.type('acme/widget')
  await page.keyboard.press('Enter')
  await tabTo(page, 'To')
  await page.keyboard.type('v1.5.0')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search drafts and commands' })).toBeFocused()
  await page.keyboard.type('draft release notes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'acme/widget' })).toBeFocused()
  await waitForDraft(page)
  await tabTo(page, 'Edit: ')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(', by keyboard')
  await page.keyboard.press('Enter')
  await expect(page.locator('.markdown')).toContainText(', by keyboard')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: /^Publish/ })
  await expect(dialog).toContainText(', by keyboard')
  await tabTo(page, 'Create draft release')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Draft release created' })).toBeFocused()
  await tabTo(page, 'Back to the editor')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate((wanted) => {
      const element = document.activeElement as HTMLInputElement
      const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? ''
      return `${label} ${element.textContent}`.includes(wanted)
    }, name)
    if (found) return
  }
  throw new Error(`Tab did not reach ${name}`)
}

test('nothing moves with reduced motion, and forced colours show what is selected', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await draftWidget(page, server)
  await page.getByRole('button', { name: /^Edit: Faster/ }).focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('region', { name: 'Evidence' })).toBeVisible()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))
      .filter((duration) => duration > 1),
  )
  expect(moving).toEqual([])
  await page.keyboard.press('Escape')
  const filter = page.getByRole('button', { name: /^Added \d/ }).first()
  await filter.click()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  expect(await filter.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCSS('border-top-style', 'solid')
})

test('a thousand entries are reached by keys, by search and by their place in the set', async ({
  page,
  server,
}) => {
  buildRepository(manyEntries, { path: join(server.root, 'keys/many') })
  await page.goto(`${server.origin}/#token=${localToken}`)
  await expect(page.getByRole('heading', { name: 'New release notes' })).toBeVisible()
  await choose(page, 'keys/many', 'Since v1.0.0')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.getByRole('button', { name: /: 1,000 in notes/ })).toBeVisible()
  await page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .focus()
  await page.keyboard.press('End')
  const place = () =>
    page.evaluate(() => {
      const row = document.activeElement?.closest('[aria-posinset]')
      return `${row?.getAttribute('aria-posinset')} of ${row?.getAttribute('aria-setsize')}`
    })
  await expect.poll(place).toBe('1000 of 1000')
  await page.keyboard.press('ArrowUp')
  await expect.poll(place).toBe('999 of 1000')
  await page.keyboard.press('Home')
  await expect.poll(place).toBe('1 of 1000')
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(place).toBe('41 of 1000')
  const { field } = await openEntry(page, 'number 41')
  await expect(field).toBeVisible()
})

test('typing into the pickers sends few requests and reaches no rate limit', async ({ page, server }) => {
  const answers: number[] = []
  page.on('response', (response) => {
    if (/\/api\/v1\/(?:repositories|refs|tags|releases)/.test(response.url())) answers.push(response.status())
  })
  await signIn(page, server)
  const field = page.getByRole('combobox', { name: 'Repository' })
  for (let round = 0; round < 6; round += 1) {
    await field.fill('')
    await field.pressSequentially('acme/widget', { delay: 30 })
  }
  await field.press('Enter')
  const from = page.getByRole('combobox', { name: 'From', exact: true })
  for (let round = 0; round < 6; round += 1) {
    await from.fill('')
    await from.pressSequentially('v1.4.0', { delay: 30 })
  }
  await from.press('Enter')
  await expect(page.getByRole('region', { name: 'Summary' }).getByRole('heading')).toBeVisible()
  expect(answers.filter((status) => status >= 400)).toEqual([])
  expect(answers.length).toBeLessThan(40)
})
