import type { Reporter, TestModule } from 'vitest/node'

/** Prints `N passed, N failed` as the last line of a run, for tools that read the output. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const testModule of modules) {
      for (const test of testModule.children.allTests()) count[test.result().state] += 1
      // A file that fails to load has no tests, but it must count as a failure.
      if (testModule.state() === 'failed' && testModule.errors().length > 0) count.failed += 1
    }
    const skipped = count.skipped + count.pending
    console.log(`${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}
