import { type Category, categories } from '../../src/core/category.ts'
import { defaultOther, kindOfCategory, type RepositoryConfig } from '../../src/core/repository-config.ts'
import type { EntryContent } from './editor-model.ts'

/** The titles that entries can be put under, in the order in which they are printed. */
export function listTitles(config: RepositoryConfig | null): string[] {
  const { categories: configured, other = defaultOther } = config ?? {}
  if (!configured) return [...categories]
  return [...new Set([...configured.map(({ title }) => title), other])]
}

/** Returns the title that an entry is printed under. */
export function titleOf(
  { section, category }: Pick<EntryContent, 'section' | 'category'>,
  config: RepositoryConfig | null,
): string {
  const titles = listTitles(config)
  const title = section ?? category
  if (titles.includes(title)) return title
  return config?.categories ? (config.other ?? defaultOther) : category
}

/** Returns what of an entry changes when it is put under a title. */
export function placeUnder(
  title: string,
  config: RepositoryConfig | null,
): Partial<Pick<EntryContent, 'section' | 'category'>> {
  const category = categories.find((each) => each === title)
  return { ...(category ? { category } : {}), ...(config ? { section: title } : {}) }
}

/** What decides about the title of a change that the server did not categorise. */
interface Uncategorised {
  type: string | null
  category: Category
  breaking: boolean
}

/** Chooses the title of a change by its type and its kind, as the server does; undefined without a configuration. */
export function chooseTitle(
  { type, category, breaking }: Uncategorised,
  config: RepositoryConfig | null,
): string | undefined {
  if (!config) return undefined
  const { categories: configured, other = defaultOther } = config
  if (!configured) return category
  const byKind = (kind: string) => configured.find(({ kinds = [] }) => kinds.some((each) => each === kind))
  const byType = configured.find(({ types = [] }) =>
    types.some((each) => each.toLowerCase() === type?.toLowerCase()),
  )
  const found = (breaking ? byKind('breaking') : undefined) ?? byType ?? byKind(kindOfCategory(category))
  return found?.title ?? other
}
