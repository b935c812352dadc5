import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { git } from '../support/build-repository.ts'
import { draftWidget, expect, hostToken, localToken, readerToken, type TestServer, test } from './fixtures.ts'

const branch = 'notewright/changelog-1.5.0'

// The stand-ins forget their releases before each test. Branches stay, so each host gets one pull request.
test.beforeEach(({ server }) => {
  for (const list of [
    server.github.releases,
    server.github.requests,
    server.gitlabState.releases,
    server.giteaState.releases,
  ])
    list.length = 0
})

async function openPublish(page: Page, server: TestServer, host: string, token = hostToken) {
  await draftWidget(page, server, { repo: `acme/on-${host}`, host, token })
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await expect(dialog.getByRole('region')).toContainText('##')
  return dialog
}

/** Reads the fields of the request that the dialog shows. */
async function readRequest(page: Page): Promise<Record<string, unknown>> {
  const rows = await page.locator('.request-fields > div').allInnerTexts()
  const text = await page.locator('.request-text pre').textContent()
  return { ...Object.fromEntries(rows.map((row) => row.split('\n'))), text }
}

test('a draft release is sent as shown, and sending it again changes nothing', async ({ page, server }) => {
  const dialog = await openPublish(page, server, 'github')
  await dialog.getByLabel('Tag', { exact: true }).fill('')
  await expect(dialog.getByText('Enter a tag.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create the draft release' })).toBeDisabled()
  await dialog.getByLabel('Tag', { exact: true }).fill('v1.5.0')
  await dialog.getByLabel('Title').fill('The one with pages')
  await expect(dialog.getByText('Only maintainers can see a draft')).toBeVisible()
  await expect(dialog.getByText(`${server.github.url}/acme/on-github`, { exact: true })).toBeVisible()
  const shown = await readRequest(page)
  const sent = page.waitForRequest('**/api/v1/releases')
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  const { entries, fromRef, ...rest } = (await sent).postDataJSON()
  expect(rest).toEqual(shown)
  // The server recognises existing entries by these.
  expect(entries[0]).toMatchObject({ text: expect.any(String), commits: [expect.any(String)] })
  expect(fromRef).toEqual(expect.any(String))
  await expect(page.getByText('Draft release created.')).toBeVisible()
  const link = page.getByRole('dialog').getByRole('link')
  await expect(link).toHaveAttribute('href', /^https:\/\/github\.example\/acme\/on-github\/releases\//)
  expect(server.github.releases).toMatchObject([
    { tag_name: 'v1.5.0', name: 'The one with pages', draft: true, body: shown.text },
  ])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(page.getByText('The draft release already contains all entries.')).toBeVisible()
  expect(server.github.releases).toHaveLength(1)
})

test('a pull request adds the section to the changelog, and is updated while it is open', async ({
  page,
  server,
}) => {
  const dialog = await openPublish(page, server, 'github')
  const open = async () => {
    await page.getByRole('button', { name: 'Pull request for the changelog' }).click()
    await expect(dialog.getByRole('region')).toContainText(/^## \[1\.5\.0\]/)
    await page.getByRole('button', { name: 'Open the pull request' }).click()
  }
  await open()
  await expect(page.getByText('Pull request opened.')).toBeVisible()
  const file = () => git(join(server.root, 'acme/on-github'), ['cat-file', 'blob', `${branch}:CHANGELOG.md`])
  expect(file()).toMatch(/^# Changelog\n[\s\S]*## \[1\.5\.0\][\s\S]*Fix crash when the config file is empty/)
  expect(server.github.requests).toMatchObject([{ head: branch, base: 'main', state: 'open' }])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'All commits' }).click()
  await page.getByRole('button', { name: /^Include: docs: explain retries/ }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await open()
  await expect(page.getByText('The open pull request was updated.')).toBeVisible()
  expect(file()).toContain('Explain retries')
  expect(server.github.requests).toHaveLength(1)
})

test('a read-only token is rejected, and publishing works with another token', async ({ page, server }) => {
  const dialog = await openPublish(page, server, 'github', readerToken)
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(dialog.getByRole('alert')).toContainText('is missing a permission')
  await dialog.getByRole('button', { name: 'Use another token' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Access token').fill(hostToken)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(page.getByText('Draft release created.')).toBeVisible()
})

test('a published release is changed only if the user asks for it', async ({ page, server }) => {
  const dialog = await openPublish(page, server, 'github')
  await dialog.getByLabel('Publish immediately').check()
  await dialog.getByRole('button', { name: 'Publish the release' }).click()
  await expect(page.getByText('Release published.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'All commits' }).click()
  await page.getByRole('button', { name: /^Include: docs: explain retries/ }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(dialog.getByRole('alert')).toContainText('published already')
  expect(server.github.releases[0]!.body).not.toContain('Explain retries')
  await dialog.getByRole('button', { name: 'Add to the published release' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Publish the release' }).click()
  await expect(page.getByText('The release was updated.')).toBeVisible()
  expect(server.github.releases[0]!.body).toContain('Explain retries')
})

test('an unavailable host is reported, a rate limit is waited for, and the form keeps its values', async ({
  page,
  server,
}) => {
  const dialog = await openPublish(page, server, 'github')
  const create = dialog.getByRole('button', { name: 'Create the draft release' })
  const failWith = (status: number, headers = {}) => {
    server.github.faults.failure = { status, headers, protocols: ['rest', 'graphql', 'git'] }
  }
  await dialog.getByLabel('Title').fill('Mine')
  failWith(503)
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText('The host')
  failWith(429, { 'retry-after': '600' })
  await create.click()
  await expect(dialog.getByRole('timer')).toHaveText(/^(?:10|9) min \d+ s$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('timer')).toHaveCount(0)
  failWith(429, { 'retry-after': '1' })
  await create.click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  server.github.reset()
  await expect(page.getByText('Draft release created.')).toBeVisible()
  expect(server.github.releases).toMatchObject([{ name: 'Mine' }])
})

test('on GitLab, which has no draft releases, the dialog warns before publishing', async ({
  page,
  server,
}) => {
  const dialog = await openPublish(page, server, 'gitlab')
  await expect(dialog.getByText('GitLab has no draft releases.')).toBeVisible()
  expect(await readRequest(page)).toMatchObject({ host: 'gitlab', publish: 'true' })
  await dialog.getByRole('button', { name: 'Publish the release' }).click()
  await expect(page.getByText('Release published.')).toBeVisible()
  expect(server.gitlabState.releases).toMatchObject([{ tag_name: 'v1.5.0' }])
  await openPullRequest(page, server, 'gitlab')
})

test('on Gitea a draft release is created, and a pull request for another file', async ({ page, server }) => {
  const dialog = await openPublish(page, server, 'gitea')
  await dialog.getByRole('button', { name: 'Create the draft release' }).click()
  await expect(page.getByText('Draft release created.')).toBeVisible()
  expect(server.giteaState.releases).toMatchObject([{ tag_name: 'v1.5.0', draft: true }])
  await openPullRequest(page, server, 'gitea')
})

/** Opens a pull request after a release. */
async function openPullRequest(page: Page, { root }: TestServer, host: string): Promise<void> {
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByRole('button', { name: 'Pull request for the changelog' }).click()
  await dialog.getByLabel('File').fill('docs/CHANGES.md')
  await dialog.getByRole('button', { name: 'Open the pull request' }).click()
  await expect(page.getByText('Pull request opened.')).toBeVisible()
  const folder = join(root, `acme/on-${host}`)
  expect(git(folder, ['cat-file', 'blob', `${branch}:docs/CHANGES.md`])).toContain('## [1.5.0]')
}

test('a local folder cannot be published to', async ({ page, server }) => {
  await draftWidget(page, server, { host: 'local', token: localToken })
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog')).toContainText('Copy or download the text instead.')
})
