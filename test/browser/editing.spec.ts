import { readFileSync } from 'node:fs'
import { writing } from '../stand-ins/gateway/behaviours.ts'
import {
  chooseInMenu,
  chooseMore,
  draftWidget,
  entry,
  entryTexts,
  expect,
  honest,
  openEntry,
  test,
  writeEntry,
} from './fixtures.ts'

const texts = {
  orders: 'Add cursor pagination',
  exports: 'Faster exports',
  crash: 'Fix crash when the config',
  node: 'Drop Node 18',
}

test.describe('written by the rules', () => {
  test.beforeEach(({ page, server }) => draftWidget(page, server))

  test('a text is edited in place, undone and redone', async ({ page }) => {
    const { field } = await openEntry(page, texts.crash)
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect(field).toBeFocused()
    await field.fill('No more crash on an empty `config` file')
    await field.press('Enter')
    const row = entry(page, 'No more crash on an empty config file')
    await expect(row.getByRole('button', { name: /^Edit: / })).toBeFocused()
    await expect(page.locator('.markdown')).toContainText('No more crash on an empty config file')
    await expect(row).toContainText('Written by you')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.locator('.markdown')).toContainText('crash when the config')
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(page.locator('.markdown')).toContainText('No more crash')
  })

  test('the toolbar and the keys format the selected words, and an address pasted over words is a link', async ({
    page,
  }) => {
    // A plain text area stands in until the editor is loaded.
    await expect(async () => {
      const { field: opened } = await openEntry(page, texts.exports)
      const tag = await opened.evaluate(({ tagName }) => tagName)
      if (tag === 'TEXTAREA') await page.keyboard.press('Escape')
      expect(tag).toBe('DIV')
    }).toPass()
    const row = entry(page, texts.exports)
    const field = row.getByRole('textbox', { name: /^Text of entry: / })
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+b')
    await expect(field).toHaveText('**Faster exports**')
    await row.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Bold' }).click()
    await expect(field).toHaveText('Faster exports')
    await page.keyboard.press('Control+a')
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', 'https://docs.example/exports')
      let element: Element | null = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      element?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await expect(field).toHaveText('[Faster exports](https://docs.example/exports)')
    await page.keyboard.press('Control+Enter')
    await expect(entry(page, texts.orders).getByRole('textbox', { name: /^Text of entry: / })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(entry(page, texts.exports).locator('.words-link')).toHaveText('Faster exports')
  })

  test('an emptied entry is excluded, and the toast undoes it', async ({ page }) => {
    await writeEntry(page, texts.crash, ' ')
    await expect(entry(page, texts.crash)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /7 in notes, 5 excluded/ })).toBeVisible()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(entry(page, texts.crash)).toBeVisible()
  })

  test('an entry is moved to another category, marked as breaking and locked', async ({ page }) => {
    const { row } = await openEntry(page, texts.crash)
    await row.getByRole('button', { name: 'Category: Fixed' }).click()
    await page.getByRole('menuitemradio', { name: 'Changed' }).click()
    await expect(page.getByRole('heading', { name: /^Fixed/ })).toHaveCount(0)
    await expect(entry(page, texts.crash).getByRole('button', { name: /^Edit: / })).toBeFocused()
    await chooseInMenu(page, texts.crash, 'Mark as breaking')
    await expect(page.locator('.markdown li', { hasText: texts.crash })).toContainText('Breaking:')
    await page.keyboard.press('l')
    await expect(entry(page, texts.crash)).toContainText('Locked')
    await chooseInMenu(page, texts.crash, 'Move to category…')
    await page.getByRole('menuitemradio', { name: 'Security' }).click()
    await expect(page.getByRole('region', { name: /^Security/ })).toContainText(texts.crash)
  })

  test('entries are moved by keys, menu and dragging, also into another category', async ({ page }) => {
    await chooseInMenu(page, texts.orders, 'Move up')
    await expect
      .poll(async () => (await entryTexts(page)).slice(0, 2))
      .toEqual([expect.stringContaining(texts.orders), texts.exports])
    await entry(page, texts.orders).hover()
    await entry(page, texts.orders).locator('.row-grip').dragTo(entry(page, texts.crash))
    await expect(page.getByRole('region', { name: /^Fixed/ })).toContainText(texts.orders)
    await expect(entry(page, texts.orders).getByRole('button', { name: /^Edit: / })).toBeFocused()
    await entry(page, texts.orders)
      .locator('.row-grip')
      .dragTo(page.getByRole('navigation').getByRole('button', { name: /^Security/ }))
    await expect(page.getByRole('region', { name: /^Security/ })).toContainText(texts.orders)
  })

  test('an entry is dragged by touch, and Escape cancels the drag', async ({ page }) => {
    const client = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => client.send('Input.dispatchTouchEvent', { type, touchPoints })
    const dragAbove = async (target: string) => {
      const from = (await entry(page, texts.exports).locator('.row-grip').boundingBox())!
      const to = (await entry(page, target).boundingBox())!
      await touch('touchStart', { x: from.x + 8, y: from.y + 18 })
      await touch('touchMove', { x: from.x, y: to.y + 20 })
      await touch('touchMove', { x: from.x + 4, y: to.y + 4 })
      await expect(page.locator('[data-drop="before"]')).toContainText(target)
    }
    const before = await entryTexts(page)
    await dragAbove(texts.crash)
    await page.keyboard.press('Escape')
    await touch('touchEnd')
    await expect(page.locator('[data-drop], [data-dragged]')).toHaveCount(0)
    expect(await entryTexts(page)).toEqual(before)
    await dragAbove(texts.crash)
    await touch('touchEnd')
    await expect(page.getByRole('region', { name: /^Fixed/ })).toContainText(texts.exports)
    await expect(page.locator('[data-drop], [data-dragged]')).toHaveCount(0)
  })

  test('selected entries are merged, and one is split again', async ({ page }) => {
    await entry(page, texts.orders).getByRole('checkbox').check()
    await entry(page, texts.exports).getByRole('checkbox').check()
    const bar = page.getByRole('toolbar', { name: 'Selected entries' })
    await expect(bar).toContainText('2 selected')
    await bar.getByRole('button', { name: 'Merge' }).click()
    await expect(bar).toHaveCount(0)
    const merged = entry(page, texts.orders)
    await expect(merged).toContainText('4 commits')
    await expect(merged).toContainText(texts.exports)
    await chooseInMenu(page, texts.orders, 'Split…')
    await page.getByRole('checkbox', { name: /stream files over 100 MB/ }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Split', exact: true }).click()
    await expect(entry(page, 'Faster exports').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^12 commits accounted for/ })).toBeVisible()
  })

  test('shift selects a range, and the bar acts on all of it', async ({ page }) => {
    await entry(page, texts.exports).getByRole('checkbox').click()
    await entry(page, texts.node)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    const bar = page.getByRole('toolbar', { name: 'Selected entries' })
    await expect(bar).toContainText('4 selected')
    await bar.getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('menuitem', { name: 'Changed' }).click()
    await expect(page.getByRole('region', { name: 'Changed 4' })).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  test('an entry is excluded and included again, a commit is included, and every commit is counted', async ({
    page,
  }) => {
    await entry(page, texts.crash).hover()
    await page.getByRole('button', { name: /^Exclude: Fix crash/ }).click()
    await expect(page.getByRole('button', { name: /^Edit: CVE-2026/ })).toBeFocused()
    await page.getByRole('button', { name: 'Excluded commits 5' }).click()
    await page.getByRole('button', { name: /^Include: Fix crash/ }).click()
    await expect(entry(page, texts.crash)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Include: / }).first()).toBeFocused()
    await page.getByRole('button', { name: /^12 commits accounted for/ }).click()
    const output = page.getByRole('region', { name: 'Output' })
    await output.getByRole('button', { name: /^Include: docs: explain retries/ }).click()
    await expect(entry(page, 'Explain retries')).toBeVisible()
    await expect(page.getByRole('button', { name: /9 in notes, 3 excluded/ })).toBeVisible()
    await page.getByRole('button', { name: /^Go to entry: fix: crash/ }).click()
    await expect(page.getByRole('button', { name: /^Edit: Fix crash/ })).toBeFocused()
  })

  test('the user writes an entry without a commit and free blocks, which are kept', async ({ page }) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Entry', exact: true }).click()
    await page.keyboard.type('Thanks to everybody')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Edit: Thanks to everybody' })).toBeFocused()
    await expect(entry(page, 'Thanks to everybody')).toContainText('Added by you')
    await page.getByRole('button', { name: 'Add introduction' }).click()
    await expect(page.getByRole('textbox', { name: 'Introduction, Markdown' })).toBeFocused()
    await page.keyboard.type('A calm release.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('region', { name: 'Introduction' })).toContainText('A calm release.')
    await expect(page.locator('.doc-preview')).toContainText('A calm release.')
    await chooseMore(page, 'Redraft, keep my edits')
    await expect(page.getByText('Drafting…')).toHaveCount(0)
    await expect(entry(page, 'Thanks to everybody')).toBeVisible()
    await page.waitForTimeout(600)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Introduction' })).toContainText('A calm release.')
    await page.getByRole('region', { name: 'Introduction' }).hover()
    await page.getByRole('button', { name: 'Remove introduction' }).click()
    await expect(page.getByRole('region', { name: 'Introduction' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused()
  })

  test('filters and the search show some entries, and the line above says how many', async ({ page }) => {
    const rail = page.getByRole('navigation', { name: 'Filter entries' })
    await rail.getByRole('button', { name: 'Breaking 1' }).click()
    await expect(page.getByText('1 of 6 entries')).toBeVisible()
    expect(await entryTexts(page)).toEqual([expect.stringContaining(texts.node)])
    await page.getByRole('button', { name: 'Clear filter' }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('orders')
    expect(await entryTexts(page)).toEqual([expect.stringContaining(texts.orders)])
    await page.keyboard.press('Escape')
    await expect.poll(() => entryTexts(page)).toHaveLength(6)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Edit: / }).first()).toBeFocused()
    await rail.getByRole('button', { name: 'Excluded 4' }).click()
    await expect(page.getByRole('button', { name: /^Include: / })).toHaveCount(4)
  })

  test('each entry shows its evidence, from entry to entry', async ({ page }) => {
    await entry(page, texts.node).hover()
    await page.getByRole('button', { name: /^Evidence: Drop Node/ }).click()
    const evidence = page.getByRole('region', { name: 'Evidence' })
    await expect(evidence.getByRole('heading', { name: 'Evidence' })).toBeFocused()
    await expect(evidence).toContainText('feat!: drop Node 18 (#122)')
    await expect(evidence.getByRole('link', { name: '#122' })).toHaveAttribute('href', /pull\/122$/)
    // What the pull request and the message of its commit both say is quoted once.
    await expect(evidence.locator('.quote')).toHaveText([/Node 20\.11 is the oldest supported version/])
    await expect(evidence).toContainText('Why it’s here')
    await expect(evidence).toContainText('From the commit message')
    await page.keyboard.press('j')
    await expect(evidence).toContainText('fix: crash when the config file is empty (#121)')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Edit: Fix crash/ })).toBeFocused()
  })

  test('the evidence shows what the user changed, and restores the text of the draft', async ({ page }) => {
    await writeEntry(page, texts.exports, 'Much faster exports')
    await page.keyboard.press('e')
    const evidence = page.getByRole('region', { name: 'Evidence' })
    await evidence.getByRole('button', { name: 'Show changes' }).click()
    await expect(evidence.locator('ins').first()).toContainText('Much')
    await evidence.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('button', { name: 'Edit: Faster exports' })).toBeVisible()
  })

  test('checks name what the commits do not say; the wording can be kept', async ({ page }) => {
    await writeEntry(page, texts.crash, 'Fix CVE-2026-99999 in the crash')
    const row = entry(page, 'Fix CVE-2026-99999')
    await expect(row).toContainText('“CVE-2026-99999” isn’t in the commits.')
    await expect(page.getByRole('button', { name: 'Needs attention 1' })).toBeVisible()
    await page.getByRole('tab', { name: 'Checks 1' }).click()
    await page.getByRole('button', { name: /CVE-2026-99999” isn’t in the commits/ }).click()
    await expect(row.getByRole('button', { name: /^Edit: / })).toBeFocused()
    await row.getByRole('button', { name: /^Keep wording: / }).click()
    await expect(row).not.toContainText('isn’t in the commits')
    await expect(row.getByRole('button', { name: /^Edit: / })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Needs attention 0' })).toBeVisible()
  })

  test('the command palette finds entries, commands and commits', async ({ page }) => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await palette.getByRole('combobox', { name: 'Search entries and commands' }).fill('crash')
    await expect(palette.getByRole('option')).toHaveText([/Fix crash/, /fix: crash/])
    await page.keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Edit: Fix crash/ })).toBeFocused()
    await page.getByRole('button', { name: 'Search or run a command' }).click()
    await page.keyboard.type('mark as breaking')
    await page.keyboard.press('Enter')
    await expect(entry(page, texts.crash)).toContainText('Breaking')
  })

  test('single-key shortcuts can be turned off', async ({ page }) => {
    await page.getByRole('button', { name: /^Edit: Faster/ }).focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Edit: Faster/ }).focus()
    await page.keyboard.press('b')
    await page.keyboard.press('?')
    await expect(dialog).toHaveCount(0)
    await expect(entry(page, texts.exports)).not.toContainText('Breaking')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await entryTexts(page))[1]).toBe(texts.exports)
  })

  test('the focus never falls to the page', async ({ page }) => {
    await page.getByRole('button', { name: /^Edit: Faster/ }).focus()
    for (const key of [
      'b',
      'b',
      'l',
      'l',
      'Alt+ArrowDown',
      'Alt+ArrowUp',
      'x',
      'Shift+ArrowDown',
      'Escape',
      'm',
      'Control+z',
      'Enter',
      'Escape',
      'e',
      'Escape',
      'Delete',
      'Control+z',
      'Control+Shift+z',
      'Control+z',
      ']',
      '[',
      'End',
      'Delete',
      'Home',
    ]) {
      await page.keyboard.press(key)
      await page.waitForTimeout(80)
      expect(`${key}: ${await page.evaluate(() => document.activeElement?.tagName)}`).not.toBe(`${key}: BODY`)
    }
  })

  test('the Markdown is shown, follows the entries, and violates no policy', async ({ page }) => {
    await page.getByRole('tab', { name: 'Markdown' }).click()
    const source = page.getByRole('textbox', { name: 'Markdown', exact: true })
    await expect(source).toContainText('## [1.5.0]')
    await page.getByRole('textbox', { name: 'Version' }).fill('2.0.0')
    await page.getByRole('textbox', { name: 'Version' }).press('Tab')
    await expect(source).toContainText('## [2.0.0]')
    await page.getByRole('textbox', { name: 'Release date' }).fill('2026-07-22')
    await page.getByRole('textbox', { name: 'Release date' }).press('Enter')
    await expect(source).toContainText('## [2.0.0] - 2026-07-22')
    await expect(page.getByRole('textbox', { name: 'Release date' })).toHaveValue('Jul 22, 2026')
  })

  test('a draft is exported, deleted and imported again', async ({ page }) => {
    await writeEntry(page, texts.crash, 'Mine to keep')
    const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, 'Export draft')])
    const path = await file.path()
    expect(readFileSync(path, 'utf8')).not.toContain('ghp_test')
    await page.getByRole('button', { name: /^Change range/ }).click()
    await expect(page.getByText(/^6 entries, /)).toBeVisible()
    await page.getByRole('button', { name: 'View all 1' }).click()
    await page.getByRole('button', { name: 'Delete all drafts' }).click()
    await page.getByRole('group', { name: 'Delete 1 draft?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('region', { name: 'Recent drafts' })).toHaveCount(0)
    const importDraft = () => page.locator('input[type=file]').setInputFiles(path)
    await importDraft()
    await expect(entry(page, 'Mine to keep')).toBeVisible()
    await page.waitForTimeout(600)
    await page.reload()
    await writeEntry(page, 'Mine to keep', 'Newer than the file')
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /^Change range/ }).click()
    await importDraft()
    await expect(page.getByRole('alert')).toContainText('also edited in another tab')
    await page.getByRole('button', { name: 'Load the other version' }).click()
    await expect(entry(page, 'Newer than the file')).toBeVisible()
  })
})

test('a new draft keeps edited entries and shows both versions', async ({ page, server }) => {
  await draftWidget(page, server, { key: 'sk-three-ways' })
  await writeEntry(page, texts.crash, 'Fix crash when the `config` file is missing')
  server.gateway.become(
    writing((message) =>
      JSON.parse(JSON.stringify(honest(message)).replaceAll('as the title says', 'at last')),
    ),
  )
  await page.getByRole('button', { name: /^Change range/ }).click()
  await page.getByText('Options', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Instructions for AI' }).fill('Another tone.')
  await page.getByRole('button', { name: 'Redraft, keep my edits' }).click()
  await expect(entry(page, 'Add cursor pagination to /orders, at last')).toBeVisible()
  const both = page.getByRole('group', { name: 'Newer draft differs' })
  const version = (title: string) => both.locator(`dt:text-is("${title}") + dd`)
  await expect(version('Before')).toContainText('as the title says')
  await expect(version('Yours').locator('ins')).toHaveText([/missing/])
  await expect(version('Yours').locator('del')).toHaveText([/^empty, as the title says/])
  await expect(version('New draft').locator('ins')).toHaveText(['at last'])
  await expect(version('New draft').locator('del')).toHaveText(['as the title says'])
  await both.getByRole('button', { name: 'Keep mine' }).click()
  await expect(both).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: 'Edit: Fix crash when the config file is missing' }),
  ).toBeFocused()
})

test('one entry is reworded with instructions, and only that one is sent to the model', async ({
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
  await chooseInMenu(page, texts.crash, 'Reword…')
  await page.getByLabel('Instructions (optional)').fill('Shorter.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reword', exact: true }).click()
  await expect(entry(page, 'Fix crash when the config file is empty, shorter')).toBeVisible()
  await expect(entry(page, 'Faster exports, as the title says')).toBeVisible()
  await called
  const prompt = server.gateway.calls
    .flatMap(({ body }) => body?.messages.at(-1)?.content ?? [])
    .findLast((content) => !content.includes('\nCLAIMS\n'))!
  expect(prompt).toContain('Shorter.')
  expect(prompt).not.toContain('Faster exports')
})
