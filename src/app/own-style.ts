import type { OwnStyle } from '../changelog/own-style.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { formatReleaseHeading, type ReleaseFacts } from '../render/render-configured.ts'

/** What a configuration decides about the section of a release in a changelog. */
export function ownStyleOf(config: RepositoryConfig, release: ReleaseFacts): OwnStyle {
  const line = headingLineOf(config)
  return {
    heading: line === undefined ? null : formatReleaseHeading(line, release),
    ...ownLayoutOf(config),
  }
}

/** What the configuration decides about notes that are rendered already: they have the configured heading. */
export function ownStyleOfNotes(config: RepositoryConfig, notes: string): OwnStyle {
  const title = headingLineOf(config) === undefined ? undefined : /^## (.{1,1000})$/m.exec(notes)?.[1]
  return { heading: title ?? null, ...ownLayoutOf(config) }
}

/** The configured line of the headings of releases. */
function headingLineOf({ formats, changelog }: RepositoryConfig): string | undefined {
  return formats?.keepachangelog?.heading ?? changelog?.heading
}

function ownLayoutOf(config: RepositoryConfig): Omit<OwnStyle, 'heading'> {
  const layout = { ...config.entries, ...config.formats?.keepachangelog }
  return {
    hasOwnTitles: config.categories !== undefined,
    isFlat: layout.headings === false,
    isVerbatim: [layout.line, layout.references, layout.links, layout.authors].some(
      (value) => value !== undefined,
    ),
  }
}
