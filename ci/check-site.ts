import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'

/** Checks every page of the built documentation site with axe, in light and dark mode. Usage: npm run docs:accessibility */
const site = join(import.meta.dirname, '../docs/.vitepress/dist')
const base = '/notewright/'
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webp': 'image/webp',
  '.json': 'application/json',
}

const server = createServer((request, response) => {
  const path = join(site, new URL(request.url!, 'http://localhost').pathname.slice(base.length))
  const file = [path, `${path}.html`, join(path, 'index.html')].find(
    (each) => existsSync(each) && statSync(each).isFile(),
  )
  if (file === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as { port: number }

const pages = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && file !== '404.html')
  .filter((file) => process.argv[2] === undefined || file.includes(process.argv[2]))
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
let violations = 0
for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const file of pages) {
    await page.goto(`http://127.0.0.1:${port}${base}${file.replace(/(?:index)?\.html$/, '')}`)
    const axe = new AxeBuilder({ page })
    // Dark mode changes only colours.
    const { violations: found } = await (colorScheme === 'dark'
      ? axe.withRules('color-contrast')
      : axe
    ).analyze()
    for (const { id, nodes } of found)
      console.log(`${file} (${colorScheme}): ${id}: ${nodes[0]?.html.slice(0, 160)}`)
    violations += found.length
  }
  await context.close()
}
await browser.close()
server.close()
console.log(`${pages.length} pages, ${violations} violations`)
process.exitCode = violations === 0 && pages.length > 0 ? 0 : 1
