import type { Category } from './category.ts'
import type { RepositoryConfig } from './repository-config.ts'

/** Where entries print their scope: `css: …`, `**css:** …`, `[css] …`, `(css) …`, `… (css)`, or not at all. */
export const scopeStyles = ['prefix', 'bold', 'brackets', 'parentheses', 'suffix', 'none'] as const
export type ScopeStyle = (typeof scopeStyles)[number]

/** How a project writes its entries; null where it has no clear habit. */
export interface Voice {
  /** The form of the first verb: `Add`, `Added` or `Adds`. */
  tense: 'plain' | 'past' | 'present' | null
  /** Whether entries end with a full stop. */
  fullStop: boolean | null
  scope: ScopeStyle | null
  /** Whether the text after a scope begins with a capital letter. */
  capitalAfterScope: boolean | null
}

/** What was learned of the way in which a project writes its notes, and from where. */
export interface HouseReport {
  /** The file that its own notes are in. */
  from: string
  releases: number
  /** The changes of those releases, and how many of them were listed. */
  changes: number
  listed: number
  voice: Voice
}

/** What a project lists of what it does, counted over the releases that were learned from. */
export interface ListingPatterns {
  /** By the type that authors write; null for changes without one. */
  kinds: { kind: string | null; changes: number; listed: number }[]
  /** What makes a change more or less likely to be listed, the strongest first. */
  more: { words: string; changes: number; listed: number }[]
  less: { words: string; changes: number; listed: number }[]
}

/** A heading of a project's changelog, and the category that it stands for; null where it is none of the six. */
export interface HouseHeading {
  heading: string
  category: Category | null
  entries: number
}

/** How a project writes its entries, with examples. */
export interface HouseVoice {
  /** Its newest entries, without references. */
  entries: string[]
  /** The usual length of an entry in characters; null where there are too few. */
  length: number | null
  /** How many of those that were read end with a full stop. */
  stops: number
  read: number
  /** The most frequent first words. */
  openings: string[]
}

/** What is known of the way in which a project writes its notes. */
export interface HouseStyleAnswer {
  /** The project's own changelog; null when it has none. */
  path: string | null
  /** What was learned, as in an answer; null when the changelog shows too little. */
  houseStyle: HouseReport | null
  habit: ListingPatterns | null
  headings: HouseHeading[]
  voice: HouseVoice
  /** The configuration file, with its path; null when there is none. */
  config: (RepositoryConfig & { path: string }) | null
}
