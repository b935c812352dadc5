/** What a changed file is for. */
export type PathKind = 'test' | 'docs' | 'internal' | 'shipped'

const testFolder =
  /(?:^|\/)(?:__tests__|__mocks__|__snapshots__|tests?|specs?|testdata|test-data|fixtures|e2e|cypress|bench(?:es|marks?)?)\//i
const testFile =
  /(?:[._-](?:test|tests|spec|snap)\.[a-z]+$|_test\.[a-z]+$|(?:^|\/)(?:test_[^/]+|conftest)\.py$|(?:Test|Tests|Spec)\.(?:java|kt|cs|swift|php|scala)$)/
const docsFolder = /(?:^|\/)(?:docs?|documentation|website|man|examples?)\//i
const docsFile =
  /(?:\.(?:md|mdx|rst|adoc|markdown)$|(?:^|\/)(?:AUTHORS|CONTRIBUTORS|LICENSE|LICENCE|NOTICE|README|CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE[-_]?NOTES|CITATION|FUNDING|mkdocs)(?:\.\w+)?$)/i
const internalFolder =
  /^(?:\.github|\.gitlab|\.circleci|\.buildkite|\.vscode|\.idea|\.husky|\.devcontainer|\.changeset|ci|scripts|tools|hack)\//i
const internalFile =
  /(?:^|\/)(?:\.[^/]+|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|Gemfile\.lock|poetry\.lock|uv\.lock|composer\.lock|go\.sum|flake\.lock|mix\.lock|Podfile\.lock|Jenkinsfile|Makefile|CODEOWNERS|renovate\.json5?|tox\.ini|noxfile\.py|azure-pipelines\.ya?ml|appveyor\.yml|codecov\.ya?ml|lerna\.json|nx\.json|turbo\.json|biome\.json|tsconfig[^/]*\.json|(?:jest|vitest|eslint|prettier|babel)\.config\.[cm]?[jt]s)$/

/** Classifies a path by its purpose; a path that no rule matches is shipped code. */
export function classifyPath(path: string): PathKind {
  if (testFolder.test(path) || testFile.test(path)) return 'test'
  if (internalFolder.test(path)) return 'internal'
  if (docsFolder.test(path) || docsFile.test(path)) return 'docs'
  return internalFile.test(path) ? 'internal' : 'shipped'
}

/** Classifies several paths together: `shipped` if any path is; null if there are no paths. */
export function classifyPaths(paths: string[]): PathKind | null {
  const kinds = new Set<PathKind>()
  for (const path of paths) {
    const kind = classifyPath(path)
    if (kind === 'shipped') return 'shipped'
    kinds.add(kind)
  }
  if (kinds.size <= 1) return [...kinds][0] ?? null
  return kinds.has('internal') ? 'internal' : 'test'
}
