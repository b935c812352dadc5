import { defineConfig, devices } from '@playwright/test'
import chromium from './playwright.config.ts'
import { findFirefox } from './test/browser/find-firefox.ts'

/** The core set of the browser tests in the Firefox of the system, which Playwright drives with WebDriver BiDi. */
export default defineConfig({
  ...chromium,
  outputDir: 'node_modules/.cache/firefox-tests',
  grep: /@core/,
  workers: 1,
  use: {
    ...devices['Desktop Firefox'],
    viewport: { width: 1280, height: 900 },
    // The channel selects the protocol; Playwright's own protocol needs a Firefox that is built for it.
    launchOptions: { channel: 'moz-firefox', executablePath: findFirefox() },
  },
})
