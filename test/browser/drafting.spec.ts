import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import {
  choose,
  chooseInMenu,
  chooseMore,
  chooseOption,
  draftWidget,
  entry,
  expect,
  honest,
  hostToken,
  localToken,
  readerToken,
  signIn,
  test,
  waitForDraft,
} from './fixtures.ts'

test('from sign-in to the text, without AI: range, draft, every format, copy and download', async ({
  page,
  server,
  context,
}) => {
  await signIn(page, server)
  await choose(page, 'acme/widget')
  await expect(page.getByRole('heading', { name: /2 commits/ })).toBeVisible()
  // Unless the user chooses the start, it is the release before the end.
  await chooseOption(page, 'To', 'v1.5.0')
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('v1.4.0')
  await expect(page.getByRole('radio', { name: 'From v1.4.0' })).toBeChecked()
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
  await page.getByRole('button', { name: 'See all commits and reasons' }).click()
  const commits = page.getByRole('dialog', { name: 'All commits and reasons' })
  await expect(commits.getByText('docs: explain retries (#120)')).toBeVisible()
  await commits.getByRole('searchbox', { name: 'Search commits' }).fill('undici')
  await expect(commits.getByRole('listitem')).toHaveCount(1)
  await expect(commits.getByText('Dependency')).toBeVisible()
  await commits.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await waitForDraft(page)
  await expect(page.getByRole('button', { name: /^12 commits accounted for/ })).toBeVisible()
  const preview = page.locator('.markdown')
  await expect(preview.getByRole('heading', { name: '1.5.0' })).toBeVisible()
  await expect(preview.getByText('Breaking:')).toBeVisible()
  await expect(preview.getByRole('link', { name: '#118' })).toHaveAttribute(
    'href',
    /\/acme\/widget\/pull\/118$/,
  )
  await page.getByLabel('Format').selectOption('GitHub release')
  await expect(preview.getByRole('heading', { name: "What's Changed" })).toBeVisible()
  await page.getByLabel('Format').selectOption('Plain list')
  await expect(preview.getByRole('heading')).toHaveCount(0)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin })
  await page.getByRole('button', { name: 'Copy Markdown' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Drop Node 18. Node 20.11')
  const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, 'Download Markdown')])
  expect(readFileSync(await file.path(), 'utf8')).toContain('- **Breaking:** Drop Node 18.')
})

test('the text is identical to the text that the server renders', async ({ page, server }) => {
  await draftWidget(page, server)
  await page.getByLabel('Format').selectOption('✓ This version only')
  for (const [title, format] of [
    ['Keep a Changelog', 'keepachangelog'],
    ['GitHub release', 'github_release'],
    ['Plain list', 'simple'],
  ] as const) {
    await page.getByLabel('Format').selectOption(title)
    const answer = await page.request.post(`${server.origin}/api/v1/generate`, {
      headers: { authorization: `Bearer ${hostToken}` },
      data: { repo: 'acme/widget', from: 'v1.4.0', to: 'v1.5.0', format },
    })
    const { changelog } = (await answer.json()) as { changelog: string }
    const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, 'Download Markdown')])
    expect(readFileSync(await file.path(), 'utf8')).toBe(changelog)
  }
})

test('with AI the plan is shown first, and the entries are written by the model', async ({
  page,
  server,
}) => {
  await signIn(page, server, { key: 'sk-test' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await expect(page.getByText(/stand-in\/writer · 2 requests · [\d,]+ tokens/)).toBeVisible()
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await waitForDraft(page)
  await page.getByRole('tab', { name: /Checks/ }).click()
  await expect(page.getByText(/Written by stand-in\/writer for about/)).toBeVisible()
  await expect(entry(page, 'Fix crash when the config file is empty, as the title says')).toBeVisible()
})

test('an entry says why the rules wrote it in place of the AI', async ({ page, server }) => {
  server.gateway.become(
    writing((message) =>
      JSON.parse(
        JSON.stringify(honest(message)).replace(
          'config file is empty, as the title says',
          'config file is empty, see https://evil.example',
        ),
      ),
    ),
  )
  // With another key the answer of another test is not used.
  await signIn(page, server, { key: 'sk-fallback' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await waitForDraft(page)
  const row = entry(page, 'Fix crash when the config file is empty')
  await expect(row).toContainText('AI wording rejected, commit message used. The text contains a link')
  await expect(row).toContainText(
    'It wrote: Fix crash when the config file is empty, see https://evil.example',
  )
  await expect(page.getByRole('button', { name: 'Saved in this browser' })).toBeVisible()
  await page.reload()
  await expect(row).toContainText('AI wording rejected, commit message used. The text contains a link')
  await chooseInMenu(page, 'Fix crash when the config file is empty', 'Show evidence')
  await expect(page.getByRole('region', { name: 'Evidence' })).toContainText('AI wording rejected')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Dismiss: / }).click()
  await expect(row).not.toContainText('AI wording rejected')
})

test('the sign-in link of a local server signs in, and the token is removed from the address', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/#token=${localToken}`)
  await expect(page.getByRole('heading', { name: 'New release notes' })).toBeVisible()
  expect(page.url()).toBe(`${server.origin}/`)
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
})

test('an invalid token is rejected with an error', async ({ page, server }) => {
  await page.goto(`${server.origin}/`)
  await page.getByRole('textbox', { name: 'Access token' }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('token')
})

test('a warning about the range offers a better one', async ({ page, server }) => {
  await signIn(page, server)
  await choose(page, 'acme/widget')
  await page.getByRole('combobox', { name: 'From' }).fill('v1.4.0')
  await page.getByRole('combobox', { name: 'From' }).press('Enter')
  await expect(page.getByText('v1.5.0 lies in this range')).toBeVisible()
  await page.getByRole('button', { name: 'Start from v1.5.0' }).click()
  await expect(page.getByRole('heading', { name: /2 commits/ })).toBeVisible()
  await chooseOption(page, 'To', 'v1.4.0')
  await expect(page.getByText('v1.5.0 is newer than v1.4.0')).toBeVisible()
  await page.getByRole('button', { name: 'Swap From and To' }).click()
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
})

test('a token that cannot write says so where the range is chosen', async ({ page, server }) => {
  await signIn(page, server, { token: readerToken })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByText('Your token can’t write to this repository')).toBeVisible()
  await summary.getByRole('button', { name: 'Use another token' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByRole('textbox', { name: 'Access token' }).fill(hostToken)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(summary.getByText('Your token can’t write to this repository')).toHaveCount(0)
  await expect(summary.getByRole('button', { name: 'Draft release notes' })).toBeEnabled()
})

test('repositories and refs are suggested while the user types', async ({ page, server }) => {
  await signIn(page, server)
  await page.getByRole('combobox', { name: 'Repository' }).pressSequentially('widg')
  await page.getByRole('option', { name: 'acme/widget' }).click()
  await page.getByRole('combobox', { name: 'From' }).fill('v1.4')
  await expect(page.getByRole('option', { name: /v1\.4\.0.*Jan 2, 2026/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('v1.4.0')
})

test('a suggestion that arrives late does not overwrite what the user types', async ({ page, server }) => {
  const release = await holdPreviousRelease(page)
  await signIn(page, server)
  await page.getByRole('combobox', { name: 'Repository' }).fill('acme/widget')
  await page.keyboard.press('Enter')
  const from = page.getByRole('combobox', { name: 'From' })
  await from.fill('v1.4')
  await expect(page.getByRole('option', { name: /v1\.4\.0/ })).toBeVisible()
  release()
  await expect(page.getByRole('radio', { name: 'From v1.5.0' })).toBeVisible()
  await expect(from).toHaveValue('v1.4')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(from).toHaveValue('v1.4.0')
})

test('a suggestion that arrives in a focused field is replaced when the user types', async ({
  page,
  server,
}) => {
  const release = await holdPreviousRelease(page)
  await signIn(page, server)
  await page.getByRole('combobox', { name: 'Repository' }).fill('acme/widget')
  await page.keyboard.press('Enter')
  const from = page.getByRole('combobox', { name: 'From' })
  await from.focus()
  release()
  await expect(from).toHaveValue('v1.5.0')
  await page.keyboard.type('v1.4')
  await expect(from).toHaveValue('v1.4')
})

test('a range that the user chooses before the last release is known stays', async ({ page, server }) => {
  const release = await holdPreviousRelease(page)
  await signIn(page, server)
  await chooseOption(page, 'Repository', 'acme/widget')
  await chooseOption(page, 'To', 'v1.5.0')
  await chooseOption(page, 'From', 'v1.4.0')
  release()
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('v1.4.0')
})

/** Holds back the answer about the previous release until the returned function is called. */
async function holdPreviousRelease(page: Page): Promise<() => void> {
  const allowed = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/previous-release\?/, async (route) => {
    await allowed.promise
    await route.continue()
  })
  return allowed.resolve
}

test('text typed right after a field appears is used', async ({ page, server }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('input[role=combobox]')
      if (!field) return
      observer.disconnect()
      field.focus()
      field.value = 'acme/widget'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      setTimeout(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    }).observe(document, { childList: true, subtree: true })
  })
  await signIn(page, server)
  await expect(page.getByRole('radio', { name: 'From v1.5.0' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Repository' })).toBeFocused()
})

test('an unknown ref is reported, and another range can be chosen', async ({ page, server }) => {
  await signIn(page, server)
  await choose(page, 'acme/widget')
  await page.getByRole('combobox', { name: 'From' }).fill('v9')
  await page.getByRole('combobox', { name: 'From' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('has no tag, branch or commit "v9"')
  await page.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('combobox', { name: 'From' }).fill('')
  await page.getByRole('option', { name: /Last 50 commits/ }).click()
  await expect(page.getByRole('heading', { name: /commits/ }).first()).toBeVisible()
})

test('a connection can be tested before signing in', async ({ page, server }) => {
  await page.goto(`${server.origin}/`)
  const token = page.getByRole('textbox', { name: 'Access token' })
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(token).toBeFocused()
  await token.fill('ghp_wrong')
  await page.getByRole('button', { name: 'Test connection' }).click()
  const result = page.getByRole('list', { name: 'Result of the test' })
  await expect(result.locator('[data-status="failed"]').first()).toBeVisible()
  await token.fill(hostToken)
  await expect(result).toBeHidden()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(result.locator('[data-status="ok"]').first()).toBeVisible()
  await expect(result.locator('[data-status="failed"]')).toHaveCount(0)
})
