import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first: begun last, they would keep one worker busy alone. */
const longest = [
  'test/hosts/one-answer.test.ts',
  'test/cli/cli.test.ts',
  'test/package/package.test.ts',
  'src/hosts/bitbucket/bitbucket.test.ts',
  'src/hosts/gitea/gitea.test.ts',
  'src/hosts/gitlab/gitlab.test.ts',
  'src/hosts/github/github.test.ts',
  'test/mcp/walk.test.ts',
  'src/hosts/git-wire/wire.test.ts',
  'test/update/command.test.ts',
  'src/render/markdown.test.ts',
  'test/package/image.test.ts',
  'test/redis/shared-state.test.ts',
  'test/redis/jobs.test.ts',
]

/** Begins with what is known to take longest; the rest comes in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const first = longest.flatMap((name) => usual.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)))
    return [...first, ...usual.filter((file) => !first.includes(file))]
  }
}
