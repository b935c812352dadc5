import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the tests in `test/` first: they start servers and processes and take longest, so the many short unit tests
 * fill the gaps at the end. Within each group Vitest's own order applies (slow and large files first).
 */
export class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const startsProcesses = ({ moduleId }: TestSpecification) => /\/test\/|\/src\/hosts\//.test(moduleId)
    return [...sorted.filter(startsProcesses), ...sorted.filter((file) => !startsProcesses(file))]
  }
}
