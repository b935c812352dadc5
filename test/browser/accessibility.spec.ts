import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import {
  choose,
  chooseMore,
  draftWidget,
  entry,
  entryTexts,
  expect,
  hostToken,
  openEntry,
  signIn,
  test,
  waitForDraft,
  writeEntry,
} from './fixtures.ts'

test('every screen is accessible, in light and dark', async ({ page, server }) => {
  test.setTimeout(240_000)
  await page.goto(`${server.origin}/`)
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible()
  await expectAccessible(page)
  await signIn(page, server)
  await expectAccessible(page)
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await page.getByRole('combobox', { name: 'From' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.locator('.markdown')).toBeVisible()
  // With reduced motion, the announcement appears without an animation.
  await expect(page.locator('.toast')).toHaveCSS('animation-duration', '0s')
  await openEntry(page, 'Drop Node 18')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await entry(page, 'Faster exports').getByRole('checkbox').check()
  await expectAccessible(page)
  for (const name of [/Markdown/, /Checks/, /Commits/]) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expectAccessible(page)
  }
  await chooseMore(page, 'Keyboard shortcuts')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog').getByRole('region')).toContainText('Drop Node 18')
  await expectAccessible(page)
})

test('everything works with the keyboard alone', async ({ page, server }) => {
  await page.goto(`${server.origin}/`)
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible()
  await tabTo(page, 'Access token')
  await page.keyboard.type(hostToken)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New release notes' })).toBeFocused()
  await tabTo(page, 'Repository')
  await page.keyboard.type('widget')
  await expect(page.getByRole('option', { name: 'acme/widget' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /2 commits/ })).toBeVisible()
  await tabTo(page, 'To')
  await page.keyboard.type('v1.5.0')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
  await tabTo(page, 'Draft release notes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'acme/widget' })).toBeFocused()
  await waitForDraft(page)
  await tabTo(page, 'Edit: Faster exports')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await entryTexts(page))[1]).toBe('Faster exports')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await entryTexts(page))[0]).toBe('Faster exports')
  await page.keyboard.press('b')
  await expect(entry(page, 'Faster exports')).toContainText('Breaking')
  await page.keyboard.press('l')
  await expect(entry(page, 'Faster exports')).toContainText('Locked')
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(', by keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit: Faster exports, by keyboard' })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('button', { name: /5 in notes, 7 excluded/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit: api: Add cursor pagination/ })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: /5 in notes, 7 excluded/ })).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByRole('button', { name: /5 in notes, 7 excluded/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('publish')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Publish/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Edit: api: Add cursor pagination/ })).toBeFocused()
})

/** Presses Tab until an element with this name has the focus, and expects a visible focus outline. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    const outline = await page.evaluate((wanted) => {
      const element = document.activeElement as HTMLElement
      const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? ''
      const matches = `${label} ${element.textContent}`.includes(wanted)
      return matches ? getComputedStyle(element).outlineStyle : null
    }, name)
    if (outline === null) continue
    expect(outline).not.toBe('none')
    return
  }
  throw new Error(`Tab did not reach ${name}`)
}

for (const width of [900, 1024, 1280, 1440]) {
  test(`at ${width} pixels no tab of the output covers the picker beside it`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 800 })
    await draftWidget(page, server)
    await writeEntry(page, 'Drop Node 18', 'Drop Node 18 for CVE-2026-99999')
    const tabs = page.getByRole('region', { name: 'Output' }).getByRole('tab')
    await expect(page.getByRole('tab', { name: 'Checks 1' })).toBeVisible()
    const boxes = await Promise.all(
      [...(await tabs.all()), page.getByRole('button', { name: 'Copy Markdown' })].map((each) =>
        each.boundingBox(),
      ),
    )
    const format = page.locator('.panel-head .select-box')
    if (width >= 1280) boxes.splice(-1, 0, await format.boundingBox())
    for (const [index, box] of boxes.slice(1).entries())
      expect(box!.x).toBeGreaterThanOrEqual(boxes[index]!.x + boxes[index]!.width - 1)
    expect(boxes.at(-1)!.x + boxes.at(-1)!.width).toBeLessThanOrEqual(width)
  })
}

for (const [what, width] of [
  ['a small phone', 320],
  ['200 % zoom', 640],
  ['a wide screen', 1920],
] as const) {
  test(`nothing is cut off on ${what}`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 800 })
    /** Expects that neither the page nor an open dialog overflows horizontally. */
    const expectNoOverflow = async () =>
      expect(
        await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('dialog[open]')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ tagName }) => tagName),
        ),
      ).toEqual([])
    await page.goto(`${server.origin}/`)
    await expectNoOverflow()
    await draftWidget(page, server)
    await expectNoOverflow()
    await openEntry(page, 'Drop Node 18')
    await expectNoOverflow()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(page.locator('.markdown')).toBeVisible()
    await expectNoOverflow()
    await page.getByRole('tab', { name: 'Commits' }).click()
    await expectNoOverflow()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await expect(page.getByRole('dialog').getByRole('region')).toContainText('Drop Node 18')
    await expectNoOverflow()
    await page.keyboard.press('Escape')
    await chooseMore(page, 'Keyboard shortcuts')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectNoOverflow()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Change range/ }).click()
    await expectNoOverflow()
  })
}
