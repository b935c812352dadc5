import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildRepository } from '../support/build-repository.ts'
import {
  choose,
  draftWidget,
  entry,
  expect,
  localToken,
  openEntry,
  signIn,
  type TestServer,
  test,
} from './fixtures.ts'
import { longLedger, manyEntries } from './histories.ts'

test('two hundred hostile texts are shown as text: no dialog, no request, no injected element', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  await choose(page, 'acme/hostile', 'Since v1.0.0')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.getByRole('button', { name: /^200 commits accounted for/ })).toBeVisible()
  const expectNoInjectedElement = async () =>
    expect(
      await page
        .locator('#app')
        .evaluate((app) =>
          [
            ...app.querySelectorAll(
              'script, iframe, object, embed, img, svg:not(.icon, .mark), style, form[action], video, math',
            ),
          ].map((element) => element.outerHTML),
        ),
    ).toEqual([])
  for (const format of ['Keep a Changelog', 'GitHub release', 'Plain list']) {
    await page.getByLabel('Format').selectOption(format)
    await expect(page.locator('.markdown')).toContainText('<script>alert(1)</script>')
    await expectNoInjectedElement()
    const links = await page
      .locator('.markdown a')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href))
    const foreign = links.filter(
      (link) => !link.startsWith(server.github.url) && !link.startsWith('https://keepachangelog.com/'),
    )
    expect(foreign).toEqual([])
  }
  for (const tab of [/Markdown/, /Checks/, /Commits/]) {
    await page.getByRole('tab', { name: tab }).click()
    await expectNoInjectedElement()
  }
  await page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .focus()
  await page.keyboard.press('e')
  await expect(page.getByRole('region', { name: 'Evidence' })).toBeVisible()
  await expectNoInjectedElement()
})

async function openLocal(
  page: import('@playwright/test').Page,
  server: TestServer,
  repo: string,
): Promise<void> {
  await page.goto(`${server.origin}/#token=${localToken}`)
  await expect(page.getByRole('heading', { name: 'New release notes' })).toBeVisible()
  await choose(page, repo, 'Since v1.0.0')
}

test('editing one of a thousand entries does not render the others again', async ({ page, server }) => {
  buildRepository(manyEntries, { path: join(server.root, 'big/many') })
  await openLocal(page, server, 'big/many')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.getByRole('button', { name: /: 1,000 in notes/ })).toBeVisible()
  await expect(page.locator('.markdown li')).toHaveCount(1000)
  // Only the rows near the visible part are rendered.
  expect(await page.locator('.row').count()).toBeLessThan(200)
  await page.getByRole('searchbox', { name: 'Search entries' }).fill('number 500')
  await expect(page.getByText('1 of 1,000 entries')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search entries' }).press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('number 500')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit: Add the part number 500' })).toBeFocused()
  const { field } = await openEntry(page, 'Add the part number 500')
  // Records which entries change in the DOM.
  await page.evaluate(() => {
    const touched = new Set<string>()
    Object.assign(window, { touched })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const id = (target instanceof Element ? target : target.parentElement)?.closest('[data-entry]')
        if (id) touched.add(id.getAttribute('data-entry')!)
      }
    }).observe(document.querySelector('.doc')!, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  await field.fill('The middle one')
  await field.press('Enter')
  await expect(page.locator('.markdown')).toContainText('The middle one')
  expect(await page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched])).toEqual([
    'pr-500',
  ])
})

test('of ten thousand commits only the visible ones are rendered', async ({ page, server }) => {
  test.setTimeout(90_000)
  buildRepository(longLedger, { path: join(server.root, 'big/ledger') })
  await openLocal(page, server, 'big/ledger')
  await expect(page.getByRole('heading', { name: /10,000 commits/ })).toBeVisible({ timeout: 40_000 })
  await page.getByRole('button', { name: 'See all commits and reasons' }).click()
  await expect(page.locator('.commit-row').first()).toBeVisible()
  expect(await page.locator('.commit-row').count()).toBeLessThan(100)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Draft release notes' }).click()
  await expect(page.getByRole('button', { name: /20 in notes, 9,980 excluded/ })).toBeVisible({
    timeout: 40_000,
  })
  await page.getByRole('tab', { name: 'Commits' }).click()
  await page.getByLabel('Search commits').fill('part 9999')
  await page.getByRole('button', { name: /^Include: docs: explain the part 9999/ }).click()
  await expect(entry(page, 'Explain the part 9999')).toBeVisible()
})

test('the content security policy blocks injected HTML and scripts', async ({ context, server }) => {
  // A separate page, because this test violates the policy on purpose.
  const page = await context.newPage()
  const answer = await page.goto(`${server.origin}/`)
  const policy = answer!.headers()['content-security-policy']!
  expect(policy.split('; ').sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    "script-src 'self'",
    "style-src 'self'",
    'trusted-types template-worker',
  ])
  const tried = await page.evaluate(() => {
    const outcome = (attempt: () => unknown) => {
      try {
        attempt()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    return {
      html: outcome(() => Object.assign(document.createElement('p'), { innerHTML: '<b>x</b>' })),
      source: outcome(() => Object.assign(document.createElement('script'), { src: 'data:,1' })),
      policy: outcome(() =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
        ).trustedTypes.createPolicy('mine', {}),
      ),
    }
  })
  expect(tried).toEqual({ html: 'TypeError', source: 'TypeError', policy: 'TypeError' })
})

const folder = join(import.meta.dirname, '../../web/dist')

/** The compressed size of files of the editor and of what they import statically. */
function sizeOf(paths: string[]): number {
  const files = new Set<string>()
  const add = (path: string) => {
    if (files.has(path)) return
    files.add(path)
    if (!path.endsWith('.js')) return
    const code = readFileSync(join(folder, path), 'utf8')
    for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
      add(`assets/${name}`)
  }
  for (const path of paths) add(path)
  return [...files].reduce((sum, path) => sum + statSync(join(folder, `${path}.gz`)).size, 0)
}

test('the entries can be edited after at most 90 kB', async ({ page, server }) => {
  // The entries are there although nothing of this was loaded.
  const later =
    /\/assets\/(?:later-parts|render-notes|markdown-view|parse-markdown|check-own-texts|markdown-editor|dist)-/
  await page.route(later, (route) => route.abort())
  await draftWidget(page, server)
  const { field } = await openEntry(page, 'orders')
  await field.fill('Orders come in **pages**')
  await field.press('Enter')
  await expect(entry(page, 'Orders come in pages')).toBeVisible()
  const styles = await page
    .locator('link[rel=stylesheet]')
    .evaluateAll((all) => all.map((each) => new URL((each as HTMLLinkElement).href).pathname))
  const scripts = readdirSync(join(folder, 'assets')).filter((name) =>
    /^(?:index|notes-view|stream-notes)-.*\.js$/.test(name),
  )
  const icons = gzipSync(readFileSync(join(folder, '../assets/icons.svg'))).length
  const needed = styles.filter((path) => !path.includes('palette'))
  const bytes = sizeOf(['index.html', ...needed, ...scripts.map((name) => `assets/${name}`)]) - icons
  expect(styles.length).toBeGreaterThan(1)
  expect(bytes).toBeLessThanOrEqual(90_000)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute(later)
  await again.click()
  await expect(page.locator('.markdown')).toContainText('Orders come in pages')
})

test('the first load is at most 55 kB, compressed and cached', async ({ page, server }) => {
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    // Fonts have a budget of their own.
    if (pathname === '/' || /^\/assets\/.*\.(?:js|css)$/.test(pathname))
      sizes.set(pathname, response.status())
  })
  await page.goto(`${server.origin}/`)
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible()
  const bytes = [...sizes.keys()].map(
    (path) => statSync(join(folder, `${path === '/' ? 'index.html' : path}.gz`)).size,
  )
  // The icons are part of the page, and have a budget of their own.
  const icons = gzipSync(readFileSync(join(folder, '../assets/icons.svg'))).length
  expect(icons).toBeLessThanOrEqual(6000)
  expect(bytes.reduce((sum, each) => sum + each, -icons)).toBeLessThanOrEqual(55_000)
  const [script] = readdirSync(join(folder, 'assets')).filter((name) => /^index-.*\.js$/.test(name))
  const response = await page.request.get(`${server.origin}/assets/${script}`, {
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect(response.headers()).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})
