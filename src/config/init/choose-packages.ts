import type { PackageConfig } from '../../core/repository-config.ts'
import { parseVersion } from '../../git/version.ts'
import { maxPackagePathsPerFile, maxPackages } from '../repository/schema.ts'
import type { CarriedPackage } from './carried-over.ts'
import {
  compareAge,
  isAbandoned,
  isMainPrefix,
  mainPatterns,
  type TagSeries,
  tagForms,
} from './find-tag-patterns.ts'
import type { Workspace, WorkspacePackage } from './find-workspaces.ts'
import { asPattern } from './loose-values.ts'
import { readManifest } from './read-manifest.ts'
import { joinPath, type RepositoryFiles } from './repository-files.ts'

/** What is known of a repository before its packages are chosen. */
export interface PackageSearch {
  workspaces: Workspace[]
  carried: CarriedPackage[]
  series: TagSeries[]
  /** Whether the repository has tags of any kind. */
  hasTags: boolean
  /** The name of the repository. */
  repositoryName: string
  files: RepositoryFiles
}

/** The tags and packages of a repository. */
export interface ChosenPackages {
  packages: PackageConfig[]
  /** The series of tags that belong to the repository as a whole. */
  main: TagSeries[]
  /** Sentences about what is not in the list, and why. */
  remarks: string[]
}

interface Candidate extends WorkspacePackage {
  carried: CarriedPackage | null
  names: string[]
  changelog: string | null
}

/** A package with its own tags. */
interface Claim {
  series: TagSeries
  name: string
}

/** Chooses the packages that are released, with their tags; what is private and never tagged is left out. */
export async function choosePackages(search: PackageSearch): Promise<ChosenPackages> {
  const { series, files } = search
  const root = await readManifest('', files)
  const mainNames = [search.repositoryName, root?.name ?? '', unscoped(root?.name ?? '')].filter(
    (name) => name !== '',
  )
  const candidates = await listCandidates(search, mainNames)
  const claims = claimSeries(candidates, series)
  const claimed = new Set([...claims.values()].map((claim) => claim.series))
  const free = series.filter((each) => !claimed.has(each))
  const main = chooseMain(free, { series, mainNames, hasClaims: claims.size > 0 })
  const rest = free.filter((each) => !main.includes(each) && !isAbandoned(each, series))
  const folders = candidates.length > 0 || main.length > 0 ? await claimFolders(rest, search) : []

  const patterns = mainPatterns(main)
  const usualSign = signOf(claims)
  const listed: PackageConfig[] = []
  const unlisted = { private: [] as string[], together: [] as string[], untagged: [] as string[] }
  for (const each of candidates) {
    const claim = claims.get(each)
    const isMain = each.names.some((name) => mainNames.includes(name))
    // Where the repository has newer tags of its own, packages were tagged by themselves in the past.
    const isOwn = claim !== undefined && !(patterns.length > 0 && isAbandoned(claim.series, main))
    if (isOwn) listed.push(describe(each, claim.name, `{name}${signAfter(claim)}{version}`, claim.series))
    else if (each.isPrivate && each.carried === null) unlisted.private.push(shownName(each))
    // Where others are tagged, a package without tags and without a changelog has never been released.
    else if (patterns.length === 0 && search.hasTags && each.changelog === null && each.carried === null)
      unlisted.untagged.push(shownName(each))
    else if (patterns.length === 0)
      listed.push(describe(each, shownName(each), each.carried?.tags ?? usualSign, null))
    // A package that another tool releases by itself, or with a changelog of its own, has releases of its own.
    else if (each.carried?.tags?.includes('{name}'))
      listed.push(describe(each, shownName(each), each.carried.tags, null))
    else if (!isReleasedWith(each, main)) unlisted.untagged.push(shownName(each))
    else if (each.changelog !== null || (isMain && claims.size > 0))
      listed.push(describe(each, shownName(each), patterns[0]!, null))
    else unlisted.together.push(shownName(each))
  }
  listed.push(...folders)
  const kept = limitPaths(uniqueNames(listed))
  const remarks = [
    ...describeUnlisted(unlisted, patterns[0] ?? null, kept.length),
    ...(kept.length < listed.length
      ? [
          `${listed.length - kept.length} more packages are not listed: a file may have ${maxPackages} packages and 64 KiB.`,
        ]
      : []),
    ...describeLeftovers(rest, kept),
  ]
  return { packages: kept, main, remarks }
}

async function listCandidates(
  { workspaces, carried, files }: PackageSearch,
  mainNames: string[],
): Promise<Candidate[]> {
  const found = new Map<string, WorkspacePackage>()
  for (const { packages } of workspaces) for (const each of packages) found.set(each.path, each)
  for (const { path } of carried)
    if (!found.has(path))
      found.set(path, {
        path,
        ...((await readManifest(path, files)) ?? { name: null, version: null, isPrivate: false }),
      })
  const candidates: Candidate[] = []
  for (const each of found.values()) {
    const own = carried.find(({ path }) => path === each.path) ?? null
    candidates.push({
      ...each,
      carried: own,
      names: namesOf(each, own, mainNames),
      changelog: await findChangelog(each.path, files),
    })
  }
  return candidates
}

/** The names that the tags of a package may begin with, the most specific first. */
function namesOf(
  { path, name }: WorkspacePackage,
  carried: CarriedPackage | null,
  mainNames: string[],
): string[] {
  const known = unscoped(name ?? '')
  // Modules of Go whose major version is a folder are tagged without that folder: client/v3.5.0 is in client/v3.
  const withoutMajor = path.replace(/\/v\d{1,3}$/, '')
  const names = [
    carried?.component,
    name,
    path,
    unscoped(carried?.component ?? ''),
    known,
    lastOf(path),
    withoutMajor,
    // The name of the repository stands for the whole.
    ...suffixesOf(known).filter((suffix) => !mainNames.includes(suffix)),
  ]
  return [...new Set(names.filter((each) => each !== undefined && each !== null && each !== ''))] as string[]
}

/** `airflow-providers-amazon`, `providers-amazon` and `amazon` of `apache-airflow-providers-amazon`. */
function suffixesOf(name: string): string[] {
  const parts = name.split('-')
  return parts.slice(1, 4).map((_, index) => parts.slice(index + 1).join('-'))
}

/** Whether the version of a package is one of the repository: of the same series as its newest release. */
function isReleasedWith({ version }: Candidate, main: TagSeries[]): boolean {
  const own = version === null ? null : parseVersion(version)
  const newest = main.toSorted(compareAge)[0]?.newest.version
  // 0.0.0 is written where the version is filled in at the release.
  if (own === null || newest === undefined || own.numbers.every((number) => number === 0)) return true
  const [major, minor = 0] = own.numbers
  const [mainMajor = 0, mainMinor = 0] = newest.numbers
  return major === 0 && mainMajor === 0 ? Math.abs(minor - mainMinor) <= 1 : Math.abs(major! - mainMajor) <= 1
}

function unscoped(name: string): string {
  return name.replace(/^@[^/]{1,100}\//, '')
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function shownName({ name, path, carried }: Candidate): string {
  return carried?.component ?? name ?? path
}

const changelogForm = /^(?:changelog|changes|history|news)\.(?:md|markdown|rst|adoc|txt)$/i

/** The changelog in the folder of a package. */
async function findChangelog(folder: string, files: RepositoryFiles): Promise<string | null> {
  const names = (await files.list(folder)).filter(({ name, isFile }) => isFile && changelogForm.test(name))
  const best = names.find(({ name }) => name === 'CHANGELOG.md') ?? names[0]
  return best === undefined ? null : joinPath(folder, best.name)
}

/** Assigns series of tags to packages; of two packages that fit, the one with the more specific name gets it. */
function claimSeries(candidates: Candidate[], series: TagSeries[]): Map<Candidate, Claim> {
  const byPrefix = new Map(series.map((each) => [each.prefix, each]))
  const claims = new Map<Candidate, Claim>()
  const taken = new Set<TagSeries>()
  const most = Math.max(0, ...candidates.map(({ names }) => names.length))
  for (let rank = 0; rank < most; rank += 1) {
    for (const candidate of candidates) {
      const name = candidate.names[rank]
      if (name === undefined || claims.has(candidate)) continue
      const [newest] = tagForms(name)
        .flatMap((prefix) => byPrefix.get(prefix) ?? [])
        .filter((each) => !taken.has(each))
        .toSorted((one, other) => compareAge(one, other) || other.tags.length - one.tags.length)
      if (newest === undefined) continue
      taken.add(newest)
      claims.set(candidate, { series: newest, name })
    }
  }
  return claims
}

/** The series of the repository itself: without a name, or with its own. */
function chooseMain(
  free: TagSeries[],
  { series, mainNames, hasClaims }: { series: TagSeries[]; mainNames: string[]; hasClaims: boolean },
): TagSeries[] {
  const named = free.filter(({ prefix }) => isMainPrefix(prefix, mainNames))
  const isInUse = named.some((each) => !isAbandoned(each, series))
  if (named.length > 0 && (isInUse || !hasClaims)) return named
  if (hasClaims) return []
  const count = series.reduce((sum, { tags }) => sum + tags.length, 0)
  return free.filter(({ tags }) => tags.length * 2 > count)
}

/** Tags such as `operator/v1.2.0` belong to the folder that they name. */
async function claimFolders(rest: TagSeries[], { files }: PackageSearch): Promise<PackageConfig[]> {
  const found: PackageConfig[] = []
  for (const { prefix, tags } of rest.slice(0, 100)) {
    const folder = /^([\w.][\w./-]{0,100})\/v?$/.exec(prefix)?.[1]
    if (folder === undefined || tags.length < 2 || folder.split('/').includes('..')) continue
    if ((await files.list(folder)).length === 0) continue
    found.push({
      name: folder,
      path: [folder],
      tags: { pattern: [`{name}${prefix.slice(folder.length)}{version}`] },
    })
  }
  return found
}

function signAfter({ series, name }: Claim): string {
  return series.prefix.slice(name.length)
}

/** How most packages spell their tags. */
function signOf(claims: Map<Candidate, Claim>): string {
  const counts = new Map<string, number>()
  for (const claim of claims.values()) counts.set(signAfter(claim), (counts.get(signAfter(claim)) ?? 0) + 1)
  const [usual] = [...counts].toSorted(([, one], [, other]) => other - one)
  return `{name}${usual?.[0] ?? '@'}{version}`
}

function describe(
  candidate: Candidate,
  tagName: string,
  tags: string,
  series: TagSeries | null,
): PackageConfig {
  const { path, carried, changelog } = candidate
  // A path is a name only for packages without another one, such as modules of Go.
  const isPathName = tagName === path && candidate.name !== null && candidate.name !== path
  const name = isPathName ? candidate.name! : tagName
  const pattern = isPathName && series ? `${series.prefix}{version}` : tags
  const changelogPath = carried?.changelog ?? changelog
  return {
    name,
    path: [asPattern(path)],
    ...(pattern === '{name}@{version}' ? {} : { tags: { pattern: [pattern] } }),
    ...(changelogPath === null || changelogPath === `${path}/CHANGELOG.md`
      ? {}
      : { changelog: { file: changelogPath } }),
    ...(carried && carried.ignore.length > 0 ? { ignore: carried.ignore } : {}),
    ...(carried && carried.shared.length > 0 ? { shared: carried.shared } : {}),
  }
}

function uniqueNames(packages: PackageConfig[]): PackageConfig[] {
  const seen = new Set<string>()
  return packages.flatMap((each) => {
    const name = seen.has(each.name) ? each.path[0]! : each.name
    if (seen.has(name)) return []
    seen.add(name)
    // `{name}` would mean another tag under another name.
    const tags =
      name === each.name
        ? {}
        : {
            tags: { pattern: [(each.tags?.pattern?.[0] ?? '{name}@{version}').replace('{name}', each.name)] },
          }
    return [{ ...each, name, ...tags }]
  })
}

/** Leaves room for the other keys in a file of 64 KiB. */
const maxPackageCharacters = 45_000

function limitPaths(packages: PackageConfig[]): PackageConfig[] {
  let paths = 0
  let characters = 0
  return packages.slice(0, maxPackages).filter((each) => {
    const { path, ignore = [], shared = [] } = each
    paths += path.length + ignore.length + shared.length
    characters += JSON.stringify(each).length
    return paths <= maxPackagePathsPerFile && characters <= maxPackageCharacters
  })
}

const shownNames = 8

function listNames(names: string[]): string {
  const more = names.length - shownNames
  return `${names.slice(0, shownNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function describeUnlisted(
  { private: hidden, together, untagged }: { private: string[]; together: string[]; untagged: string[] },
  pattern: string | null,
  listedCount: number,
): string[] {
  const remarks: string[] = []
  if (together.length > 0 && pattern !== null)
    remarks.push(
      `Not listed, because they are released together as ${pattern} and have no separate changelogs: ${listNames(together)}.`,
    )
  if (untagged.length > 0) remarks.push(`Not listed, because they have no tags: ${listNames(untagged)}.`)
  if (hidden.length > 0 && (listedCount > 0 || together.length > 0))
    remarks.push(`Not listed, because they are private and have no tags: ${listNames(hidden)}.`)
  return remarks
}

const shownLeftovers = 4

function describeLeftovers(rest: TagSeries[], packages: PackageConfig[]): string[] {
  const left = rest.filter(
    ({ prefix, tags }) => tags.length >= 3 && !packages.some(({ path }) => prefix.startsWith(`${path[0]}/`)),
  )
  if (left.length === 0) return []
  const samples = left.slice(0, shownLeftovers).map(({ newest }) => newest.name)
  return [
    `Tags such as ${samples.join(', ')} belong to nothing that was found; add a package for them if they are releases.`,
  ]
}
