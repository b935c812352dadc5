import { spawnSync } from 'node:child_process'
import { configDefaults, defineConfig } from 'vitest/config'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis) console.warn('NOT RUN: test/redis. It needs redis-server (apt-get install -y redis-server).')

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasRedis ? [] : ['test/redis/**'])],
    isolate: false,
    // Much of the time goes into waiting for git: a second worker waits beside the first.
    maxWorkers: 2,
    globalSetup: 'test/one-folder.ts',
    setupFiles: ['test/fixed-chance.ts'],
    testTimeout: 30_000,
    reporters: ['default', './test/closing-line.ts'],
  },
})
