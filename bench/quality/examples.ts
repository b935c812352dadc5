import type { HeadingClass } from '../../src/core/category.ts'
import { findRemainingUnits } from '../../src/curate/group/find-remaining-units.ts'
import type { ChangeUnit } from '../../src/curate/group/group-into-units.ts'
import { extractFeatures } from '../../src/curate/learned/features.ts'
import { findExclusion } from '../../src/curate/rules/exclusion-rules.ts'
import { findNoOp } from '../../src/curate/rules/find-no-op.ts'
import { findMustInclude } from '../../src/curate/rules/must-include.ts'
import {
  type CorpusItem,
  type CorpusRelease,
  findSingleItems,
  type RepositoryReleases,
  toHeadingClass,
  toHistory,
} from './corpus.ts'

/** A unit to learn from: its features, and what the maintainers did with it. */
export interface TrainingExample {
  features: number[]
  listed: boolean
  /** Whether its maintainers listed it as breaking, removed, deprecated or security. */
  important: boolean
  /** The category of its entry; null when the entry has other items too. */
  category: HeadingClass | null
}

// Every seventh unit is also used without its paths, because some hosts return none.
const pathlessEvery = 7

/** Extracts the units of a repository of which is known whether they were listed. */
export function extractExamples({ releases }: RepositoryReleases): TrainingExample[] {
  return releases.flatMap((release) => {
    const alone = findSingleItems(release)
    const itemOf = itemFinder(release)
    const units = findRemainingUnits(toHistory(release))
    return units.flatMap((unit, at) => {
      const item = itemOf(unit)
      // Commits without a number are only known when they are listed, which would bias the model.
      if (!item?.judged || typeof item.key !== 'number' || findNoOp(unit) !== null) return []
      const variants = at % pathlessEvery === 0 ? [unit, withoutPaths(unit)] : [unit]
      return variants.map((each) => toExample(each, units.length, item, alone.has(item.key)))
    })
  })
}

function itemFinder({ items }: CorpusRelease): (unit: ChangeUnit) => CorpusItem | undefined {
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

function toExample(unit: ChangeUnit, releaseSize: number, item: CorpusItem, alone: boolean): TrainingExample {
  const { list, common } = extractFeatures(unit, {
    mustInclude: findMustInclude(unit),
    exclusion: findExclusion(unit)?.reason ?? null,
    releaseSize,
  })
  return {
    features: list.hashes.slice(0, common),
    listed: item.listed,
    important: item.listed && ['Breaking', 'Removed', 'Deprecated', 'Security'].includes(item.category ?? ''),
    category: item.listed && alone ? toHeadingClass(item.category) : null,
  }
}
