import { failing, slow, writing } from '../stand-ins/gateway/behaviours.ts'
import {
  choose,
  draftWidget,
  entry,
  expect,
  honest,
  hostToken,
  openEntry,
  signIn,
  test,
  watch,
} from './stage.ts'

test('a draft is cancelled, and what arrived stays', async ({ page, stage }) => {
  stage.gateway.become(slow(20_000, writing(honest)))
  await signIn(page, stage, { key: 'sk-cancel' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  await expect(page.getByRole('progressbar', { name: 'Drafting: Wording' })).toBeVisible()
  const question = () =>
    stage.gateway.calls.find(
      ({ body, headers }) => body !== null && headers.authorization === 'Bearer sk-cancel',
    )
  await expect.poll(question).toBeDefined()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Stopped. What had arrived is kept.')).toBeVisible()
  expect(await question()!.left).toBe(true)
  await expect(page.getByText(/8 not drafted yet/)).toBeVisible()
})

test('a gateway that fails mid-stream is said, with the ways on', async ({ page, stage }) => {
  stage.gateway.become((body, call) => {
    const script = writing(honest)(body, call)
    // Enough for the first entries, then the connection breaks; also when it is asked again.
    return { ...script, steps: [...script.steps.slice(0, 14), { waitMs: 50 }, 'cut'] }
  })
  await signIn(page, stage, { key: 'sk-cut' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await page.getByLabel('Who words the entries').selectOption('Model only')
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  await expect(page.getByRole('alert')).toContainText(/gateway/i)
  await expect(page.locator('.entry-text').first()).toBeVisible()
  await page.getByRole('button', { name: 'Let the rules word it' }).click()
  await expect(page.getByText('Worded by the rules, without a model')).toBeVisible()
  await expect(page.getByText(/Every commit has its place/)).toBeVisible()
})

test('a host that limits the token is waited for in sight, and then it goes on by itself', async ({
  page,
  stage,
}) => {
  await signIn(page, stage)
  await choose(page, 'acme/widget')
  stage.github.faults.refusal = {
    status: 429,
    headers: { 'retry-after': '1' },
    ways: ['graphql', 'rest', 'git'],
  }
  await page.getByRole('button', { name: 'v1.4.0 to v1.5.0' }).click()
  await expect(page.getByText('The host limits this token', { exact: true })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^\d+ s$/)
  stage.github.reset()
  await expect(page.getByRole('heading', { name: /12 commits/ })).toBeVisible()
})

test('a gateway that limits the key is waited for in sight, and then it goes on by itself', async ({
  page,
  stage,
}) => {
  stage.gateway.become(failing(429, {}, { 'retry-after': '90' }))
  await signIn(page, stage, { key: 'sk-limited' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await page.getByLabel('Who words the entries').selectOption('Model only')
  await page.clock.install()
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  await expect(page.getByText('The gateway limits this key', { exact: true })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^1 min \d+ s$/)
  stage.gateway.become(writing(honest))
  await page.clock.runFor(91_000)
  await expect(page.getByText(/^Worded by stand-in/)).toBeVisible()
})

test('a token that expires mid-way is asked for anew, and nothing is lost', async ({ page, stage }) => {
  await draftWidget(page, stage)
  const row = await openEntry(page, 'Crash when')
  await row.getByLabel('Text').fill('Mine')
  await row.getByLabel('Text').press('Enter')
  stage.github.faults.refusal = {
    status: 401,
    headers: {},
    message: 'Bad credentials',
    ways: ['graphql', 'rest', 'git'],
  }
  await page.getByRole('button', { name: 'Draft again' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  stage.github.reset()
  await dialog.getByLabel('Access token of the host').fill(hostToken)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Draft again' }).first().click()
  await expect(page.getByText(/^Worded by/)).toBeVisible()
  await expect(entry(page, 'Mine')).toBeVisible()
})

test('offline one can go on editing, and after it on drafting', async ({ page, stage, context }) => {
  await draftWidget(page, stage)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Draft again' })).toBeDisabled()
  const row = await openEntry(page, 'Crash when')
  await row.getByLabel('Text').fill('Written on a train')
  await row.getByLabel('Text').press('Enter')
  await expect(page.locator('.markdown')).toContainText('Written on a train')
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Draft again' }).click()
  await expect(page.getByText(/^Worded by/)).toBeVisible()
  await expect(entry(page, 'Written on a train')).toBeVisible()
})

test('a draft survives a reload, with a kept session and without one', async ({ page, stage }) => {
  await draftWidget(page, stage)
  const row = await openEntry(page, 'Crash when')
  await row.getByLabel('Text').fill('Still here')
  await row.getByLabel('Text').press('Enter')
  await page.waitForTimeout(600)
  await page.reload()
  await expect(entry(page, 'Still here')).toBeVisible()
  await page.evaluate(() => sessionStorage.removeItem('notewright.session'))
  await page.reload()
  await page.getByLabel('Access token of the host').fill(hostToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(entry(page, 'Still here')).toBeVisible()
})

test('a reload mid-stream keeps what had arrived', async ({ page, stage }) => {
  stage.gateway.become((body, call) => {
    const script = writing(honest)(body, call)
    return { ...script, steps: [...script.steps.slice(0, 14), 'hang'] }
  })
  await signIn(page, stage, { key: 'sk-reload' })
  await choose(page, 'acme/widget', 'v1.4.0 to v1.5.0')
  await page.getByRole('button', { name: 'Draft the notes' }).click()
  await expect(page.locator('.entry-text').first()).toBeVisible()
  await page.waitForTimeout(600)
  await page.reload()
  await expect(page.locator('.entry-text').first()).toBeVisible()
  await expect(page.getByText(/not drafted yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByText('not drafted yet: the text does not tell them.')).toBeVisible()
  await page.keyboard.press('Escape')
  stage.gateway.become(writing(honest))
  await page.getByRole('button', { name: 'Draft again' }).click()
  await expect(page.getByText(/Every commit has its place/)).toBeVisible()
})

test('two tabs on one draft: the second hears of the first, and a person decides', async ({
  page,
  stage,
  context,
}) => {
  await draftWidget(page, stage)
  await page.waitForTimeout(600)
  const other = await context.newPage()
  const strange: string[] = []
  watch(other, stage.origin, strange)
  await signIn(other, stage)
  await other.getByRole('button', { name: /^Open/ }).click()
  await expect(entry(other, 'Crash when')).toBeVisible()
  const row = await openEntry(other, 'Crash when')
  await row.getByLabel('Text').fill('From the other tab')
  await row.getByLabel('Text').press('Enter')
  await expect(page.getByRole('alert')).toContainText('another version of this draft')
  await page.getByRole('button', { name: 'Show the other version' }).click()
  await expect(entry(page, 'From the other tab')).toBeVisible()
  expect(strange).toEqual([])
})

test('the browser’s own back button goes from the notes to the range', async ({ page, stage }) => {
  await draftWidget(page, stage)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'acme/widget' })).toBeVisible()
})

test('a link of an earlier start is said to be one, and a service that does not answer is asked again', async ({
  page,
  stage,
}) => {
  await page.goto(`${stage.origin}/#token=of-yesterday`)
  await expect(page.getByRole('alert')).toContainText('token')
  await page.route('**/api/v1/hosts', (route) => route.abort())
  await page.goto(`${stage.origin}/`)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The service does not answer')
  await page.unroute('**/api/v1/hosts')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Host', { exact: true })).toHaveValue('github')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a browser that keeps nothing says so, and everything else works', async ({ page, stage }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Nothing is kept here.', 'InvalidStateError')
    }
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Nothing is kept here.', 'SecurityError')
      },
    })
  })
  await draftWidget(page, stage)
  await expect(page.getByRole('alert')).toContainText('did not keep the draft')
  await openEntry(page, 'Crash when')
})
