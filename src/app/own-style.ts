import type { OwnStyle } from '../changelog/own-style.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { formatReleaseHeading, type ReleaseFacts } from '../render/render-configured.ts'

/** What a configuration decides about the section of a release in a changelog. */
export function ownStyleOf(config: RepositoryConfig, release: ReleaseFacts): OwnStyle {
  const own = config.formats?.keepachangelog ?? {}
  const line = own.heading ?? config.changelog?.heading
  const layout = { ...config.entries, ...own }
  return {
    heading: line === undefined ? null : formatReleaseHeading(line, release),
    hasOwnTitles: config.categories !== undefined,
    isFlat: layout.headings === false,
    isVerbatim: [layout.line, layout.references, layout.links, layout.authors].some(
      (value) => value !== undefined,
    ),
  }
}
