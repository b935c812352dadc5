import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { contactSheet } from './contact-sheet.ts'
import {
  choose,
  entry,
  expect,
  openEntry,
  signIn,
  type TestServer,
  test,
  waitForDraft,
  writeEntry,
} from './fixtures.ts'

/** Regenerates the screenshots in docs/images: SCREENSHOTS=1 npm run test:browser -- screenshots */
const folder = join(import.meta.dirname, '../../docs/images')
/** An optional folder for the single screenshots in full size. */
const singleFolder = process.env.SCREENSHOTS_FOLDER
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1100 },
  { width: 1440, height: 900 },
]

test.skip(process.env.SCREENSHOTS !== '1', 'set SCREENSHOTS=1 to take the screenshots')

test('every screen at three sizes, light and dark', async ({ browser, server, page: blank }) => {
  test.setTimeout(180_000)
  mkdirSync(folder, { recursive: true })
  const sheets = new Map<string, Buffer[]>()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of sizes) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await visit(page, server, async (name) => {
        const screenshot = await shoot(page)
        sheets.set(name, [...(sheets.get(name) ?? []), screenshot])
        if (singleFolder)
          writeFileSync(join(singleFolder, `${name}-${viewport.width}-${colorScheme}.png`), screenshot)
      })
      await context.close()
    }
  }
  for (const [name, screenshots] of sheets) {
    writeFileSync(join(folder, `${name}.webp`), await contactSheet(blank, screenshots, 0.4))
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

async function visit(page: Page, server: TestServer, shoot: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${server.origin}/`)
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible()
  await shoot('sign-in')
  await signIn(page, server, { key: 'sk-test' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
  await shoot('range')
  await page.getByRole('radio', { name: 'Commit messages' }).check()
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await waitForDraft(page)
  const isNarrow = await page.getByRole('tab', { name: 'Entries' }).isVisible()
  if (!isNarrow) await page.locator('.markdown').waitFor()
  await shoot('notes')
  await openEntry(page, 'Crash when the config')
  await entry(page, 'Crash when the config').scrollIntoViewIfNeeded()
  await shoot('entry')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Commits' }).click()
  await shoot('ledger')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.locator('.markdown').waitFor()
  await shoot('preview')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog').getByRole('region')).toContainText('Drop Node 18')
  await shoot('publish')
  await page.keyboard.press('Escape')
  await createConflict(page, isNarrow)
  await shoot('comparison')
}

/** Creates a conflict between the user's text and a new draft. */
async function createConflict(page: Page, isNarrow: boolean): Promise<void> {
  if (isNarrow) await page.getByRole('tab', { name: 'Entries' }).click()
  await writeEntry(page, 'Crash when the config', 'No more crash when the `config` file is empty')
  await page.getByRole('button', { name: /^Change range/ }).click()
  await page.getByRole('radio', { name: 'AI, checked' }).check()
  await page.getByRole('button', { name: 'Redraft, keep my edits' }).click()
  const both = page.getByRole('group', { name: 'Newer draft differs' })
  await both.getByRole('button', { name: 'Keep mine' }).scrollIntoViewIfNeeded()
}
