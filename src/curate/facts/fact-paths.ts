import { isChangelogPath, isFragmentPath } from '../../core/changelog-paths.ts'
import { classifyPath } from '../rules/classify-path.ts'

/** The languages whose declarations are recognised. */
export type Language =
  | 'c'
  | 'csharp'
  | 'elixir'
  | 'go'
  | 'java'
  | 'javascript'
  | 'kotlin'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'swift'
  | 'typescript'

/** How the facts of a file are found. */
export type FactSource = 'manifest' | 'documentation' | Language

const languages = new Map<string, Language>(
  (
    [
      ['c', 'c cc cpp cxx h hh hpp'],
      ['csharp', 'cs'],
      ['elixir', 'ex'],
      ['go', 'go'],
      ['java', 'java'],
      ['javascript', 'js jsx mjs cjs'],
      ['kotlin', 'kt'],
      ['php', 'php'],
      ['python', 'py'],
      ['ruby', 'rb'],
      ['rust', 'rs'],
      ['swift', 'swift'],
      ['typescript', 'ts tsx mts cts'],
    ] as const
  ).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension) => [extension, language] as const),
  ),
)

const manifest =
  /(?:^|\/)(?:package\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.py|setup\.cfg|composer\.json|Package\.swift|mix\.exs|pubspec\.yaml|pom\.xml|build\.gradle(?:\.kts)?|CMakeLists\.txt|Directory\.Build\.props|[\w.-]{1,80}\.(?:gemspec|csproj|fsproj|vbproj|podspec))$/
const documentation = /\.(?:md|mdx|rst|adoc|asciidoc|markdown)$/i
const documentationPlace =
  /^(?:[^/]{1,80}\/){0,2}README\b|(?:^|\/)(?:docs?|documentation|website\/docs|man)\//i
const otherDocumentation =
  /(?:^|\/)(?:CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|GOVERNANCE|MAINTAINERS|AUTHORS|UPGRADING|releas\w*|blog|news|whats-?new|i18n|locales?|translat\w*|versioned_docs|rfcs?|adr|proposals?|internal|dev|development|contributing|_?(?:de|es|fr|it|ja|ko|pt|pt-br|ru|zh|zh-cn|zh-tw))(?:[/._-]|$)/i
const foreign =
  /(?:^|\/)(?:node_modules|vendor|vendored|_vendor|third[-_]?party|dist|generated|__generated__|(?:[^/]{1,60}[-_])?(?:examples?|samples?|demos?|playgrounds?)(?:[-_][^/]{1,60})?|sandbox|benchmarks?|benches|stories|storybook|fixtures?|testing|testutils?|test[-_]?(?:helpers?|support|lib|suite)|mocks?|\.[^/]+)\/|^(?:build|ci|deps|external|hack|out|scripts|target|tools)\//i
const generated =
  /(?:\.min\.[cm]?js|\.pb(?:\.gw)?\.go|_pb2(?:_grpc)?\.pyi?|_generated\.\w+|\.generated\.\w+|\.g\.(?:dart|cs)|\.designer\.cs|\.bundle\.js|\.snap|(?:^|\/)zz_generated[^/]*|\.stories\.\w+|\.config\.[cm]?[jt]s|\.d\.[cm]?ts\.map|mock_[^/]*\.go|[^/]*_mocks?\.go)$/i

/** How the facts of a file are found; null for a file without any: tests, generated, vendored and internal files. */
export function factSourceOf(path: string): FactSource | null {
  // A name with control characters is an attack or an accident.
  if (/[\0-\x1f\x7f\ufffd]/.test(path) || path.length > 300) return null
  if (foreign.test(path) || generated.test(path) || isChangelogPath(path) || isFragmentPath(path)) return null
  const kind = classifyPath(path)
  if (kind === 'test') return null
  if (manifest.test(path)) return kind === 'docs' ? null : 'manifest'
  if (documentation.test(path))
    return documentationPlace.test(path) && !otherDocumentation.test(path) ? 'documentation' : null
  if (kind !== 'shipped') return null
  return languages.get(path.slice(path.lastIndexOf('.') + 1)) ?? null
}
