import type { Category } from './category.ts'
import type { Format } from './format.ts'

/** What Notewright makes of a change: a category, a break, or a kind of work that is normally excluded. */
export const changeKinds = [
  'added',
  'changed',
  'deprecated',
  'removed',
  'fixed',
  'security',
  'breaking',
  'dependencies',
  'documentation',
  'internal',
  'tests',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A kind of work that is normally excluded. */
export type WorkKind = Extract<ChangeKind, 'dependencies' | 'documentation' | 'internal' | 'tests'>

/** The kind of a category. */
export function kindOfCategory(category: Category): ChangeKind {
  return category.toLowerCase() as ChangeKind
}

/** How much a change counts for the next version. */
export const bumpLevels = ['major', 'minor', 'patch', 'none'] as const
export type BumpLevel = (typeof bumpLevels)[number]

/** The names that a configuration file can have; the first that exists is used. */
export const configPaths = [
  'notewright.yml',
  'notewright.yaml',
  'notewright.json',
  '.github/notewright.yml',
] as const

/** The title of the section for entries that fit no configured category. */
export const defaultOther = 'Other changes'

/** How entries show their scope. */
export const scopeDisplays = ['prefix', 'suffix', 'group', 'hide'] as const
export type ScopeDisplay = (typeof scopeDisplays)[number]

/** The orders of entries inside a category. */
export const entryOrders = ['importance', 'oldest', 'newest', 'title', 'scope', 'scoped'] as const
export type EntryOrder = (typeof entryOrders)[number]

/** The forms of the first verb of an entry. */
export const entryTenses = ['author', 'plain', 'past', 'present'] as const
type EntryTense = (typeof entryTenses)[number]

/** What the text of an entry is: written by Notewright, or what the author wrote. */
export const entryTexts = ['written', 'title', 'sentence', 'subject'] as const
export type EntryText = (typeof entryTexts)[number]

/** What `{references}` can print. */
export const referenceKinds = ['pull-requests', 'commits', 'tickets'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** How a reference is printed. */
export const linkStyles = ['references', 'inline', 'urls', 'none'] as const
export type LinkStyle = (typeof linkStyles)[number]

/** How authors are printed. */
export const authorStyles = ['mentions', 'names', 'none'] as const
export type AuthorStyle = (typeof authorStyles)[number]

/** Who is thanked at the end of the notes. */
export const contributorDisplays = ['new', 'all', 'none'] as const
export type ContributorDisplay = (typeof contributorDisplays)[number]

/** Which configuration a request uses; without one, the file at the end of the range. */
export type ConfigChoice =
  | 'none'
  /** The configuration in the request itself, not checked yet. */
  | { source: 'request'; value: Record<string, unknown> }
  /** A file of the working tree, or one that the caller named. */
  | { source: 'file'; path: string; text: string; others: string[] }

/** What an answer says about the configuration that was used. */
export interface ConfigReport {
  source: 'file' | 'request' | 'none'
  /** The path of the file. */
  path: string | null
  /** The commit that the file was read from; null for a file of the working tree. */
  sha: string | null
  /** Identifies its content. */
  digest: string | null
  package: string | null
  /** Rules and categories that matched nothing, such as `rules[2]`. */
  unused: string[]
}

/** Which part of the configuration of a package is its own; the rest is that of the file. */
interface PackagePlaces {
  /** The number of the package in the file. */
  index: number
  /** How many rules are its own; those of the file follow. */
  ownRules: number
  hasOwnCategories: boolean
}

/** Names a rule or a category as it stands in the file. */
export function placeInFile({ places }: RepositoryConfig, key: 'rules' | 'categories', at: number): string {
  if (!places) return `${key}[${at}]`
  const { index, ownRules, hasOwnCategories } = places
  const isOwn = key === 'rules' ? at < ownRules : hasOwnCategories
  if (isOwn) return `packages[${index}].${key}[${at}]`
  return `${key}[${key === 'rules' ? at - ownRules : at}]`
}

/** The repository's configuration file as it is used: shortcuts are expanded, lists are lists, nothing is filled in. */
export interface RepositoryConfig extends PackageSettings {
  /** Where its own rules and categories stand in the file, if this is the configuration of a package. */
  places?: PackagePlaces | undefined
  format?: string | undefined
  learn?: boolean | undefined
  tags?: TagsConfig | undefined
  changelog?: ChangelogConfig | undefined
  other?: string | undefined
  tickets?: TicketConfig[] | undefined
  contributors?: { show?: ContributorDisplay | undefined; exclude?: string[] | undefined } | undefined
  packages?: PackageConfig[] | undefined
  /** Paths whose changes count for every package. */
  shared?: string[] | undefined
}

/** The keys that a package can set for itself. */
export interface PackageSettings {
  categories?: CategoryConfig[] | undefined
  rules?: RuleConfig[] | undefined
  scopes?: ScopesConfig | undefined
  entries?: EntriesConfig | undefined
  formats?: Record<string, FormatConfig> | undefined
  versioning?: VersioningConfig | undefined
  guidance?: GuidanceConfig | undefined
}

/** A package of a monorepo. */
export interface PackageConfig extends PackageSettings {
  name: string
  path: string[]
  tags?: TagsConfig | undefined
  changelog?: ChangelogConfig | undefined
  ignore?: string[] | undefined
  shared?: string[] | undefined
}

/** Whether the entries are what their authors wrote. */
export function printsTitles(config: RepositoryConfig | null): boolean {
  return (config?.entries?.text ?? 'written') !== 'written'
}

/** The paths that belong to a package. */
export interface PackagePaths {
  name: string
  /** Its folder in the repository; empty for the root. */
  folder: string
  /** Patterns of the paths where it lives. */
  path: string[]
  /** Patterns of paths below them whose changes do not count. */
  ignore: string[]
  /** Patterns of paths elsewhere whose changes count too. */
  shared: string[]
  /** The names of all packages of the file. */
  all?: string[]
}

/** Which tags are releases. */
export interface TagsConfig {
  pattern?: string[] | undefined
  ignore?: string[] | undefined
  prereleases?: 'collect' | 'separate' | undefined
}

/** The changelog that is edited. */
interface ChangelogConfig {
  file?: string | undefined
  heading?: string | undefined
}

/** The request fields that the file can set. */
interface GuidanceConfig {
  instructions?: string | undefined
  language?: string | undefined
  audience?: 'users' | 'developers' | undefined
  summary?: boolean | undefined
}

/** A section of the notes, and what is put there. */
export interface CategoryConfig {
  title: string
  labels?: string[] | undefined
  types?: string[] | undefined
  verbs?: string[] | undefined
  kinds?: ChangeKind[] | undefined
  collapse?: number | undefined
}

/** The conditions of a rule: all keys must hold, and within a list one match is enough. */
export interface RuleCondition {
  type?: string[] | undefined
  scope?: string[] | undefined
  label?: string[] | undefined
  author?: string[] | undefined
  title?: string[] | undefined
  words?: string[] | undefined
  trailer?: string[] | undefined
  path?: string[] | undefined
  everyPath?: string[] | undefined
  kind?: ChangeKind[] | undefined
  breaking?: boolean | undefined
  pullRequest?: boolean | undefined
  commit?: string[] | undefined
}

/** A decision about the changes that match. */
export interface RuleConfig {
  when: RuleCondition
  unless?: RuleCondition | undefined
  exclude?: string | true | undefined
  include?: true | undefined
  category?: string | undefined
  breaking?: boolean | undefined
  security?: boolean | undefined
  scope?: string | null | undefined
  bump?: BumpLevel | undefined
}

/** How scopes are shown. */
export interface ScopesConfig {
  show?: ScopeDisplay | undefined
  /** Names to show by pattern; the first match wins, and null hides the scope. */
  names?: Record<string, string | null> | undefined
}

/** How entries are printed in a format. */
interface EntryLayout {
  line?: string | undefined
  headings?: boolean | undefined
  /** Of a list the first decides, and each further one among equals. */
  order?: EntryOrder | EntryOrder[] | undefined
  /** Empty for none. */
  references?: ReferenceKind[] | undefined
  links?: LinkStyle | undefined
  authors?: AuthorStyle | undefined
}

/** How entries are written and printed. */
export interface EntriesConfig extends EntryLayout {
  text?: EntryText | undefined
  tense?: EntryTense | undefined
  fullStop?: boolean | undefined
  breaking?: string | undefined
}

/** The ids of an issue tracker, and where they lead. */
export interface TicketConfig {
  prefix: string
  url: string
}

/** A ticket that a change refers to. */
export interface Ticket {
  id: string
  url: string
}

/** An adjusted or added format. */
export interface FormatConfig extends EntryLayout {
  base?: Format | undefined
  title?: string | false | undefined
  header?: string | undefined
  footer?: string | undefined
  heading?: string | undefined
  bullet?: '-' | '*' | undefined
  template?: string | undefined
}

/** How the next version is made. */
export interface VersioningConfig {
  scheme?: 'semver' | 'calver' | 'none' | undefined
  initial?: string | undefined
  zero?: 'stay' | 'shift' | 'leave' | undefined
  bump?: Partial<Record<ChangeKind, BumpLevel>> | undefined
  channel?: string | null | undefined
  calver?: string | undefined
}
