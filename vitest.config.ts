import { defineConfig } from 'vitest/config'
import { SlowTestsFirst } from './test/support/test-order.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    isolate: false,
    // Tests spend a third of their time waiting for git and for timeouts, so three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: SlowTestsFirst },
    globalSetup: 'test/support/temporary-folder.ts',
    setupFiles: ['test/support/fixed-seed.ts'],
    // Generous, for slow machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/summary-reporter.ts'],
  },
})
