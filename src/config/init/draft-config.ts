import {
  defaultOther,
  type EntriesConfig,
  type PackageConfig,
  type RepositoryConfig,
  type RuleConfig,
  type TagsConfig,
} from '../../core/repository-config.ts'
import type { CarriedOver } from './carried-over.ts'
import { type ChosenPackages, choosePackages } from './choose-packages.ts'
import {
  countBelowOne,
  type FoundTag,
  findCalendar,
  findDoubles,
  findTagSeries,
  mainPatterns,
  type TagSeries,
} from './find-tag-patterns.ts'
import { findWorkspaces, type Workspace } from './find-workspaces.ts'
import { readCarriedOver } from './read-carried-over.ts'
import type { RepositoryFiles } from './repository-files.ts'

/** A configuration that is not written yet, and what its comments say. */
export interface ConfigDraft {
  config: RepositoryConfig
  /** The files that the categories and rules come from. */
  sources: { categories: string | null; rules: string[]; packages: string[] }
  /** Sentences below a key. */
  remarks: { tags: string[]; packages: string[]; versioning: string[] }
  /** What belongs to the categories that were found, and goes with them. */
  tied: { rules: RuleConfig[]; entries: EntriesConfig }
  /** What was not carried over from other tools. */
  losses: { path: string; sentences: string[] }[]
}

/** What a configuration is drafted from. */
export interface DraftInput {
  files: RepositoryFiles
  tags: FoundTag[]
  repositoryName: string
}

/** Drafts the configuration of a repository from its tags, its workspaces and the configuration of other tools. */
export async function draftConfig({ files, tags, repositoryName }: DraftInput): Promise<ConfigDraft> {
  const carried = await readCarriedOver(files)
  const workspaces = await findWorkspaces(files)
  const series = findTagSeries(tags)
  const chosen = await choosePackages({
    workspaces,
    carried: carried.flatMap((each) => each.packages),
    series,
    hasTags: tags.length > 0,
    repositoryName,
    files,
  })
  const named = carried.find(
    ({ categories, rules }) => categories.length > 0 || rules.some(({ category }) => category),
  )
  const rules = [
    ...carried.flatMap((each) =>
      each.rules.filter(({ category }) => category === undefined || each === named),
    ),
    ...(named?.lastRules ?? []),
  ]
  const tagged = draftTags(tags, chosen, carried)
  const drafted = draftVersioning(chosen.main, carried)
  const below = Object.keys(drafted).length > 0 ? noneBelowOne : findShifted(chosen, series)
  const versioning = below.isForAll ? { zero: 'shift' as const } : drafted
  const packages = chosen.packages.map((each) =>
    !below.isForAll && below.names.includes(each.name)
      ? { ...each, versioning: { zero: 'shift' as const } }
      : each,
  )
  const changelog = carried.find((each) => each.changelog !== null)?.changelog
  const entries = Object.assign({}, named?.printing, ...carried.map((each) => each.entries).toReversed())
  const release = Object.assign({}, ...carried.map((each) => each.release).toReversed())
  const contributors = Object.assign({}, ...carried.map((each) => each.contributors).toReversed())
  const tickets = carried.flatMap((each) => each.tickets)
  const other = named?.other ?? carried.find((each) => each.other !== null)?.other
  const config: RepositoryConfig = {
    ...(isEmpty(tagged.tags) ? {} : { tags: tagged.tags }),
    ...(changelog === undefined || changelog === null ? {} : { changelog: { file: changelog } }),
    ...(named && named.categories.length > 0 ? { categories: named.categories } : {}),
    ...(other && named && other !== defaultOther ? { other } : {}),
    ...(rules.length > 0 ? { rules } : {}),
    ...(named && !isEmpty(named.scopes) ? { scopes: named.scopes } : {}),
    ...(isEmpty(entries) ? {} : { entries }),
    ...(tickets.length > 0 ? { tickets } : {}),
    ...(isEmpty(contributors) ? {} : { contributors }),
    ...(isEmpty(release) ? {} : { formats: { github_release: release } }),
    ...(isEmpty(versioning) ? {} : { versioning }),
    ...(packages.length > 0 ? { packages } : {}),
  }
  const unused = carried.filter((each) => each !== named && each.categories.length > 0)
  return {
    config,
    sources: {
      categories: named?.path ?? null,
      rules: carried
        .filter((each) => rules.some((rule) => [...each.rules, ...each.lastRules].includes(rule)))
        .map(({ path }) => path),
      packages: sourcesOf(chosen.packages, workspaces, carried),
    },
    remarks: {
      tags: tagged.remarks,
      packages: [...(below.isForAll ? [] : below.remarks), ...chosen.remarks],
      versioning: below.isForAll ? below.remarks : [],
    },
    tied: { rules: named?.lastRules ?? [], entries: named?.printing ?? {} },
    losses: joinLosses([
      ...unused.map(({ path }) => ({
        path,
        sentences: [`its categories: those of ${named!.path} are used`],
      })),
      ...carried.map(({ path, losses }) => ({ path, sentences: losses })),
      ...tagged.losses,
    ]),
  }
}

function joinLosses(losses: ConfigDraft['losses']): ConfigDraft['losses'] {
  const byPath = new Map<string, string[]>()
  for (const { path, sentences } of losses) byPath.set(path, [...(byPath.get(path) ?? []), ...sentences])
  return [...byPath]
    .filter(([, sentences]) => sentences.length > 0)
    .map(([path, sentences]) => ({ path, sentences }))
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function sourcesOf(packages: PackageConfig[], workspaces: Workspace[], carried: CarriedOver[]): string[] {
  const listed = new Set(packages.flatMap(({ path }) => path))
  return [
    ...workspaces
      .filter((each) => each.packages.some(({ path }) => listed.has(path)))
      .map(({ source }) => source),
    ...carried.filter((each) => each.packages.some(({ path }) => listed.has(path))).map(({ path }) => path),
  ]
}

interface DraftedTags {
  tags: TagsConfig
  remarks: string[]
  losses: ConfigDraft['losses']
}

function draftTags(
  tags: FoundTag[],
  { main, packages }: ChosenPackages,
  carried: CarriedOver[],
): DraftedTags {
  const found = mainPatterns(main)
  const remarks: string[] = []
  const losses: ConfigDraft['losses'] = []
  let wanted: string[] = []
  for (const { path, tags: own } of carried) {
    const fitting = (own.pattern ?? []).filter((pattern) => found.length === 0 || found.includes(pattern))
    if (wanted.length === 0 && (packages.length === 0 || found.length > 0)) wanted = fitting
    if (own.pattern && fitting.length === 0)
      losses.push({
        path,
        sentences: [`the tag pattern ${own.pattern[0]}: the tags of the repository are spelled ${found[0]}`],
      })
  }
  const pattern = [...new Set([...wanted, ...found])]
  const carriedIgnore = carried.flatMap((each) => each.tags.ignore ?? [])
  const { ignore, remark } = findIgnored(main)
  if (remark !== null) remarks.push(remark)
  const prereleases = carried.find((each) => each.tags.prereleases !== undefined)?.tags.prereleases
  const isUnreadable = tags.length > 2 && main.length === 0 && packages.length === 0
  if (isUnreadable)
    remarks.push(
      `No pattern fits the tags, such as ${tags[0]!.name}. Without \`tags\` every tag that reads as a version is a release.`,
    )
  return {
    tags: {
      ...(pattern.length > 0 ? { pattern } : {}),
      ...(ignore.length + carriedIgnore.length > 0
        ? { ignore: [...new Set([...carriedIgnore, ...ignore])] }
        : {}),
      ...(prereleases === undefined ? {} : { prereleases }),
    },
    remarks,
    losses,
  }
}

const minDoubles = 3

/** Ignores a second series of versions on the commits of the first, as projects with an older Go module have it. */
function findIgnored(main: TagSeries[]): { ignore: string[]; remark: string | null } {
  for (const series of main) {
    const doubles = findDoubles(series)
    const newest = doubles.at(0)
    if (doubles.length < minDoubles || newest === undefined) continue
    const first = newest.name.slice(series.prefix.length).split('.')[0]!
    return {
      ignore: [`${series.prefix}${first}.*`],
      remark: `${newest.name} and ${newest.other} are on one commit, so the tags of ${first}.x are ignored.`,
    }
  }
  return { ignore: [], remark: null }
}

function draftVersioning(
  main: TagSeries[],
  carried: CarriedOver[],
): NonNullable<RepositoryConfig['versioning']> {
  const [series] = main
  const calendar = series ? findCalendar(series) : null
  if (calendar !== null)
    return { scheme: 'calver', ...(calendar === 'YYYY.MM.MICRO' ? {} : { calver: calendar }) }
  const given = Object.assign({}, ...carried.map((each) => each.versioning).toReversed())
  const isBeyondZero = series !== undefined && series.newest.version.numbers[0]! > 0
  const { zero, initial } = given
  return {
    ...(zero === undefined || isBeyondZero ? {} : { zero }),
    ...(initial === undefined || series !== undefined ? {} : { initial }),
  }
}

/** The series below 1.0 in which features are patches. */
interface ShiftedSeries {
  /** The packages that they belong to. */
  names: string[]
  /** Whether no other series below 1.0 says otherwise. */
  isForAll: boolean
  remarks: string[]
}

const noneBelowOne: ShiftedSeries = { names: [], isForAll: false, remarks: [] }
const mostly = 0.8

/**
 * Finds where nearly all releases below 1.0 raise only the last number, as is usual for crates: a feature is a patch
 * there, and a breaking change raises the second number.
 */
function findShifted({ main, packages }: ChosenPackages, series: TagSeries[]): ShiftedSeries {
  const byPrefix = new Map(series.map((each) => [each.prefix, each]))
  const named = packages.flatMap(({ name, tags }) => {
    const pattern = (tags?.pattern?.[0] ?? '{name}@{version}').replace('{name}', () => name)
    const own = byPrefix.get(pattern.replace('{version}', ''))
    return own && !main.includes(own) ? [{ name, series: own }] : []
  })
  const rated = [...main.slice(0, 1).map((each) => ({ name: null, series: each })), ...named].flatMap(
    (each) => {
      const count = countBelowOne(each.series)
      return count ? [{ ...each, ...count, isShifted: count.patches >= mostly * count.counted }] : []
    },
  )
  const [first, ...more] = rated.filter(({ isShifted }) => isShifted)
  if (!first) return noneBelowOne
  const { patches, counted, series: shown } = first
  return {
    names: [first, ...more].flatMap(({ name }) => name ?? []),
    isForAll: rated.every(({ isShifted }) => isShifted),
    remarks: [
      `${patches} of the last ${counted} releases up to ${shown.newest.name} raised only the last number, so a feature is a patch below 1.0, and a breaking change raises the second number.`,
    ],
  }
}

/** The answers to the questions of `notewright init`; what is absent stays as it was found. */
export interface DraftAnswers {
  tags?: string[]
  headings?: 'standard' | 'conventional'
  /** The names of the packages to keep. */
  packages?: string[]
  scheme?: 'semver' | 'calver' | 'none'
}

/** Applies the answers of a person to a draft. */
export function applyAnswers(
  draft: ConfigDraft,
  { tags, headings, packages, scheme }: DraftAnswers,
): ConfigDraft {
  const { categories, other, rules = [], versioning, packages: listed = [], ...rest } = draft.config
  const { scopes, entries, ...others } = rest
  const config: RepositoryConfig = headings === undefined ? { ...rest } : { ...others }
  if (tags !== undefined) config.tags = { ...config.tags, pattern: tags }
  const kept =
    headings === undefined
      ? rules
      : rules.filter((rule) => rule.category === undefined && !draft.tied.rules.includes(rule))
  if (headings === undefined) Object.assign(config, categories && { categories }, other && { other })
  else {
    const left = Object.entries(entries ?? {}).filter(([key]) => !(key in draft.tied.entries))
    if (left.length > 0) config.entries = Object.fromEntries(left)
  }
  if (headings === 'conventional')
    config.categories = [
      { title: 'Breaking changes', kinds: ['breaking'] },
      { title: 'Features', types: ['feat'] },
      { title: 'Bug fixes', types: ['fix'] },
      { title: 'Performance', types: ['perf'] },
    ]
  if (kept.length > 0) config.rules = kept
  if (scheme === undefined) Object.assign(config, versioning && { versioning })
  else if (scheme !== 'semver')
    config.versioning = { ...(versioning?.scheme === scheme ? versioning : {}), scheme }
  else if (versioning && versioning.scheme !== 'calver') config.versioning = versioning
  const chosen = packages === undefined ? listed : listed.filter(({ name }) => packages.includes(name))
  if (chosen.length > 0) config.packages = chosen
  const sources = headings === undefined ? draft.sources : { ...draft.sources, categories: null }
  return { ...draft, config, sources }
}
