import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { git } from '../support/build-repository.ts'
import { draftWidget, expect, hostToken, localToken, readerToken, type Stage, test } from './stage.ts'

const branch = 'notewright/changelog-1.5.0'

// The hosts forget what was published to them; branches stay, so that each host gets one pull request.
test.beforeEach(({ stage }) => {
  for (const list of [
    stage.github.releases,
    stage.github.requests,
    stage.gitlabState.releases,
    stage.giteaState.releases,
  ])
    list.length = 0
})

async function openPublish(page: Page, stage: Stage, host: string, token = hostToken) {
  await draftWidget(page, stage, { repo: `acme/on-${host}`, host, token })
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog.getByRole('region')).toContainText('##')
  return dialog
}

/** What the confirmation shows of the request, by name. */
async function shownIn(page: Page): Promise<Record<string, unknown>> {
  const rows = await page.locator('.sent > div').allInnerTexts()
  const text = await page.locator('.sent-text pre').textContent()
  return { ...Object.fromEntries(rows.map((row) => row.split('\n'))), text }
}

test('a draft release is sent as it was shown, and a second time nothing is to be done', async ({
  page,
  stage,
}) => {
  const dialog = await openPublish(page, stage, 'github')
  await dialog.getByLabel('Tag', { exact: true }).fill('')
  await expect(dialog.getByText('Name the tag first.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create the draft release' })).toBeDisabled()
  await dialog.getByLabel('Tag', { exact: true }).fill('v1.5.0')
  await dialog.getByLabel('Title').fill('The one with pages')
  await expect(dialog.getByText('Only maintainers see a draft')).toBeVisible()
  await expect(dialog.getByText(`${stage.github.url}/acme/on-github`, { exact: true })).toBeVisible()
  const shown = await shownIn(page)
  const asked = page.waitForRequest('**/api/v1/releases')
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  expect((await asked).postDataJSON()).toEqual(shown)
  await expect(page.getByText('The draft release is there.')).toBeVisible()
  const link = page.getByRole('dialog').getByRole('link')
  await expect(link).toHaveAttribute('href', /^https:\/\/github\.example\/acme\/on-github\/releases\//)
  expect(stage.github.releases).toMatchObject([
    { tag_name: 'v1.5.0', name: 'The one with pages', draft: true, body: shown.text },
  ])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(page.getByText('The draft release says all of it already.')).toBeVisible()
  expect(stage.github.releases).toHaveLength(1)
})

test('a pull request brings the section into the changelog, and goes on while it is open', async ({
  page,
  stage,
}) => {
  const dialog = await openPublish(page, stage, 'github')
  const open = async () => {
    await page.getByRole('button', { name: 'Pull request for the changelog' }).click()
    await expect(dialog.getByRole('region')).toContainText(/^## \[1\.5\.0\]/)
    await page.getByRole('button', { name: 'Open the pull request' }).click()
  }
  await open()
  await expect(page.getByText('The pull request is open.')).toBeVisible()
  const file = () => git(join(stage.root, 'acme/on-github'), ['cat-file', 'blob', `${branch}:CHANGELOG.md`])
  expect(file()).toMatch(/^# Changelog\n[\s\S]*## \[1\.5\.0\][\s\S]*Crash when the config file is empty/)
  expect(stage.github.requests).toMatchObject([{ head: branch, base: 'main', state: 'open' }])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await page.getByRole('button', { name: /^Take in: docs: explain retries/ }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await open()
  await expect(page.getByText('The open pull request has what was new.')).toBeVisible()
  expect(file()).toContain('Explain retries')
  expect(stage.github.requests).toHaveLength(1)
})

test('a token that may only read is told so, another one is taken, and then it is sent', async ({
  page,
  stage,
}) => {
  const dialog = await openPublish(page, stage, 'github', readerToken)
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(dialog.getByRole('alert')).toContainText('lacks a permission')
  await dialog.getByRole('button', { name: 'Use another token' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Access token of the host').fill(hostToken)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(page.getByText('The draft release is there.')).toBeVisible()
})

test('what was published already is changed only when that is asked', async ({ page, stage }) => {
  const dialog = await openPublish(page, stage, 'github')
  await dialog.getByLabel('Let everybody see it at once').check()
  await dialog.getByRole('button', { name: 'Publish the release' }).click()
  await expect(page.getByText('The release is there for everybody.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Ledger' }).click()
  await page.getByRole('button', { name: /^Take in: docs: explain retries/ }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(dialog.getByRole('alert')).toContainText('published already')
  expect(stage.github.releases[0]!.body).not.toContain('Explain retries')
  await dialog.getByRole('button', { name: 'Add to the published release' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Publish the release' }).click()
  await expect(page.getByText('The release has what was new.')).toBeVisible()
  expect(stage.github.releases[0]!.body).toContain('Explain retries')
})

test('a host that is down is said, one that limits the token is waited for, and nothing has to be typed anew', async ({
  page,
  stage,
}) => {
  const dialog = await openPublish(page, stage, 'github')
  const create = dialog.getByRole('button', { name: 'Create the draft release' })
  const refuse = (status: number, headers = {}) => {
    stage.github.faults.refusal = { status, headers, ways: ['rest', 'graphql', 'git'] }
  }
  await dialog.getByLabel('Title').fill('Mine')
  refuse(503)
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText('The host')
  refuse(429, { 'retry-after': '600' })
  await create.click()
  await expect(dialog.getByRole('timer')).toHaveText(/^(?:10|9) min \d+ s$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('timer')).toHaveCount(0)
  refuse(429, { 'retry-after': '1' })
  await create.click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  stage.github.reset()
  await expect(page.getByText('The draft release is there.')).toBeVisible()
  expect(stage.github.releases).toMatchObject([{ name: 'Mine' }])
})

test('on GitLab, which has no drafts, that is said before anybody sees the release', async ({
  page,
  stage,
}) => {
  const dialog = await openPublish(page, stage, 'gitlab')
  await expect(dialog.getByText('GitLab has no draft releases.')).toBeVisible()
  expect(await shownIn(page)).toMatchObject({ host: 'gitlab', publish: 'true' })
  await dialog.getByRole('button', { name: 'Publish the release' }).click()
  await expect(page.getByText('The release is there for everybody.')).toBeVisible()
  expect(stage.gitlabState.releases).toMatchObject([{ tag_name: 'v1.5.0' }])
  await proposeAfter(page, stage, 'gitlab')
})

test('on Gitea a draft release is made, and a pull request for another file', async ({ page, stage }) => {
  const dialog = await openPublish(page, stage, 'gitea')
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(page.getByText('The draft release is there.')).toBeVisible()
  expect(stage.giteaState.releases).toMatchObject([{ tag_name: 'v1.5.0', draft: true }])
  await proposeAfter(page, stage, 'gitea')
})

/** After a release, has a pull request opened too. */
async function proposeAfter(page: Page, { root }: Stage, host: string): Promise<void> {
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByRole('button', { name: 'Pull request for the changelog' }).click()
  await dialog.getByLabel('File').fill('docs/CHANGES.md')
  await dialog.getByRole('button', { name: 'Open the pull request' }).click()
  await expect(page.getByText('The pull request is open.')).toBeVisible()
  const folder = join(root, `acme/on-${host}`)
  expect(git(folder, ['cat-file', 'blob', `${branch}:docs/CHANGES.md`])).toContain('## [1.5.0]')
}

test('a folder on this machine says at once that nothing can be published there', async ({ page, stage }) => {
  await draftWidget(page, stage, { host: 'local', token: localToken })
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog')).toContainText('Copy or download the text instead.')
})
