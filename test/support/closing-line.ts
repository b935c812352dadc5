import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with the plain line `N passed, N failed`, which any machine can read. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const testModule of modules) {
      for (const test of testModule.children.allTests()) count[test.result().state] += 1
      // A file that cannot even be loaded has no tests to fail.
      if (testModule.state() === 'failed' && testModule.errors().length > 0) count.failed += 1
    }
    const skipped = count.skipped + count.pending
    console.log(`${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}
