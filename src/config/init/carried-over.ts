import type {
  CategoryConfig,
  ChangeKind,
  EntriesConfig,
  FormatConfig,
  RuleConfig,
  TagsConfig,
  TicketConfig,
  VersioningConfig,
} from '../../core/repository-config.ts'

/** A package that another tool is configured for. */
export interface CarriedPackage {
  path: string
  /** The name that its tags begin with; null if the tool takes it from the manifest. */
  component: string | null
  /** The pattern of its tags, with `{name}`; null if the tool decides it. */
  tags: string | null
  changelog: string | null
  ignore: string[]
  shared: string[]
}

/** What the configuration of another tool says in our terms. */
export interface CarriedOver {
  /** The file it comes from. */
  path: string
  categories: CategoryConfig[]
  rules: RuleConfig[]
  /** The title for everything else. */
  other: string | null
  tags: TagsConfig
  changelog: string | null
  versioning: VersioningConfig
  entries: EntriesConfig
  /** How releases on the host are printed. */
  release: FormatConfig
  contributors: { show?: 'all'; exclude?: string[] }
  tickets: TicketConfig[]
  packages: CarriedPackage[]
  /** What was not carried over, and why, one sentence each. */
  losses: string[]
}

/** Nothing of a file. */
export function nothingOf(path: string): CarriedOver {
  return {
    path,
    categories: [],
    rules: [],
    other: null,
    tags: {},
    changelog: null,
    versioning: {},
    entries: {},
    release: {},
    contributors: {},
    tickets: [],
    packages: [],
    losses: [],
  }
}

type NamedList = 'labels' | 'types' | 'kinds'

/** Adds what a category names; a title that exists already is extended. */
export function addToCategory(
  categories: CategoryConfig[],
  title: string,
  added: { labels?: string[]; types?: string[]; kinds?: ChangeKind[]; collapse?: number },
): void {
  let category = categories.find((each) => each.title === title)
  if (!category) {
    category = { title }
    categories.push(category)
  }
  for (const key of ['labels', 'types', 'kinds'] as NamedList[]) {
    const values = [...new Set([...(category[key] ?? []), ...(added[key] ?? [])])]
    if (values.length > 0) Object.assign(category, { [key]: values })
  }
  if (added.collapse !== undefined) category.collapse = added.collapse
}

/** What a title promises besides its labels: such changes are always included, and belong under it. */
export function kindsOfTitle(title: string): ChangeKind[] {
  if (/\bbreaking\b|\bbackwards?[- ]incompatible\b/i.test(title)) return ['breaking']
  return /\b(?:security|vulnerabilit(?:y|ies))\b/i.test(title) ? ['security'] : []
}

const typeForm = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/

/** Whether a word can be a conventional type. */
export function isType(word: string): boolean {
  return typeForm.test(word)
}

/** Bots that commit under two names. */
const bots = /^(?:dependabot|renovate|github-actions|pre-commit-ci|allcontributors)$/i

/** The patterns for the logins of authors. */
export function authorPatterns(logins: string[]): string[] {
  return logins.flatMap((login) => (bots.test(login) ? [login, `${login}[bot]`] : [login]))
}
