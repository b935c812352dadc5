import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const browser = places.find((place) => existsSync(place))
if (browser === undefined)
  throw new Error(
    `The browser tests need Chromium, at ${places.join(' or ')}. Run: apt-get install -y chromium`,
  )

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'node_modules/.cache/browser-tests',
  timeout: 40_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [['line']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] },
  },
})
