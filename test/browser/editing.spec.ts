import { readFileSync } from 'node:fs'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import { draftWidget, entry, entryTexts, expect, honest, openEntry, test } from './fixtures.ts'

const texts = {
  orders: 'Add cursor pagination',
  exports: 'Faster exports',
  crash: 'crash when the config',
  node: 'Drop Node 18',
}

test.describe('written by the rules', () => {
  test.beforeEach(({ page, server }) => draftWidget(page, server))

  test('a text is edited, undone and redone', async ({ page }) => {
    const row = await openEntry(page, texts.crash)
    await row.getByLabel('Text').dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect(row.getByLabel('Text')).toBeFocused()
    await row.getByLabel('Text').fill('No more crash on an empty `config` file')
    await row.getByLabel('Text').press('Enter')
    await expect(page.locator('.markdown')).toContainText('No more crash on an empty config file')
    await expect(entry(page, 'No more crash').locator('.meta')).toContainText('by you')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('.markdown')).toContainText(texts.crash)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(page.locator('.markdown')).toContainText('No more crash')
  })

  test('an entry is moved to another category, marked as breaking and locked', async ({ page }) => {
    const row = await openEntry(page, texts.crash)
    await row.getByLabel('Category').selectOption('Changed')
    await expect(page.getByRole('heading', { name: /^Fixed/ })).toHaveCount(0)
    await row.getByLabel('Breaking').check()
    await expect(page.locator('.markdown li', { hasText: texts.crash })).toContainText('Breaking:')
    await row.getByLabel('Locked').check()
    await expect(row.locator('.meta')).toContainText('locked')
  })

  test('entries are moved by buttons and by dragging, also into another category', async ({ page }) => {
    const row = await openEntry(page, texts.orders)
    await row.getByRole('button', { name: 'Move up' }).click()
    await expect
      .poll(async () => (await entryTexts(page)).slice(0, 2))
      .toEqual([expect.stringContaining(texts.orders), texts.exports])
    await entry(page, texts.orders).locator('.handle').dragTo(entry(page, texts.crash))
    await expect(
      page.locator('section', { has: page.getByRole('heading', { name: /^Fixed/ }) }).last(),
    ).toContainText(texts.orders)
  })

  test('an entry is dragged by touch, and Escape cancels the drag', async ({ page }) => {
    const client = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => client.send('Input.dispatchTouchEvent', { type, touchPoints })
    const dragAbove = async (target: string) => {
      const from = (await entry(page, texts.exports).locator('.handle').boundingBox())!
      const to = (await entry(page, target).boundingBox())!
      await touch('touchStart', { x: from.x + 10, y: from.y + 20 })
      await touch('touchMove', { x: from.x, y: to.y + 30 })
      await touch('touchMove', { x: from.x - 40, y: to.y + 4 })
      await expect(page.locator('[data-drop="before"]')).toContainText(target)
    }
    const before = await entryTexts(page)
    await dragAbove(texts.orders)
    await page.keyboard.press('Escape')
    await touch('touchEnd')
    await expect(page.locator('[data-drop], [data-dragged]')).toHaveCount(0)
    expect(await entryTexts(page)).toEqual(before)
    await dragAbove(texts.orders)
    await touch('touchEnd')
    await expect.poll(async () => (await entryTexts(page))[0]).toBe(texts.exports)
    await expect(page.locator('[data-drop], [data-dragged]')).toHaveCount(0)
  })

  test('selected entries are merged, and one is split again', async ({ page }) => {
    await entry(page, texts.orders).getByRole('checkbox').check()
    await entry(page, texts.exports).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const merged = entry(page, texts.orders)
    await expect(merged.locator('.meta')).toContainText('4 commits')
    await expect(merged.locator('.entry-text')).toContainText(texts.exports)
    const row = await openEntry(page, texts.orders)
    await row.getByRole('button', { name: 'Split…' }).click()
    await page.getByRole('checkbox', { name: /stream files over 100 MB/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Split', exact: true }).click()
    await expect(entry(page, 'Faster exports').first()).toBeVisible()
    await expect(page.getByText(/Every commit is accounted for/)).toBeVisible()
  })

  test('an entry is excluded and restored, a commit is included, and every commit is counted', async ({
    page,
  }) => {
    const row = await openEntry(page, texts.crash)
    await row.getByRole('button', { name: 'Exclude' }).click()
    await expect(page.getByText('1 excluded by you')).toBeVisible()
    await page.getByRole('button', { name: 'Show all commits' }).click()
    await page.getByRole('button', { name: /^Restore: fix: crash/ }).click()
    await expect(page.getByText('1 excluded by you')).toHaveCount(0)
    await page.getByRole('button', { name: /^Include: docs: explain retries/ }).click()
    await expect(entry(page, 'Explain retries')).toBeVisible()
    await expect(page.getByText('9 included, 3 excluded automatically')).toBeVisible()
    await page.getByRole('button', { name: /^Go to entry: fix: crash/ }).click()
    await expect(entry(page, texts.crash).getByLabel('Text')).toBeFocused()
  })

  test('each entry shows its evidence', async ({ page }) => {
    const row = await openEntry(page, texts.node)
    const evidence = row.getByRole('region', { name: 'Evidence' })
    await expect(evidence).toContainText('feat!: drop Node 18 (#122)')
    await expect(evidence.getByRole('link', { name: '#122' })).toHaveAttribute('href', /pull\/122$/)
    await expect(evidence).toContainText('Reasons')
    await expect(evidence).toContainText('the rules')
  })

  test('findings name statements that the commits do not support, and link to the entry', async ({
    page,
  }) => {
    const row = await openEntry(page, texts.crash)
    await row.getByLabel('Text').fill('Fix CVE-2026-99999 and 40% of crashes')
    await row.getByLabel('Text').press('Enter')
    await page.getByRole('tab', { name: /Findings/ }).click()
    await page.getByRole('button', { name: /^Go to entry: .* says `CVE-2026-99999`/ }).click()
    await expect(entry(page, 'Fix CVE-2026-99999').getByLabel('Text')).toBeFocused()
  })

  test('the source is shown, follows the entries, and violates no policy', async ({ page }) => {
    await page.getByRole('tab', { name: 'Source' }).click()
    const source = page.getByRole('textbox', { name: 'Source of the notes' })
    await expect(source).toContainText('## [1.5.0]')
    await page.getByRole('textbox', { name: 'Version' }).fill('2.0.0')
    await page.getByRole('textbox', { name: 'Version' }).press('Tab')
    await expect(source).toContainText('## [2.0.0]')
  })

  test('a draft is exported, deleted and imported again', async ({ page }) => {
    const row = await openEntry(page, texts.crash)
    await row.getByLabel('Text').fill('Mine to keep')
    await row.getByLabel('Text').press('Enter')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export draft' }).click(),
    ])
    const path = await file.path()
    expect(readFileSync(path, 'utf8')).not.toContain('ghp_test')
    await page.getByRole('button', { name: 'Range', exact: true }).click()
    await expect(page.getByText(/^6 entries/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove all drafts' }).click()
    await expect(page.getByText('None yet.')).toBeVisible()
    const importDraft = () => page.getByLabel('Import a draft').setInputFiles(path)
    await importDraft()
    await expect(entry(page, 'Mine to keep')).toBeVisible()
    await page.waitForTimeout(600)
    await page.reload()
    await openEntry(page, 'Mine to keep')
    await page.getByLabel('Text').fill('Newer than the file')
    await page.getByLabel('Text').press('Enter')
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: 'Range', exact: true }).click()
    await importDraft()
    await expect(page.getByRole('alert')).toContainText('another version of this draft')
    await page.getByRole('button', { name: 'Show the other version' }).click()
    await expect(entry(page, 'Newer than the file')).toBeVisible()
  })
})

test('a new draft keeps edited entries and shows both versions', async ({ page, server }) => {
  await draftWidget(page, server, { key: 'sk-three-ways' })
  const row = await openEntry(page, texts.crash)
  await row.getByLabel('Text').fill('Fix crash when the `config` file is missing')
  await row.getByLabel('Text').press('Enter')
  server.gateway.become(
    writing((message) =>
      JSON.parse(JSON.stringify(honest(message)).replaceAll('as the title says', 'at last')),
    ),
  )
  await page.getByRole('button', { name: 'Range', exact: true }).click()
  await page.getByText('AI instructions').click()
  await page.getByLabel('Instructions', { exact: true }).fill('Another tone.')
  await page.getByRole('button', { name: 'Draft again and keep my edits' }).click()
  await expect(entry(page, 'Add cursor pagination to /orders, at last')).toBeVisible()
  const both = page.getByRole('group', { name: /You and the new draft both changed/ })
  const version = (title: string) =>
    both.locator('div', { has: page.getByText(title, { exact: true }) }).first()
  await expect(version('Previous draft')).toContainText('as the title says')
  const mine = version('Your version')
  await expect(mine.locator('ins')).toHaveText(['config', 'missing'])
  await expect(mine.locator('del')).toHaveText([/^config/, /^empty, as the title says/])
  const theirs = version('New draft')
  await expect(theirs.locator('ins')).toHaveText(['at last'])
  await expect(theirs.locator('del')).toHaveText(['as the title says'])
  await both.getByRole('button', { name: 'Keep mine' }).click()
  await expect(both).toHaveCount(0)
  await expect(entry(page, 'Crash when the config file is missing')).toBeVisible()
})

test('one entry is rewritten with instructions, and only that one is sent to the model', async ({
  page,
  server,
}) => {
  await draftWidget(page, server, { key: 'sk-rewrite' })
  const called = server.gateway.nextCall()
  server.gateway.become(
    writing((message) =>
      JSON.parse(JSON.stringify(honest(message)).replaceAll('as the title says', 'shorter')),
    ),
  )
  const row = await openEntry(page, texts.crash)
  await row.getByRole('button', { name: 'Rewrite…' }).click()
  await page.getByLabel('Instructions (optional)').fill('Shorter.')
  await page.getByRole('dialog').getByRole('button', { name: 'Rewrite', exact: true }).click()
  await expect(entry(page, 'Fix crash when the config file is empty, shorter')).toBeVisible()
  await expect(entry(page, 'Faster exports, as the title says')).toBeVisible()
  await called
  const prompt = server.gateway.calls
    .flatMap(({ body }) => body?.messages.at(-1)?.content ?? [])
    .findLast((content) => !content.includes('\nCLAIMS\n'))!
  expect(prompt).toContain('Shorter.')
  expect(prompt).not.toContain('Faster exports')
})
