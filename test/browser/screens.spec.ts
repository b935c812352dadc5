import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { contactSheet } from './contact-sheet.ts'
import { choose, entry, expect, openEntry, type Stage, signIn, test } from './stage.ts'

/** Draws the pictures of docs/images anew: SCREENSHOTS=1 npm run test:browser -- screens */
const folder = join(import.meta.dirname, '../../docs/images')
/** Where every picture is put as it is, for a closer look; nowhere by default. */
const looseFolder = process.env.SCREENSHOTS_FOLDER
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1100 },
  { width: 1440, height: 900 },
]

test.skip(process.env.SCREENSHOTS !== '1', 'pictures are drawn by SCREENSHOTS=1')

test('every screen at three sizes, light and dark', async ({ browser, stage, page: blank }) => {
  test.setTimeout(180_000)
  mkdirSync(folder, { recursive: true })
  const sheets = new Map<string, Buffer[]>()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of sizes) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await visit(page, stage, async (name) => {
        const picture = await shoot(page)
        sheets.set(name, [...(sheets.get(name) ?? []), picture])
        if (looseFolder)
          writeFileSync(join(looseFolder, `${name}-${viewport.width}-${colorScheme}.png`), picture)
      })
      await context.close()
    }
  }
  for (const [name, pictures] of sheets) {
    writeFileSync(join(folder, `${name}.webp`), await contactSheet(blank, pictures, 0.4))
  }
  const shown = sheets.get('notes')![2]!
  writeFileSync(join(folder, 'editor.webp'), await contactSheet(blank, [shown], 0.8))
})

async function shoot(page: Page): Promise<Buffer> {
  await page.locator('.toast').evaluateAll((all) => {
    for (const each of all as HTMLElement[]) each.style.display = 'none'
  })
  return page.screenshot()
}

async function visit(page: Page, stage: Stage, shoot: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${stage.origin}/`)
  await expect(page.getByLabel('Access token of the host')).toBeVisible()
  await shoot('sign-in')
  await signIn(page, stage, { key: 'sk-stage' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
  await shoot('range')
  await page.getByLabel('Who words the entries').selectOption('Rules only')
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  await expect(page.getByText(/^Worded by/)).toBeVisible()
  const narrow = page.getByRole('button', { name: 'Result', exact: true })
  const isNarrow = await narrow.isVisible()
  if (!isNarrow) await page.locator('.markdown').waitFor()
  await shoot('notes')
  await entry(page, 'Crash when the config').locator('.entry-text').click()
  await entry(page, 'Crash when the config').scrollIntoViewIfNeeded()
  await shoot('entry')
  await page.keyboard.press('Escape')
  if (isNarrow) await narrow.click()
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await shoot('ledger')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.locator('.markdown').waitFor()
  await shoot('preview')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog').getByRole('region')).toContainText('##')
  await shoot('publish')
  await page.keyboard.press('Escape')
  await compare(page, isNarrow)
  await shoot('comparison')
}

/** Lets a person and a model disagree. */
async function compare(page: Page, isNarrow: boolean): Promise<void> {
  if (isNarrow) await page.getByRole('button', { name: 'Entries', exact: true }).click()
  const row = await openEntry(page, 'Crash when the config')
  await row.getByLabel('Text').fill('No more crash when the `config` file is empty')
  await row.getByLabel('Text').press('Enter')
  await page.getByRole('button', { name: 'Range', exact: true }).click()
  await page.getByLabel('Who words the entries').selectOption('Model, else rules')
  await page.getByRole('button', { name: 'Draft again, keep what I edited' }).click()
  const both = page.getByRole('group', { name: /both changed/ })
  await both.getByRole('button', { name: 'Keep mine' }).scrollIntoViewIfNeeded()
}
