import { failing, slow, writing } from '../stand-ins/gateway/behaviours.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  choose,
  chooseInMenu,
  chooseOption,
  draftWidget,
  entry,
  expect,
  honest,
  hostToken,
  readerToken,
  requireAi,
  signIn,
  test,
  writeEntry,
} from './fixtures.ts'

const allApis = ['graphql' as const, 'rest' as const, 'git' as const]

test.describe('accessible in light and dark:', () => {
  test.setTimeout(240_000)

  test('all states of the sign-in and the range', async ({ page, server, context }) => {
    await page.goto(`${server.origin}/`)
    await page.getByRole('textbox', { name: 'Access token' }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await signIn(page, server)
    await page.getByRole('combobox', { name: 'Repository' }).fill('acme/empty')
    await page.getByRole('combobox', { name: 'Repository' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('no commits')
    await expectAccessible(page)
    await choose(page, 'acme/widget')
    server.github.faults.failure = { status: 429, headers: { 'retry-after': '600' }, protocols: allApis }
    await chooseOption(page, 'From', 'v1.4.0')
    await expect(page.getByRole('timer')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Stopped. No commits were read.')).toBeVisible()
    await expectAccessible(page)
    server.github.reset()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: /14 commits/ })).toBeVisible()
    await page.getByText('Options', { exact: true }).click()
    await page.getByRole('button', { name: 'See all commits and reasons' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.evaluate(() => {
      location.hash = '#notes'
    })
    await expect(page.getByText('No entries yet')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(true)
    await expect(page.getByText('You’re offline.')).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
  })

  test('a draft that is running, waiting, failed or stopped', async ({ page, server }) => {
    server.gateway.become(slow(20_000, writing(honest)))
    await signIn(page, server, { key: 'sk-states' })
    await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
    await requireAi(page)
    await page.getByRole('button', { name: 'Draft release notes' }).click()
    await expect(page.getByText('Drafting…')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('The entries written so far are kept.')).toBeVisible()
    await expectAccessible(page)
    server.gateway.become(failing(429, {}, { 'retry-after': '300' }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('timer')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stop' }).click()
    server.gateway.become(failing(500))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })

  test('every dialog and every message of the editor', async ({ page, server }) => {
    await draftWidget(page, server, { key: 'sk-dialogs', token: readerToken })
    await chooseInMenu(page, 'Faster exports', 'Split…')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await chooseInMenu(page, 'Faster exports', 'Reword…')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await entry(page, 'Faster exports').hover()
    await page.getByRole('button', { name: /^More actions: Faster/ }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await writeEntry(page, 'Faster exports', 'Fix CVE-2026-99999 in exports')
    await page.getByRole('button', { name: /^Show evidence: Fix CVE/ }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    server.gateway.become(
      writing((message) => JSON.parse(JSON.stringify(honest(message)).replaceAll('as the title', 'as it'))),
    )
    await page.getByRole('button', { name: /^Change range/ }).click()
    await page.getByText('Options', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Instructions for AI' }).fill('Another tone.')
    await page.getByRole('button', { name: 'Redraft, keep my edits' }).click()
    await expect(page.getByRole('group', { name: 'Newer draft differs' })).toBeVisible()
    await page.getByRole('tab', { name: /Checks/ }).click()
    await expect(page.getByRole('heading', { name: /To review/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Create draft release' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use another token' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await expectAccessible(page)
    await again.getByRole('textbox', { name: 'Access token' }).fill(hostToken)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await expect(again).toHaveCount(0)
    await page.getByRole('button', { name: 'Create draft release' }).click()
    await expect(page.getByRole('heading', { name: 'Draft release created' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to the editor' }).click()
    await page.evaluate(() => {
      new BroadcastChannel('notewright').postMessage('github:acme/widget v1.4.0..v1.5.0')
    })
    await expect(page.getByRole('alert')).toContainText('also edited in another tab')
    await expect(entry(page, 'Fix CVE-2026-99999')).toBeVisible()
    await expectAccessible(page)
  })
})
