import { compilePattern, unlimitedBudget } from '../config/repository/match-pattern.ts'
import {
  type EntryPlaceholder,
  entryPlaceholders,
  type LinePart,
  parseLine,
  printsPlaceholder,
  type ReleasePlaceholder,
  releasePlaceholders,
} from '../config/repository/placeholder-line.ts'
import { categories } from '../core/category.ts'
import type { Format } from '../core/format.ts'
import {
  type AuthorStyle,
  type CategoryConfig,
  type ContributorDisplay,
  defaultOther,
  type EntryOrder,
  type FormatConfig,
  type LinkStyle,
  printsTitles,
  type ReferenceKind,
  type RepositoryConfig,
  type ScopeDisplay,
} from '../core/repository-config.ts'
import type { WebAddress } from '../core/web-address.ts'

/** What a format is like before the configuration adjusts it. */
type BaseLayout = 'keepachangelog' | 'release' | 'simple'

/** How notes are printed, by the format and the configuration together. */
export interface Layout {
  base: BaseLayout
  /** The first heading; null for none. */
  title: string | null
  /** The heading of the release; null for the one of the format. */
  heading: LinePart<ReleasePlaceholder>[] | null
  /** Null for that of the format, an empty text for none. */
  header: LinePart<ReleasePlaceholder>[] | null
  footer: LinePart<ReleasePlaceholder>[] | null
  bullet: '-' | '*'
  sections: LayoutSection[]
  /** The last section, for what fits no other. */
  other: string
  headings: boolean
  order: EntryOrder[]
  /** Whether the texts are printed as their authors wrote them. */
  keepsTitles: boolean
  line: LinePart<EntryPlaceholder>[]
  references: ReferenceKind[]
  /** Whether an entry without another reference shows its commit. */
  needsReference: boolean
  links: LinkStyle
  authors: AuthorStyle
  breaking: string
  /** How scopes are shown; null for as the text has them. */
  scopes: ScopeDisplay | null
  fullStop: boolean | null
  contributors: ContributorDisplay
  isThanked: (name: string) => boolean
  /** Whether the titles are those of Keep a Changelog, in its order. */
  isKeepAChangelog: boolean
}

/** A section, and what is printed differently in it. */
interface LayoutSection {
  title: string
  /** Whether it holds breaking changes only, so that they need no mark. */
  isBreaking: boolean
  /** With more entries than this it is put into `<details>`. */
  collapse: number | null
}

interface BaseDefaults {
  title: string | null
  bullet: '-' | '*'
  line: string
  headings: boolean
  references: ReferenceKind[]
  needsReference: boolean
  links: LinkStyle
  contributors: ContributorDisplay
}

const changelogLine = '{breaking }{text}{ (references)}'

const defaultsOf: Record<BaseLayout, BaseDefaults> = {
  keepachangelog: {
    title: 'Changelog',
    bullet: '-',
    line: changelogLine,
    headings: true,
    references: ['pull-requests', 'tickets'],
    needsReference: false,
    links: 'references',
    contributors: 'none',
  },
  simple: {
    title: null,
    bullet: '-',
    line: changelogLine,
    headings: false,
    references: ['pull-requests', 'tickets'],
    needsReference: true,
    links: 'none',
    contributors: 'none',
  },
  release: {
    title: "What's Changed",
    bullet: '*',
    line: '{breaking }{text}{ by authors}{ in references}',
    headings: true,
    references: ['pull-requests', 'tickets'],
    needsReference: true,
    links: 'urls',
    contributors: 'new',
  },
}

/** Returns how a configuration prints a format; null if it leaves the format as it is. */
export function resolveLayout(config: RepositoryConfig | null, given: LayoutRequest): Layout | null {
  const layout = config === null ? null : configuredLayout(config, given)
  return layout && given.forFile ? forFile(layout) : layout
}

/** A format, and where it is used. */
interface ChosenFormat {
  format: Format
  /** The name of a configured format that is based on `format`. */
  formatName?: string | undefined
  web?: Pick<WebAddress, 'kind'> | null | undefined
}

/** Returns the settings of a format. The release format of the host that is used has two names. */
export function formatSettings(
  config: RepositoryConfig | null,
  { format, formatName, web }: ChosenFormat,
): FormatConfig {
  const settings = config?.formats ?? {}
  const ownName = format === 'hosting_release' && web ? `${web.kind}_release` : format
  return settings[formatName ?? format] ?? settings[formatName ?? ownName] ?? {}
}

/** The format that a layout is for. */
interface LayoutRequest extends ChosenFormat {
  /** Whether rules put entries under other titles than their categories. */
  isRuled: boolean
  /** Whether the notes are added to a changelog, which is parsed again. */
  forFile?: boolean | undefined
}

/** The layout of notes that are added to a changelog: sections have headings, and nothing stands below them. */
function forFile(layout: Layout): Layout {
  return { ...layout, heading: null, headings: true, bullet: '-', footer: [], contributors: 'none' }
}

function configuredLayout(
  config: RepositoryConfig,
  { format, formatName, web, isRuled }: LayoutRequest,
): Layout | null {
  const { contributors, tickets, changelog } = config
  const own = formatSettings(config, { format, formatName, web })
  const base = format === 'keepachangelog' || format === 'simple' ? format : 'release'
  const isAdjusted =
    [config.categories, config.scopes?.show, config.entries, contributors, tickets].some(Boolean) ||
    Object.keys(own).some((key) => key !== 'base') ||
    (base === 'keepachangelog' && changelog?.heading !== undefined) ||
    isRuled
  if (!isAdjusted) return null
  return createLayout(config, { format, formatName, web })
}

/** Returns how a configuration prints a format, also if it leaves it as it is. */
export function createLayout(config: RepositoryConfig, { format, formatName, web }: ChosenFormat): Layout {
  const { entries = {}, scopes = {}, contributors, changelog } = config
  const own = formatSettings(config, { format, formatName, web })
  const base = format === 'keepachangelog' || format === 'simple' ? format : 'release'
  const usual = defaultsOf[base]
  const line = parseLine(own.line ?? entries.line ?? usual.line, entryPlaceholders).parts
  const releaseText = (text: string | undefined) =>
    text === undefined ? null : parseLine(text, releasePlaceholders).parts
  const exclude = (contributors?.exclude ?? []).map(compilePattern)
  const sections = config.categories ? config.categories.map(toSection) : builtInSections(base)
  const titles = sections.map(({ title }) => title)
  return {
    base,
    title: own.title === false ? null : (own.title ?? usual.title),
    heading: releaseText(own.heading ?? (base === 'keepachangelog' ? changelog?.heading : undefined)),
    header: releaseText(own.header),
    footer: releaseText(own.footer),
    bullet: own.bullet ?? usual.bullet,
    sections,
    other: config.other ?? defaultOther,
    headings: own.headings ?? entries.headings ?? usual.headings,
    order: [own.order ?? entries.order ?? []].flat(),
    keepsTitles: printsTitles(config),
    line,
    references: own.references ?? entries.references ?? usual.references,
    needsReference: usual.needsReference && (own.references ?? entries.references) === undefined,
    links: own.links ?? entries.links ?? usual.links,
    authors: own.authors ?? entries.authors ?? 'mentions',
    breaking: entries.breaking ?? '**Breaking:**',
    scopes: printsPlaceholder(line, 'scope') ? 'hide' : (scopes.show ?? null),
    fullStop: entries.fullStop ?? null,
    contributors: contributors?.show ?? usual.contributors,
    isThanked: (name) => !exclude.some((matches) => matches(name, unlimitedBudget)),
    isKeepAChangelog:
      titles.every((title) => categories.some((each) => each === title)) &&
      titles
        .toSorted((one, other) => indexOf(one) - indexOf(other))
        .every((title, at) => title === titles[at]),
  }
}

function indexOf(title: string): number {
  return categories.findIndex((category) => category === title)
}

function toSection({ title, kinds = [], collapse }: CategoryConfig): LayoutSection {
  const isBreaking = kinds.length > 0 && kinds.every((kind) => kind === 'breaking')
  return { title, isBreaking, collapse: collapse ?? null }
}

const simpleOrder = ['Security', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed']

function builtInSections(base: BaseLayout): LayoutSection[] {
  const titles = base === 'simple' ? simpleOrder : categories
  const plain = titles.map((title) => ({ title, isBreaking: false, collapse: null }))
  return base === 'release' ? [{ title: breakingTitle, isBreaking: true, collapse: null }, ...plain] : plain
}

/** The section of release formats in which breaking changes stand, unless the configuration has categories. */
export const breakingTitle = 'Breaking changes'

/** Whether the configuration decides how scopes are shown. */
export function printsOwnScopes(config: RepositoryConfig | null): boolean {
  if (config === null) return false
  const lines = [config.entries?.line, ...Object.values(config.formats ?? {}).map(({ line }) => line)]
  return config.scopes?.show !== undefined || lines.some((line) => line?.includes('scope'))
}
