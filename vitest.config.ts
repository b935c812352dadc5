import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    isolate: false,
    // A third of the time goes into waiting, for git and for what takes its time: others work meanwhile.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/one-folder.ts',
    setupFiles: ['test/fixed-chance.ts'],
    // Patience for busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/closing-line.ts'],
  },
})
