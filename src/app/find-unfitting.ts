import {
  compilePathPattern,
  compilePattern,
  type MatchBudget,
  maxMatchSteps as stepLimit,
} from '../config/repository/match-pattern.ts'
import { resolvePackage } from '../config/repository/resolve-package.ts'
import { Problem } from '../core/errors.ts'
import { previousRelease } from '../core/release-words.ts'
import type { Repository } from '../core/repository.ts'
import { type PackageConfig, placeInFile, type RepositoryConfig } from '../core/repository-config.ts'
import type { GenerateRequest } from '../core/request.ts'
import { readReleaseTag } from '../git/tag-rules.ts'
import { type GatherContext, gatherChanges } from './gather-changes.ts'
import { checkPackageIsChosen, readChosenConfig, unknownPackage } from './load-config.ts'
import { versionSettings } from './version-settings.ts'

/** A request to compare its configuration with its repository. */
export type UnfittingRequest = GenerateRequest

/** How much is compared. */
export interface UnfittingOptions {
  /** For how many packages the changes since the last release are read. */
  maxPackages: number
}

/** A package, or the whole repository, whose changes are compared with the rules. */
interface ComparedPart {
  name: string | null
  config: RepositoryConfig
}

/**
 * Finds what of a configuration fits nothing in its repository: tags, packages without files, and rules and categories
 * since the last release. A rule of the file is named only if it matches nothing in any package.
 */
export async function findUnfitting(
  request: UnfittingRequest,
  context: GatherContext & UnfittingOptions,
): Promise<string[]> {
  const { packageName, ...rest } = request
  const loaded = await readChosenConfig({ ...(request.config && { config: request.config }) })
  const config = loaded?.config ?? {}
  const { host, token, signal, deadlineAt, maxMatchSteps = stepLimit } = context
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  const names = (await repository.tags()).map(({ name }) => name)
  const budget = { steps: maxMatchSteps }
  const packages = (config.packages ?? [])
    .map((each, index) => ({ ...each, index }))
    .filter(({ name }) => packageName === undefined || name === packageName)
  if (packageName !== undefined && packages.length === 0) throw unknownPackage(packageName, config)
  const isOfRepository =
    packageName === undefined && (await hasOwnReleases(repository, loaded && { ...loaded, packages: null }))
  const compared = packages.slice(0, context.maxPackages)
  const parts = [
    ...(isOfRepository ? [{ name: null, config }] : []),
    ...compared.map(({ name }) => ({ name, config: resolvePackage(config, name)!.config })),
  ]
  const left = packages.length - compared.length
  return [
    ...(packageName === undefined ? findUnfittingTags(config, '', names, budget) : []),
    ...(await findEmptyPackages(repository, request.toRef, packages, budget)),
    ...packages.flatMap((each) => findUnfittingPackageTags(each, config, names, budget)),
    ...(await findUnused(parts, (name) =>
      gatherChanges(
        {
          ...rest,
          ...(name === null ? {} : { packageName: name }),
          fromRef: previousRelease,
          version: null,
          diffs: false,
        },
        context,
        async () => {},
      ).then(({ curated }) => curated.unused ?? []),
    )),
    ...(left > 0
      ? [`rules and categories were compared for the first ${compared.length} of ${packages.length} packages`]
      : []),
  ]
}

/** Whether the repository has releases of its own, so that rules can be compared without a package. */
async function hasOwnReleases(
  repository: Repository,
  loaded: Parameters<typeof checkPackageIsChosen>[1],
): Promise<boolean> {
  try {
    await checkPackageIsChosen(repository, loaded)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request') return false
    throw error
  }
}

type IndexedPackage = PackageConfig & { index: number }

function findUnfittingTags(
  config: RepositoryConfig,
  at: string,
  names: string[],
  budget: MatchBudget,
): string[] {
  const { pattern, ignore = [] } = config.tags ?? {}
  const { tags } = versionSettings(config)
  const fits = names.some((name) => readReleaseTag(name, tags))
  const unused = ignore.flatMap((each, index) => {
    const matches = compilePattern(each)
    return names.some((name) => matches(name, budget)) ? [] : [`${at}tags.ignore[${index}] fits no tag`]
  })
  return [...(pattern && names.length > 0 && !fits ? [`${at}tags.pattern fits no tag`] : []), ...unused]
}

function findUnfittingPackageTags(
  { name, index, tags }: IndexedPackage,
  file: RepositoryConfig,
  names: string[],
  budget: MatchBudget,
): string[] {
  const resolved = resolvePackage(file, name)!.config
  const at = `packages[${index}].`
  if (tags !== undefined) {
    const own = { ...resolved, tags: { ...tags, pattern: resolved.tags?.pattern } }
    return findUnfittingTags(own, at, names, budget)
  }
  const settings = versionSettings(resolved)
  const fits = names.length === 0 || names.some((each) => readReleaseTag(each, settings.tags))
  return fits ? [] : [`${at}tags: ${resolved.tags!.pattern![0]} fits no tag`]
}

async function findEmptyPackages(
  repository: Repository,
  toRef: string,
  packages: IndexedPackage[],
  budget: MatchBudget,
): Promise<string[]> {
  if (packages.length === 0) return []
  const { to } = await repository.resolveRefs(toRef, toRef)
  const found = to.sha === null ? null : await repository.changedBetween({ fromSha: null, toSha: to.sha })
  if (!found) return []
  const { paths, cut } = found
  if (cut) return []
  return packages.flatMap(({ name, index, path }) => {
    const matchers = path.map(compilePathPattern)
    const hasFiles = paths.some((each) => matchers.some((matches) => matches(each, budget)))
    return hasFiles ? [] : [`packages[${index}].path: the package ${name} has no files at ${toRef}`]
  })
}

/** The rules and categories that match nothing in any part that has them. */
async function findUnused(
  parts: ComparedPart[],
  readUnused: (name: string | null) => Promise<string[]>,
): Promise<string[]> {
  const isUsed = new Map<string, boolean>()
  for (const part of parts) {
    const unused = new Set(await readUnusedOf(part, readUnused))
    const { rules = [], categories = [] } = part.config
    const all = [
      ...rules.map((_, at) => placeInFile(part.config, 'rules', at)),
      ...categories.map((_, at) => placeInFile(part.config, 'categories', at)),
    ]
    for (const place of all) isUsed.set(place, (isUsed.get(place) ?? false) || !unused.has(place))
  }
  return [...isUsed].flatMap(([place, used]) =>
    used ? [] : [`${place} matches nothing since the last release`],
  )
}

async function readUnusedOf(
  { name }: ComparedPart,
  readUnused: (name: string | null) => Promise<string[]>,
): Promise<string[]> {
  try {
    return await readUnused(name)
  } catch (error) {
    // The history of one package may not be readable; nothing is said about its rules then.
    if (error instanceof Problem && error.code !== 'internal') return []
    throw error
  }
}
