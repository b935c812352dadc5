import { failing, slow, writing } from '../stand-ins/gateway/behaviours.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  choose,
  draftWidget,
  entry,
  expect,
  honest,
  hostToken,
  openEntry,
  readerToken,
  signIn,
  test,
} from './stage.ts'

const everyWay = ['graphql' as const, 'rest' as const, 'git' as const]

test.describe('accessible, in light and dark, is', () => {
  test.setTimeout(120_000)

  test('whatever can be said about signing in and about a range', async ({ page, stage, context }) => {
    await page.goto(`${stage.origin}/`)
    await page.getByLabel('Access token of the host').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await signIn(page, stage)
    await page.getByRole('combobox', { name: 'Repository' }).fill('acme/empty')
    await page.getByRole('combobox', { name: 'Repository' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('no commits')
    await expectAccessible(page)
    await choose(page, 'acme/widget')
    stage.github.faults.refusal = { status: 429, headers: { 'retry-after': '600' }, ways: everyWay }
    await page.getByRole('button', { name: 'v1.4.0 to v1.5.0' }).click()
    await expect(page.getByRole('timer')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Stopped before the range was read.')).toBeVisible()
    await expectAccessible(page)
    stage.github.reset()
    await page.getByRole('button', { name: 'Read the range' }).click()
    await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await expect(page.getByText('No entry yet.')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
  })

  test('a draft that runs, waits, fails or is stopped', async ({ page, stage }) => {
    stage.gateway.become(slow(20_000, writing(honest)))
    await signIn(page, stage, { key: 'sk-states' })
    await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
    await page.getByLabel('Who words the entries').selectOption('Model only')
    await page.getByRole('button', { name: 'Draft the notes' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Stopped. What had arrived is kept.')).toBeVisible()
    await expectAccessible(page)
    stage.gateway.become(failing(429, {}, { 'retry-after': '300' }))
    await page.getByRole('button', { name: 'Draft again' }).first().click()
    await expect(page.getByRole('timer')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    stage.gateway.become(failing(500))
    await page.getByRole('button', { name: 'Draft again' }).first().click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })

  test('every window and every note of the editor', async ({ page, stage }) => {
    await draftWidget(page, stage, { key: 'sk-windows', token: readerToken })
    const row = await openEntry(page, 'Faster exports')
    await row.getByRole('button', { name: 'Split…' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Re-word…' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await row.getByLabel('Text').fill('Fix CVE-2026-99999 in exports')
    await row.getByLabel('Text').press('Enter')
    stage.gateway.become(
      writing((message) => JSON.parse(JSON.stringify(honest(message)).replaceAll('as the title', 'as it'))),
    )
    await page.getByRole('button', { name: 'Range', exact: true }).click()
    await page.getByText('WritingOptions for the model').click()
    await page.getByLabel('What it should heed').fill('Another tone.')
    await page.getByRole('button', { name: 'Draft again, keep what I edited' }).click()
    await expect(page.getByRole('group', { name: /both changed/ })).toBeVisible()
    await page.getByRole('tab', { name: /Findings/ }).click()
    await expect(page.getByRole('button', { name: /^Go to the entry/ }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Create the draft release' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use another token' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await expectAccessible(page)
    await again.getByLabel('Access token of the host').fill(hostToken)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toHaveCount(0)
    await page.getByRole('button', { name: 'Create the draft release' }).click()
    await expect(page.getByText('The draft release is there.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.evaluate(() => {
      new BroadcastChannel('notewright').postMessage('github:acme/widget v1.4.0..v1.5.0')
    })
    await expect(page.getByRole('alert')).toContainText('another version of this draft')
    await expect(entry(page, 'Fix CVE-2026-99999')).toBeVisible()
    await expectAccessible(page)
  })
})
