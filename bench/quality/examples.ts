import type { Category } from '../../src/core/category.ts'
import { findRemainingUnits } from '../../src/curate/group/find-remaining-units.ts'
import type { ChangeUnit } from '../../src/curate/group/group-into-units.ts'
import { extractFeatures } from '../../src/curate/learned/features.ts'
import { findExclusion } from '../../src/curate/rules/exclusion-rules.ts'
import { findNoOp } from '../../src/curate/rules/find-no-op.ts'
import { findMustInclude } from '../../src/curate/rules/must-include.ts'
import {
  asCategory,
  historyOf,
  type Item,
  type Release,
  type RepositoryReleases,
  toldAlone,
} from './corpus.ts'

/** A unit with its traits and its fate, to learn from. */
export interface Example {
  traits: number[]
  listed: boolean
  /** Whether its maintainers filed it as something nobody may miss. */
  important: boolean
  /** The type of an entry that tells nothing else. */
  category: Category | null
}

// Every seventh unit is also shown without its paths, as hosts that know none would.
const pathlessEvery = 7

/** The units of a repository whose fate is known. */
export function examplesOf({ releases }: RepositoryReleases): Example[] {
  return releases.flatMap((release) => {
    const alone = toldAlone(release)
    const itemOf = itemFinder(release)
    const units = findRemainingUnits(historyOf(release))
    return units.flatMap((unit, at) => {
      const item = itemOf(unit)
      // A commit without a number is known only when it is listed: it would teach that they always are.
      if (!item?.judged || typeof item.key !== 'number' || findNoOp(unit) !== null) return []
      const shown = at % pathlessEvery === 0 ? [unit, withoutPaths(unit)] : [unit]
      return shown.map((each) => asExample(each, units.length, item, alone.has(item.key)))
    })
  })
}

function itemFinder({ items }: Release): (unit: ChangeUnit) => Item | undefined {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const bySha = new Map(items.flatMap((item) => item.commits.map((sha) => [sha, item])))
  return ({ pullRequest, commits }) =>
    (pullRequest === null ? undefined : byKey.get(pullRequest)) ??
    commits.map(({ commit }) => bySha.get(commit.sha)).find((item) => item !== undefined)
}

function withoutPaths(unit: ChangeUnit): ChangeUnit {
  const commits = unit.commits.map((read) => ({
    ...read,
    commit: { ...read.commit, paths: [], pathsCut: true },
  }))
  return { ...unit, commits }
}

function asExample(unit: ChangeUnit, releaseSize: number, item: Item, alone: boolean): Example {
  const { list, common } = extractFeatures(unit, {
    mustInclude: findMustInclude(unit),
    exclusion: findExclusion(unit)?.reason ?? null,
    releaseSize,
  })
  return {
    traits: list.hashes.slice(0, common),
    listed: item.listed,
    important: item.listed && ['Breaking', 'Removed', 'Deprecated', 'Security'].includes(item.category ?? ''),
    category: item.listed && alone ? asCategory(item.category) : null,
  }
}
