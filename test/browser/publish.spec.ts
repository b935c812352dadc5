import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { git } from '../support/build-repository.ts'
import { draftWidget, expect, hostToken, localToken, readerToken, type TestServer, test } from './fixtures.ts'

const branch = 'notewright/changelog-1.5.0'

// Branches stay, so each host gets one pull request.
test.beforeEach(({ server }) => {
  server.github.requests.length = 0
})

async function openPublish(page: Page, server: TestServer, host: string, token = hostToken) {
  await draftWidget(page, server, { repo: `acme/on-${host}`, host, token })
  return reopen(page)
}

async function reopen(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 1.5.0' })
  await expect(dialog.getByRole('group', { name: 'Destination' })).toBeVisible()
  return dialog
}

const sent = (dialog: Locator) => dialog.getByRole('region', { name: 'What will be sent' })

/** Reads the request that the dialog shows. */
async function readRequest(dialog: Locator): Promise<Record<string, unknown>> {
  await dialog.getByRole('tab', { name: 'Request' }).click()
  return JSON.parse((await sent(dialog).locator('pre').textContent()) ?? '')
}

const create = (dialog: Locator) => dialog.getByRole('button', { name: 'Create draft release' })

async function include(page: Page, subject: RegExp): Promise<void> {
  await page.getByRole('tab', { name: /^(?:All )?[Cc]ommits$/ }).click()
  await page.getByRole('button', { name: subject }).first().click()
}

test('a draft release is sent as shown, and sending it again changes nothing', async ({ page, server }) => {
  const dialog = await openPublish(page, server, 'github')
  await expect(dialog.getByRole('radio', { name: 'Release on GitHub' })).toBeFocused()
  await expect(dialog.getByRole('radio', { name: 'Write to file' })).toBeDisabled()
  await expect(dialog.getByText('Only when Notewright runs on your machine')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Tag' })).toHaveValue('v1.5.0')
  await expect(dialog.getByRole('radio', { name: 'Save as draft' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Latest release' })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The one with pages')
  await expect(
    sent(dialog)
      .getByRole('heading', { name: 'What\u2019s Changed' })
      .or(sent(dialog).getByRole('heading', { name: "What's Changed" })),
  ).toBeVisible()
  await expect(dialog.getByText(/^Creates a draft release on/)).toBeVisible()
  const shown = await readRequest(dialog)
  expect(JSON.stringify(shown)).not.toContain(hostToken)
  const request = page.waitForRequest(
    (each) => each.url().endsWith('/api/v1/releases') && each.postDataJSON().dryRun === undefined,
  )
  await create(dialog).click()
  expect((await request).postDataJSON()).toEqual(shown)
  const done = page.getByRole('dialog', { name: 'Draft release created' })
  await expect(done.getByText('Only maintainers can see it.')).toBeVisible()
  await expect(done.getByRole('link', { name: 'Open on GitHub' })).toHaveAttribute(
    'href',
    /^https:\/\/github\.example\/acme\/on-github\/releases\//,
  )
  expect(server.github.releases).toMatchObject([
    { tag_name: 'v1.5.0', name: 'The one with pages', draft: true, body: shown.text },
  ])
  await done.getByRole('button', { name: 'Back to the editor' }).click()
  const again = await reopen(page)
  await expect(again.getByText('Has a draft release. Saving updates it.')).toBeVisible()
  await expect(again.getByText(/^Updates the draft of v1\.5\.0 on/)).toBeVisible()
  await again.getByRole('button', { name: 'Update release' }).click()
  await expect(page.getByRole('dialog', { name: 'Already up to date' })).toBeVisible()
  expect(server.github.releases).toHaveLength(1)
})

test('what was published is kept with the draft and shown after a reload', async ({ page, server }) => {
  const dialog = await openPublish(page, server, 'github')
  await expect(dialog.getByRole('region', { name: 'Published' })).toHaveCount(0)
  await create(dialog).click()
  const done = page.getByRole('dialog', { name: 'Draft release created' })
  const url = await done.getByRole('link', { name: 'Open on GitHub' }).getAttribute('href')
  await done.getByRole('button', { name: 'Back to the editor' }).click()
  await expect(page.getByRole('button', { name: 'Saved in this browser' })).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Checks' }).click()
  const expectListed = async (list: Locator) => {
    await expect(list.getByRole('link', { name: 'Open: Draft release v1.5.0' })).toHaveAttribute('href', url!)
    await expect(list.getByText(/acme\/on-github · created · .*20\d\d/)).toBeVisible()
  }
  await expectListed(page.getByRole('region', { name: 'Published' }))
  await expectListed((await reopen(page)).getByRole('region', { name: 'Published' }))
})

test('a pull request shows the changes of the file, adds the section, and is updated while it is open', async ({
  page,
  server,
}) => {
  const dialog = await openPublish(page, server, 'github')
  const open = async (shown: Locator, added: string) => {
    await shown.getByRole('radio', { name: 'Pull request' }).check()
    await expect(shown.getByRole('tab', { name: 'Changes to CHANGELOG.md' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(sent(shown).getByText(added)).toBeVisible()
    await shown.getByRole('textbox', { name: 'Pull request title' }).fill('Notes of 1.5.0')
    await shown.getByRole('button', { name: 'Open pull request' }).click()
  }
  await open(dialog, '## [1.5.0]')
  const done = page.getByRole('dialog', { name: 'Pull request opened' })
  await expect(done).toBeVisible()
  const file = () => git(join(server.root, 'acme/on-github'), ['cat-file', 'blob', `${branch}:CHANGELOG.md`])
  expect(file()).toMatch(/^# Changelog\n[\s\S]*## \[1\.5\.0\][\s\S]*Fix crash when the config file is empty/)
  expect(server.github.requests).toMatchObject([{ head: branch, base: 'main', state: 'open' }])
  await done.getByRole('button', { name: 'Back to the editor' }).click()
  await include(page, /^Include: docs: explain retries/)
  const again = await reopen(page)
  await again.getByRole('radio', { name: 'Pull request' }).check()
  await expect(again.getByText(/^Updates pull request #\d+/)).toBeVisible()
  await open(again, 'Explain retries')
  await expect(page.getByRole('dialog', { name: 'Updated' })).toBeVisible()
  expect(file()).toContain('Explain retries')
  expect(server.github.requests).toHaveLength(1)
})

test('a token that cannot write is known before it is tried, and publishing works with another one', async ({
  page,
  server,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    // The start screen asks without the releases.
    if (/\/api\/v1\/publishing\?(?!.*releases=false)/.test(request.url())) asked.push(request.url())
  })
  const dialog = await openPublish(page, server, 'github', readerToken)
  await expect(dialog.getByText(/^This token can’t write to .*acme\/on-github$/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Title' }).pressSequentially('Mine')
  expect(asked).toHaveLength(1)
  await create(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('is missing a permission')
  await dialog.getByRole('button', { name: 'Use another token' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByRole('textbox', { name: 'Access token' }).fill(hostToken)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByText(/^Your token can write to/)).toBeVisible()
  await create(dialog).click()
  await expect(page.getByRole('dialog', { name: 'Draft release created' })).toBeVisible()
})

test('a published release is changed only if the user asks for it', async ({ page, server }) => {
  const dialog = await openPublish(page, server, 'github')
  await dialog.getByRole('radio', { name: 'Publish now' }).check()
  await dialog.getByRole('radio', { name: 'Neither of them' }).check()
  await expect(dialog.getByText(/^Publishes v1\.5\.0 on/)).toBeVisible()
  expect(await readRequest(dialog)).toMatchObject({ publish: true, makeLatest: false })
  await dialog.getByRole('button', { name: 'Publish release' }).click()
  const done = page.getByRole('dialog', { name: 'Release published' })
  await done.getByRole('button', { name: 'Back to the editor' }).click()
  await include(page, /^Include: docs: explain retries/)
  const again = await reopen(page)
  await expect(again.getByText('Has a release. Publishing updates it.')).toBeVisible()
  await expect(again.getByText('Already public. Readers see the update at once.')).toBeVisible()
  await expect(again.getByRole('radio', { name: 'Save as draft' })).toBeDisabled()
  expect(server.github.releases[0]!.body).not.toContain('Explain retries')
  await again.getByRole('button', { name: 'Update release' }).click()
  await expect(page.getByRole('dialog', { name: 'Updated' })).toBeVisible()
  expect(server.github.releases[0]!.body).toContain('Explain retries')
})

test('a published release that was not listed is changed only if the user asks for it', async ({
  page,
  server,
}) => {
  await page.route(/\/api\/v1\/publishing\?/, (route) => route.abort())
  const dialog = await openPublish(page, server, 'github')
  await dialog.getByRole('radio', { name: 'Publish now' }).check()
  await dialog.getByRole('button', { name: 'Publish release' }).click()
  const done = page.getByRole('dialog', { name: 'Release published' })
  await done.getByRole('button', { name: 'Back to the editor' }).click()
  await include(page, /^Include: docs: explain retries/)
  const again = await reopen(page)
  await create(again).click()
  await expect(again.getByRole('alert')).toContainText('already published')
  expect(server.github.releases[0]!.body).not.toContain('Explain retries')
  await again.getByRole('button', { name: 'Update the published release' }).click()
  await expect(again.getByRole('alert')).toHaveCount(0)
  await again.getByRole('button', { name: 'Publish release' }).click()
  await expect(page.getByRole('dialog', { name: 'Updated' })).toBeVisible()
  expect(server.github.releases[0]!.body).toContain('Explain retries')
})

test('the list of tags marks those that have a release, and lists the others first', async ({
  page,
  server,
}) => {
  const release = { id: 1, repo: 'acme/on-github', target_commitish: 'main', name: '', body: '- By hand' }
  server.github.releases.push({
    ...{ ...release, tag_name: 'v1.5.0', draft: false, prerelease: false },
    html_url: 'https://github.example/acme/on-github/releases/tag/v1.5.0',
  })
  const dialog = await openPublish(page, server, 'github')
  await expect(dialog.getByText('Has a release. Publishing updates it.')).toBeVisible()
  const tag = dialog.getByRole('combobox', { name: 'Tag' })
  await tag.click()
  const options = dialog.getByRole('listbox', { name: 'Tag' }).getByRole('option')
  await expect(options).toHaveText([/^v1\.4\.0(?!.*Has a release)/, /^v1\.5\.0.*Has a release/])
  await options.first().click()
  await expect(dialog.getByText('This tag exists.')).toBeVisible()
  await expect(create(dialog)).toBeVisible()
})

test('an unavailable host is reported, a rate limit is waited for, and the form keeps its values', async ({
  page,
  server,
}) => {
  const dialog = await openPublish(page, server, 'github')
  const failWith = (status: number, headers = {}) => {
    server.github.faults.failure = { status, headers, protocols: ['rest', 'graphql', 'git'] }
  }
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Mine')
  failWith(503)
  await create(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('The host')
  failWith(429, { 'retry-after': '600' })
  await create(dialog).click()
  await expect(dialog.getByRole('timer')).toHaveText(/^(?:10|9) min \d+ s$/)
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(dialog.getByRole('timer')).toHaveCount(0)
  failWith(429, { 'retry-after': '1' })
  await create(dialog).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  server.github.reset()
  await expect(page.getByRole('dialog', { name: 'Draft release created' })).toBeVisible()
  expect(server.github.releases).toMatchObject([{ name: 'Mine' }])
})

test('on GitLab, which has no draft releases, the dialog warns before publishing', async ({
  page,
  server,
}) => {
  const dialog = await openPublish(page, server, 'gitlab')
  await expect(dialog.getByText('GitLab has no drafts: the release is public at once.')).toBeVisible()
  expect(await readRequest(dialog)).toMatchObject({ host: 'gitlab', publish: true })
  await dialog.getByRole('button', { name: 'Publish release' }).click()
  const done = page.getByRole('dialog', { name: 'Release published' })
  await expect(done).toBeVisible()
  expect(server.gitlabState.releases).toMatchObject([{ tag_name: 'v1.5.0' }])
  await openPullRequest(done, server, 'gitlab')
})

test('on Gitea a draft release is created, and then the changelog is updated', async ({ page, server }) => {
  const dialog = await openPublish(page, server, 'gitea')
  await create(dialog).click()
  const done = page.getByRole('dialog', { name: 'Draft release created' })
  await expect(done).toBeVisible()
  expect(server.giteaState.releases).toMatchObject([{ tag_name: 'v1.5.0', draft: true }])
  await openPullRequest(done, server, 'gitea')
})

/** Opens a pull request for another file after a release. */
async function openPullRequest(done: Locator, { root }: TestServer, host: string): Promise<void> {
  const page = done.page()
  await done.getByRole('button', { name: 'Update CHANGELOG.md' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 1.5.0' })
  await dialog.getByRole('combobox', { name: 'File' }).fill('docs/CHANGES.md')
  await dialog.getByRole('combobox', { name: 'File' }).press('Enter')
  await expect(dialog.getByRole('tab', { name: 'Changes to docs/CHANGES.md' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Open pull request' }).click()
  await expect(page.getByRole('dialog', { name: 'Pull request opened' })).toBeVisible()
  const folder = join(root, `acme/on-${host}`)
  expect(git(folder, ['cat-file', 'blob', `${branch}:docs/CHANGES.md`])).toContain('## [1.5.0]')
}

test('to a folder of this machine the file is written, and releases say why they are not available', async ({
  page,
  server,
}) => {
  await draftWidget(page, server, { host: 'local', token: localToken })
  const dialog = await reopen(page)
  await expect(dialog.getByRole('radio', { name: /^Release on/ })).toBeDisabled()
  await expect(dialog.getByText('A folder has no releases. Copy or download instead.')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Write to file' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Copy or download' }).check()
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeEnabled()
  await expect(dialog.getByRole('button', { name: 'Copy Markdown' })).toBeEnabled()
})
