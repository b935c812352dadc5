import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../support/build-repository.ts'
import { expectProblem, localFolder, openService } from './service.ts'

/** A service whose editor lies in a folder. */
async function serveEditor(folder: string) {
  const { app } = await openService([localFolder(makeFolder())], { editorFolder: folder })
  afterAll(() => app.close())
  return app
}

function builtFolder(): string {
  const folder = makeFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Notewright</title>')
  writeFileSync(join(folder, 'assets/index-abc.js'), 'export {}')
  return folder
}

test('the editor is served at / with a policy that lets nothing in from elsewhere', async () => {
  const app = await serveEditor(builtFolder())
  const page = await app.inject({ url: '/' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-cache')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types template-worker")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
})

test('its files, whose names change with what is in them, are kept by browsers', async () => {
  const app = await serveEditor(builtFolder())
  const file = await app.inject({ url: '/assets/index-abc.js' })
  expect(file.statusCode).toBe(200)
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(file.headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  '/assets/none.js',
  '/assets/',
  '/../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/index.html.gz',
])('there is nothing else to be had: %s', async (url) => {
  const app = await serveEditor(builtFolder())
  expectProblem(await app.inject({ url }), 404, 'route_not_found')
})

test('without a build the page explains how to make one, and the rest of the service works', async () => {
  const app = await serveEditor(makeFolder())
  const page = await app.inject({ url: '/' })
  expect(page.statusCode).toBe(503)
  expect(page.body).toContain('npm run build:web')
  expect((await app.inject({ url: '/livez' })).statusCode).toBe(200)
})

test('in a source checkout it is built once for all that wait, and again after a failure', async () => {
  const folder = makeFolder()
  let builds = 0
  const buildEditor = async () => {
    builds += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (builds === 1) throw new Error('Cannot find <package> vite\nand more')
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Built</title>')
    writeFileSync(join(folder, 'assets/index-abc.js'), 'export {}')
  }
  const { app } = await openService([localFolder(makeFolder())], { editorFolder: folder, buildEditor })
  afterAll(() => app.close())
  const failed = await Promise.all([app.inject({ url: '/' }), app.inject({ url: '/' })])
  expect(failed.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(failed[0]!.body).toContain('Cannot find &#60;package&#62; vite</p>')
  expect(builds).toBe(1)
  const pages = await Promise.all([1, 2, 3].map(() => app.inject({ url: '/' })))
  expect(pages.map(({ statusCode, body }) => [statusCode, body.includes('Built')])).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ])
  expect(builds).toBe(2)
  expect(String(pages[0]!.headers['content-security-policy'])).toContain("script-src 'self'")
  const script = await app.inject({ url: '/assets/index-abc.js' })
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  for (const url of ['/assets/none.js', '/assets/..%2f..%2fpackage.json', '/icon.svg', '/package.json'])
    expectProblem(await app.inject({ url }), 404, 'route_not_found')
})

test('the editor does not stand in the description of the interface', async () => {
  const app = await serveEditor(builtFolder())
  const { paths } = (await app.inject({ url: '/api/v1/openapi.json' })).json()
  expect(
    Object.keys(paths).filter((path) => !/^\/(?:api\/v1\/|livez|readyz|metrics|mcp)/.test(path)),
  ).toEqual([])
})
