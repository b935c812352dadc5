import { readFileSync } from 'node:fs'
import { choose, draftWidget, entry, expect, hostToken, localToken, signIn, test } from './stage.ts'

test('from sign-in to the text, by rules: the range, the draft, every format, the way out', async ({
  page,
  stage,
  context,
}) => {
  await signIn(page, stage)
  await choose(page, 'acme/widget')
  await expect(page.getByRole('heading', { name: /2 commits/ })).toBeVisible()
  await page.getByRole('button', { name: 'v1.4.0 to v1.5.0' }).click()
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
  await expect(page.getByText('The start is part of the history of the end.')).toBeVisible()
  await expect(page.getByText('docs: explain retries (#120)')).toBeVisible()
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  await expect(page.getByText('Worded by the rules, without a model')).toBeVisible()
  await expect(page.getByText(/Every commit has its place/)).toBeVisible()
  const preview = page.locator('.markdown')
  await expect(preview.getByRole('heading', { name: '1.5.0' })).toBeVisible()
  await expect(preview.getByText('Breaking:')).toBeVisible()
  await expect(preview.getByRole('link', { name: '#118' })).toHaveAttribute(
    'href',
    /\/acme\/widget\/pull\/118$/,
  )
  await page.getByRole('button', { name: 'Release on GitHub' }).click()
  await expect(preview.getByRole('heading', { name: "What's Changed" })).toBeVisible()
  await page.getByRole('button', { name: 'Simple list' }).click()
  await expect(preview.getByRole('heading')).toHaveCount(0)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.origin })
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Drop Node 18. Node 20.11')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('- **Breaking:** Drop Node 18.')
})

test('the text is the one that the service itself prints, byte by byte', async ({ page, stage }) => {
  await draftWidget(page, stage)
  for (const [title, format] of [
    ['Keep a Changelog', 'keepachangelog'],
    ['Release on GitHub', 'github_release'],
    ['Simple list', 'simple'],
  ] as const) {
    await page.getByRole('button', { name: title }).click()
    const answer = await page.request.post(`${stage.origin}/api/v1/generate`, {
      headers: { authorization: `Bearer ${hostToken}` },
      data: { repo: 'acme/widget', from: 'v1.4.0', to: 'v1.5.0', format },
    })
    const { changelog } = (await answer.json()) as { changelog: string }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    // Links by SHA and links by name lead to the same place; the editor asks by what it shows.
    expect(readFileSync(await file.path(), 'utf8')).toBe(changelog)
  }
})

test('with a model the plan is told first, and entries come as they are written', async ({ page, stage }) => {
  await signIn(page, stage, { key: 'sk-stage' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await expect(page.getByText(/stand-in\/writer would take 1 call, about .* in the gateway/)).toBeVisible()
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  await expect(page.getByText(/Worded by stand-in\/writer, for about/)).toBeVisible()
  await expect(entry(page, 'Crash when the config file is empty, as the title says')).toBeVisible()
})

test('the printed link of a local service signs in, and the token leaves the address', async ({
  page,
  stage,
}) => {
  await page.goto(`${stage.origin}/#token=${localToken}`)
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  expect(page.url()).toBe(`${stage.origin}/`)
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
})

test('a token that the host does not know is refused with what to do', async ({ page, stage }) => {
  await page.goto(`${stage.origin}/`)
  await page.getByLabel('Access token of the host').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('token')
})

test('what surprises about a range is said, and one click mends it', async ({ page, stage }) => {
  await signIn(page, stage)
  await choose(page, 'acme/widget')
  await page.getByRole('combobox', { name: 'From' }).fill('v1.4.0')
  await page.getByRole('combobox', { name: 'From' }).press('Enter')
  await page.getByRole('button', { name: 'Use from v1.5.0' }).click()
  await expect(page.getByRole('heading', { name: /2 commits/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'To', exact: true }).fill('v1.4.0')
  await page.getByRole('combobox', { name: 'To', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Use from v1.4.0 to v1.5.0' }).click()
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
})

test('the pickers find repositories and refs while one types', async ({ page, stage }) => {
  await signIn(page, stage)
  await page.getByRole('combobox', { name: 'Repository' }).pressSequentially('widg')
  await page.getByRole('option', { name: 'acme/widget' }).click()
  await page.getByRole('combobox', { name: 'From' }).fill('v1.4')
  await expect(page.getByRole('option', { name: /v1\.4\.0.*tag, 2026-/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('v1.4.0')
})

test('a range that is offered late takes nothing out of the hands of who is typing', async ({
  page,
  stage,
}) => {
  const offered = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/refs\?.*q=$/, async (route) => {
    await offered.promise
    await route.continue()
  })
  await signIn(page, stage)
  await page.getByRole('combobox', { name: 'Repository' }).fill('acme/widget')
  await page.keyboard.press('Enter')
  const from = page.getByRole('combobox', { name: 'From' })
  await from.fill('v1.4')
  await expect(page.getByRole('option', { name: /v1\.4\.0/ })).toBeVisible()
  offered.resolve()
  await expect(page.getByRole('button', { name: 'Since v1.5.0' })).toBeVisible()
  await expect(from).toHaveValue('v1.4')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(from).toHaveValue('v1.4.0')
})

test('what is typed the moment a field appears is taken', async ({ page, stage }) => {
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
  await signIn(page, stage)
  await expect(page.getByRole('button', { name: 'Since v1.5.0' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Repository' })).toBeFocused()
})

test('a ref that does not exist is said, and nothing is lost', async ({ page, stage }) => {
  await signIn(page, stage)
  await choose(page, 'acme/widget')
  await page.getByRole('combobox', { name: 'From' }).fill('v9')
  await page.getByRole('combobox', { name: 'From' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('has no tag, branch or commit "v9"')
  await page.getByRole('button', { name: 'Last 50 commits' }).click()
  await expect(page.getByRole('heading', { name: /commits/ }).first()).toBeVisible()
})
