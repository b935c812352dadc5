import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    isolate: false,
    // A third of the time goes into waiting, for git and for what takes its time: others work meanwhile.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/support/temporary-folder.ts',
    setupFiles: ['test/support/fixed-seed.ts'],
    // Patience for busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/closing-line.ts'],
  },
})
