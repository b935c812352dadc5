import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import {
  choose,
  chooseMore,
  entry,
  entryTexts,
  expect,
  openEntry,
  signIn,
  type TestServer,
  test,
  waitForDraft,
} from './fixtures.ts'

async function draftConfigured(page: Page, server: TestServer): Promise<void> {
  await signIn(page, server)
  await choose(page, 'acme/configured', 'Since v1.4.0')
  await page.getByRole('radio', { name: 'Commit messages' }).check()
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await waitForDraft(page)
}

async function openPanel(page: Page) {
  await chooseMore(page, 'Configuration')
  const text = page.getByRole('textbox', { name: 'Text of the configuration file' })
  await expect(text).toContainText('categories:')
  await expect(page.getByText('Valid.', { exact: true })).toBeVisible()
  return text
}

/** Replaces a word of the file, as a person does: by typing. */
async function typeAfter(page: Page, place: string, typed: string): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Text of the configuration file' })
  await text.getByText(place).first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}

function features(page: Page) {
  return page.getByRole('region', { name: '🚀 Features' })
}

test('entries stand under the titles of the file, and can be moved to another one', async ({
  page,
  server,
}) => {
  await draftConfigured(page, server)
  const notes = page.locator('.markdown')
  await expect(notes.getByRole('heading', { level: 3 })).toHaveText([
    '🚀 Features',
    'Bug fixes',
    'Other changes',
  ])
  await expect(notes.getByText('Round totals (#121, SHOP-12)')).toBeVisible()
  await expect(notes.getByRole('link', { name: 'SHOP-12' })).toHaveAttribute(
    'href',
    'https://t.example/SHOP-12',
  )
  const { row } = await openEntry(page, 'Stream files')
  await row.getByRole('button', { name: /^Category: / }).click()
  await page.getByRole('menuitemradio', { name: '🚀 Features' }).click()
  await expect(notes.getByRole('heading', { level: 3 })).toHaveText(['🚀 Features', 'Bug fixes'])
  await expect(features(page).getByRole('button', { name: /^Edit: .*Stream files/ })).toBeVisible()
  // Drafts are saved after a short pause.
  await page.waitForTimeout(1000)
  await page.reload()
  await expect(features(page).getByRole('button', { name: /^Edit: .*Stream files/ })).toBeVisible()
})

test('a package is chosen, and the draft keeps it', async ({ page, server }) => {
  await signIn(page, server)
  await choose(page, 'acme/packages')
  await page.getByLabel('Package').selectOption('cli')
  await expect(page.getByRole('radio', { name: 'From cli@0.4.0' })).toBeChecked()
  await page.getByRole('radio', { name: 'Commit messages' }).check()
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await waitForDraft(page)
  expect(await entryTexts(page)).toEqual(['cli: Keep the cursor visible after a crash'])
  await expect(page.getByRole('button', { name: 'Change range: cli@0.4.0 to HEAD' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Change range: cli@0.4.0 to HEAD' })).toBeVisible()
})

test('a template prints the notes in a worker, and one that takes too long is reported', async ({
  page,
  server,
}) => {
  await draftConfigured(page, server)
  await page.getByLabel('Format').selectOption('mail')
  await expect(page.locator('.markdown')).toContainText('== 🚀 Features')
  await page.getByLabel('Format').selectOption('slow')
  await expect(page.getByRole('alert')).toContainText(/The template failed in line \d+, column \d+: /)
  await page.getByLabel('Format').selectOption('short')
  await page.getByRole('tab', { name: /Checks/ }).click()
  const output = page.getByRole('region', { name: 'Output' })
  await expect(output.getByText(/The template does not print/)).toHaveCount(2)
})

test('the notes follow the file while it is typed', async ({ page, server }) => {
  await draftConfigured(page, server)
  await openPanel(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const notes = page.locator('.markdown')
  // Only the print changes: nothing is asked of the server.
  await typeAfter(page, 'formats:', '')
  await page.keyboard.press('Home')
  await page.keyboard.type('other: The rest\n')
  await expect(notes.getByRole('heading', { name: 'The rest' })).toBeVisible()
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
  // A rule changes which entries there are.
  await typeAfter(page, 'announced elsewhere', '')
  await page.keyboard.press('Home')
  await page.keyboard.type('  # ')
  await expect(notes.getByText('Cache the builds')).toBeVisible()
  expect(requests).toContain('/api/v1/changes')
  await page.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(notes.getByText('Cache the builds')).toBeHidden()
  await expect(notes.getByRole('heading', { name: 'Other changes' })).toBeVisible()
})

test('errors are shown in place with line and column, and keys are completed', async ({ page, server }) => {
  await draftConfigured(page, server)
  const text = await openPanel(page)
  await text.getByText('formats:').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('othr: Misc\n')
  await expect(page.getByText('1 error. The notes follow the last valid text.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Errors' })).toContainText(
    '8:1 othr is not a known key; did you mean "other"?',
  )
  await expect(text.locator('.cm-mark-error')).toHaveText('othr')
  await expect(page.getByRole('button', { name: 'Open a pull request…' })).toBeDisabled()
  await page.getByRole('button', { name: /^Go to line 8/ }).click()
  await expect(text).toBeFocused()
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('entries: {lin')
  await expect(page.getByRole('option', { name: /^links/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^line/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('inl')
  await page.keyboard.press('Tab')
  await page.keyboard.type('}')
  await expect(text).toContainText('entries: {links: inline}')
  await expect(page.getByText('Valid.', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('the file leaves as a download and as a pull request', async ({ page, server }) => {
  await draftConfigured(page, server)
  await openPanel(page)
  await typeAfter(page, 'Bug fixes', ' # known bugs')
  await expect(page.getByText(/You changed it/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('notewright.yml')
  await page.getByRole('button', { name: 'Open a pull request…' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open the pull request' }).click()
  const done = page.getByRole('dialog', { name: 'Pull request opened' })
  await expect(done.getByRole('link', { name: 'Open on GitHub' })).toBeVisible()
})

test('a file with an error is fixed before the range can be loaded', async ({ page, server }) => {
  await signIn(page, server)
  await page.route('**/api/v1/changes', async (route) => {
    const body = route.request().postDataJSON() as { config?: unknown }
    if (body.config !== undefined) return route.fallback()
    return route.fulfill({
      status: 422,
      json: {
        code: 'config_invalid',
        title: 'The configuration file is invalid',
        detail: 'It has an error.',
      },
    })
  })
  await page.getByRole('combobox', { name: 'Repository' }).fill('acme/configured')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It has an error.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit the configuration' }).click()
  await expect(page.getByRole('textbox', { name: 'Text of the configuration file' })).toContainText('rules:')
  await typeAfter(page, 'Bug fixes', ' # fixed')
  await expect(page.getByRole('heading', { name: /6 commits/ })).toBeVisible()
  await expect(page.getByText('Your edited notewright.yml is used.')).toBeVisible()
  await expect(entry(page, 'x')).toHaveCount(0)
})

test('the next version is proposed with its reasons, and the rule stands beside its decision', async ({
  page,
  server,
}) => {
  await draftConfigured(page, server)
  await page.getByRole('tab', { name: /Checks/ }).click()
  await page.getByText('1 reason').click()
  await expect(page.getByText('Added: add cursor pagination to /orders')).toBeVisible()
  await page.getByRole('button', { name: 'Use 1.5.0' }).click()
  await expect(page.getByLabel('Version')).toHaveValue('1.5.0')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('combobox', { name: 'Tag' })).toHaveValue('v1.5.0')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Commits' }).click()
  await expect(page.getByText('{when: {scope: ci}, exclude: announced elsewhere}')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show rules[0] in the configuration' }).click()
  await expect(page.getByRole('textbox', { name: 'Text of the configuration file' })).toBeFocused()
})
