import { readFileSync } from 'node:fs'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import { draftWidget, entry, entryTexts, expect, honest, openEntry, test } from './stage.ts'

const words = {
  orders: 'Add cursor pagination',
  exports: 'Faster exports',
  crash: 'Crash when the config',
  node: 'Drop Node 18',
}

test.describe('worded by the rules', () => {
  test.beforeEach(({ page, stage }) => draftWidget(page, stage))

  test('a text is edited in place, undone and done again', async ({ page }) => {
    const row = await openEntry(page, words.crash)
    await row.getByLabel('Text').dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect(row.getByLabel('Text')).toBeFocused()
    await row.getByLabel('Text').fill('No more crash on an empty `config` file')
    await row.getByLabel('Text').press('Enter')
    await expect(page.locator('.markdown')).toContainText('No more crash on an empty config file')
    await expect(entry(page, 'No more crash').locator('.meta')).toContainText('by you')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('.markdown')).toContainText(words.crash)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(page.locator('.markdown')).toContainText('No more crash')
  })

  test('an entry is filed elsewhere, marked as breaking and locked', async ({ page }) => {
    const row = await openEntry(page, words.crash)
    await row.getByLabel('Category').selectOption('Changed')
    await expect(page.getByRole('heading', { name: /^Fixed/ })).toHaveCount(0)
    await row.getByLabel('Breaking').check()
    await expect(page.locator('.markdown li', { hasText: words.crash })).toContainText('Breaking:')
    await row.getByLabel('Locked').check()
    await expect(row.locator('.meta')).toContainText('locked')
  })

  test('entries change places by buttons and by dragging, also into another category', async ({ page }) => {
    const row = await openEntry(page, words.exports)
    await row.getByRole('button', { name: 'Move up' }).click()
    await expect
      .poll(async () => (await entryTexts(page)).slice(0, 2))
      .toEqual([words.exports, expect.stringContaining(words.orders)])
    await entry(page, words.orders).locator('.handle').dragTo(entry(page, words.crash))
    await expect(
      page.locator('section', { has: page.getByRole('heading', { name: /^Fixed/ }) }).last(),
    ).toContainText(words.orders)
  })

  test('a finger drags an entry by its handle, and Escape leaves it where it was', async ({ page }) => {
    const client = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => client.send('Input.dispatchTouchEvent', { type, touchPoints })
    const dragAbove = async (target: string) => {
      const from = (await entry(page, words.exports).locator('.handle').boundingBox())!
      const to = (await entry(page, target).boundingBox())!
      await touch('touchStart', { x: from.x + 10, y: from.y + 20 })
      await touch('touchMove', { x: from.x, y: to.y + 30 })
      await touch('touchMove', { x: from.x - 40, y: to.y + 4 })
      await expect(page.locator('[data-drop="before"]')).toContainText(target)
    }
    const before = await entryTexts(page)
    await dragAbove(words.orders)
    await page.keyboard.press('Escape')
    await touch('touchEnd')
    await expect(page.locator('[data-drop], [data-dragged]')).toHaveCount(0)
    expect(await entryTexts(page)).toEqual(before)
    await dragAbove(words.orders)
    await touch('touchEnd')
    await expect.poll(async () => (await entryTexts(page))[0]).toBe(words.exports)
    await expect(page.locator('[data-drop], [data-dragged]')).toHaveCount(0)
  })

  test('selected entries are merged, and one is split again', async ({ page }) => {
    await entry(page, words.orders).getByRole('checkbox').check()
    await entry(page, words.exports).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(entry(page, `${words.orders} to /orders. ${words.exports}.`).locator('.meta')).toContainText(
      '4 commits',
    )
    const row = await openEntry(page, words.orders)
    await row.getByRole('button', { name: 'Split…' }).click()
    await page.getByRole('checkbox', { name: /stream files over 100 MB/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Split', exact: true }).click()
    await expect(entry(page, 'Faster exports').first()).toBeVisible()
    await expect(page.getByText(/Every commit has its place/)).toBeVisible()
  })

  test('an entry is left out and taken back, a commit taken in, and the sum stays whole', async ({
    page,
  }) => {
    const row = await openEntry(page, words.crash)
    await row.getByRole('button', { name: 'Leave out' }).click()
    await expect(page.getByText('1 left out by hand')).toBeVisible()
    await page.getByRole('button', { name: 'Show the ledger' }).click()
    await page.getByRole('button', { name: /^Take back: fix: crash/ }).click()
    await expect(page.getByText('1 left out by hand')).toHaveCount(0)
    await page.getByRole('button', { name: /^Take in: docs: explain retries/ }).click()
    await expect(entry(page, 'Explain retries')).toBeVisible()
    await expect(page.getByText('9 told + 3 left out for a reason')).toBeVisible()
    await page.getByRole('button', { name: /^Go to the entry: fix: crash/ }).click()
    await expect(entry(page, words.crash).getByLabel('Text')).toBeFocused()
  })

  test('each entry shows its evidence', async ({ page }) => {
    const row = await openEntry(page, words.node)
    const evidence = row.getByRole('region', { name: 'Evidence' })
    await expect(evidence).toContainText('feat!: drop Node 18 (#122)')
    await expect(evidence.getByRole('link', { name: '#122' })).toHaveAttribute('href', /pull\/122$/)
    await expect(evidence).toContainText('Why here')
    await expect(evidence).toContainText('the rules')
  })

  test('findings name what the commits do not say, and lead to the entry', async ({ page }) => {
    const row = await openEntry(page, words.crash)
    await row.getByLabel('Text').fill('Fix CVE-2026-99999 and 40% of crashes')
    await row.getByLabel('Text').press('Enter')
    await page.getByRole('tab', { name: /Findings/ }).click()
    await page.getByRole('button', { name: /^Go to the entry: .* says `CVE-2026-99999`/ }).click()
    await expect(entry(page, 'Fix CVE-2026-99999').getByLabel('Text')).toBeFocused()
  })

  test('the source is shown, follows the entries, and breaks no policy', async ({ page }) => {
    await page.getByRole('tab', { name: 'Source' }).click()
    const source = page.getByRole('textbox', { name: 'Source of the notes' })
    await expect(source).toContainText('## [1.5.0]')
    await page.getByRole('textbox', { name: 'Version' }).fill('2.0.0')
    await page.getByRole('textbox', { name: 'Version' }).press('Tab')
    await expect(source).toContainText('## [2.0.0]')
  })

  test('a draft leaves as a file, is removed in one click, and comes back', async ({ page }) => {
    const row = await openEntry(page, words.crash)
    await row.getByLabel('Text').fill('Mine to keep')
    await row.getByLabel('Text').press('Enter')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export the draft' }).click(),
    ])
    const path = await file.path()
    expect(readFileSync(path, 'utf8')).not.toContain('ghp_stage')
    await page.getByRole('button', { name: 'Range', exact: true }).click()
    await expect(page.getByText(/^6 entries/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove all drafts' }).click()
    await expect(page.getByText('None yet.')).toBeVisible()
    const bringBack = () => page.getByLabel('Import a draft').setInputFiles(path)
    await bringBack()
    await expect(entry(page, 'Mine to keep')).toBeVisible()
    await page.waitForTimeout(600)
    await page.reload()
    await openEntry(page, 'Mine to keep')
    await page.getByLabel('Text').fill('Newer than the file')
    await page.getByLabel('Text').press('Enter')
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: 'Range', exact: true }).click()
    await bringBack()
    await expect(page.getByRole('alert')).toContainText('another version of this draft')
    await page.getByRole('button', { name: 'Show the other version' }).click()
    await expect(entry(page, 'Newer than the file')).toBeVisible()
  })
})

test('a new draft keeps what was edited, and lays both versions beside it', async ({ page, stage }) => {
  await draftWidget(page, stage, { key: 'sk-three-ways' })
  const row = await openEntry(page, words.crash)
  await row.getByLabel('Text').fill('Crash when the `config` file is missing')
  await row.getByLabel('Text').press('Enter')
  stage.gateway.become(
    writing((message) =>
      JSON.parse(JSON.stringify(honest(message)).replaceAll('as the title says', 'at last')),
    ),
  )
  await page.getByRole('button', { name: 'Range', exact: true }).click()
  await page.getByText('WritingOptions for the model').click()
  await page.getByLabel('What it should heed').fill('Another tone.')
  await page.getByRole('button', { name: 'Draft again, keep what I edited' }).click()
  await expect(entry(page, 'Add cursor pagination to /orders, at last')).toBeVisible()
  const both = page.getByRole('group', { name: /You and the new draft both changed/ })
  const version = (title: string) =>
    both.locator('div', { has: page.getByText(title, { exact: true }) }).first()
  await expect(version('The draft said before')).toContainText('as the title says')
  const mine = version('You wrote')
  await expect(mine.locator('ins')).toHaveText(['config', 'missing'])
  await expect(mine.locator('del')).toHaveText([/^config/, /^empty, as the title says/])
  const theirs = version('The draft says now')
  await expect(theirs.locator('ins')).toHaveText(['at last'])
  await expect(theirs.locator('del')).toHaveText(['as the title says'])
  await both.getByRole('button', { name: 'Keep mine' }).click()
  await expect(both).toHaveCount(0)
  await expect(entry(page, 'Crash when the config file is missing')).toBeVisible()
})

test('one entry is re-worded by a wish, and only that one is asked about', async ({ page, stage }) => {
  await draftWidget(page, stage, { key: 'sk-reword' })
  const asked = stage.gateway.nextCall()
  stage.gateway.become(
    writing((message) =>
      JSON.parse(JSON.stringify(honest(message)).replaceAll('as the title says', 'shorter')),
    ),
  )
  const row = await openEntry(page, words.crash)
  await row.getByRole('button', { name: 'Re-word…' }).click()
  await page.getByLabel('How, if you have a wish').fill('Shorter.')
  await page.getByRole('dialog').getByRole('button', { name: 'Re-word', exact: true }).click()
  await expect(entry(page, 'Crash when the config file is empty, shorter')).toBeVisible()
  await expect(entry(page, 'Faster exports, as the title says')).toBeVisible()
  await asked
  const question = stage.gateway.calls.findLast(({ body }) => body !== null)!.body!.messages.at(-1)!.content
  expect(question).toContain('Shorter.')
  expect(question).not.toContain('Faster exports')
})
