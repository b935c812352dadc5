import type {
  CategoryConfig,
  ChangeKind,
  EntriesConfig,
  FormatConfig,
  RuleConfig,
  ScopesConfig,
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
  /** How entries are printed, if the categories of this file are used. */
  printing: EntriesConfig
  /** How scopes are shown, if the categories of this file are used. */
  scopes: ScopesConfig
  /** Rules after all others, if the categories of this file are used: what the tool lists and what it does not. */
  lastRules: RuleConfig[]
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
    printing: {},
    scopes: {},
    lastRules: [],
    release: {},
    contributors: {},
    tickets: [],
    packages: [],
    losses: [],
  }
}

type NamedList = 'labels' | 'types' | 'verbs' | 'kinds'

/** Adds what a category names; a title that exists already is extended. */
export function addToCategory(
  categories: CategoryConfig[],
  title: string,
  added: {
    labels?: string[]
    types?: string[]
    verbs?: string[]
    kinds?: ChangeKind[]
    collapse?: number
  },
): void {
  let category = categories.find((each) => each.title === title)
  if (!category) {
    category = { title }
    categories.push(category)
  }
  for (const key of ['labels', 'types', 'verbs', 'kinds'] as NamedList[]) {
    const values = [...new Set([...(category[key] ?? []), ...(added[key] ?? [])])]
    if (values.length > 0) Object.assign(category, { [key]: values })
  }
  if (added.collapse !== undefined) category.collapse = added.collapse
}

/** What a category promises besides its labels: such changes are always included, and belong there. */
export function kindsOf(title: string, labels: string[]): ChangeKind[] {
  const says = (form: RegExp) =>
    form.test(title) || (labels.length > 0 && labels.every((each) => form.test(each)))
  if (says(/\bbreaking\b|\bbackwards?[- ]incompatible\b/i)) return ['breaking']
  return says(/\bsecurity\b|\bvulnerabilit(?:y|ies)\b/i) ? ['security'] : []
}

const kindForms: [ChangeKind, RegExp][] = [
  ['added', /\b(?:features?|enhancements?|new|added|additions?)\b/i],
  ['fixed', /\b(?:bugs?|bug[ -]?fix(?:es)?|fix(?:es|ed)?)\b/i],
  ['changed', /^\W*(?:changed|changes|improvements?|improved)\W*$/i],
  ['removed', /\b(?:removals?|removed)\b/i],
  ['deprecated', /\b(?:deprecations?|deprecated)\b/i],
  ['dependencies', /\b(?:dependenc(?:y|ies)|deps)\b/i],
  ['documentation', /\b(?:documentation|docs)\b/i],
]

/** The type that authors write for a kind. */
const typeOfKind: Partial<Record<ChangeKind, string>> = { added: 'feat', fixed: 'fix', documentation: 'docs' }

/**
 * Adds the kinds and types that titles such as Features and Bug fixes name to categories that have only labels. A label is the
 * more explicit sign; a clone without its host knows no labels, and everything would be in the last section.
 */
export function addKindsOfTitles(categories: CategoryConfig[]): CategoryConfig[] {
  const taken = new Set(categories.flatMap(({ kinds = [] }) => kinds))
  return categories.map((category) => {
    if (category.kinds || category.types || !category.labels) return category
    const kinds = kindForms.flatMap(([kind, form]) => (form.test(category.title) ? [kind] : []))
    // A title that names both new features and fixes says nothing about either.
    const isClear = kinds.length === 1 || kinds.every((kind) => kind === 'removed' || kind === 'deprecated')
    const free = kinds.filter((kind) => !taken.has(kind))
    if (!isClear || free.length === 0) return category
    for (const kind of free) taken.add(kind)
    const types = free.flatMap((kind) => typeOfKind[kind] ?? [])
    return { ...category, kinds: free, ...(types.length > 0 ? { types } : {}) }
  })
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
