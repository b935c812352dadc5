import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './test/browser/find-chromium.ts'

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'node_modules/.cache/browser-tests',
  // Generous timeouts for busy machines.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [['line']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] },
  },
})
