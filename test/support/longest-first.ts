import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, begun last, would keep one worker busy alone. The first of them runs several
 * programs at once: beside it goes what waits for most of its time.
 */
const longest = [
  'test/cli/cli.test.ts',
  'test/http/slow-clients.test.ts',
  'test/redis/shared-state.test.ts',
  'test/hosts/one-answer.test.ts',
  'test/package/package.test.ts',
  'test/package/image.test.ts',
  'test/mcp/walk.test.ts',
  'test/mcp/leave.test.ts',
  'test/model/attacks.test.ts',
  'src/hosts/github/github.test.ts',
  'src/hosts/bitbucket/bitbucket.test.ts',
  'src/hosts/gitea/gitea.test.ts',
  'src/hosts/gitlab/gitlab.test.ts',
  'test/redis/jobs.test.ts',
  'test/model/failures.test.ts',
  'src/hosts/git-wire/wire.test.ts',
  'src/hosts/git-wire/faults.test.ts',
  'test/http/log.test.ts',
  'test/update/command.test.ts',
  'test/ci/action.test.ts',
  'src/render/markdown.test.ts',
]

/** Begins with what is known to take longest; the rest comes in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const first = longest.flatMap((name) => usual.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)))
    return [...first, ...usual.filter((file) => !first.includes(file))]
  }
}
