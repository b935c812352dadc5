import { type MatchBudget, maxMatchSteps as stepLimit } from '../config/repository/match-pattern.ts'
import type { Commit } from '../core/commit.ts'
import type { PastRelease } from '../core/history.ts'
import type { ListingPatterns } from '../core/house-style.ts'
import type { PackagePaths, RepositoryConfig } from '../core/repository-config.ts'
import { describeListingPatterns } from '../curate/learned/describe-listing-patterns.ts'
import type { HouseStyleData } from '../curate/learned/house-style.ts'
import { learnFromPastReleases } from '../curate/learned/learn-from-past-releases.ts'
import { touchesPackages } from '../curate/rules/package-paths.ts'
import { readReleaseTag } from '../git/tag-rules.ts'
import { type PackagePast, splitIntoReleases } from '../history/collect-past.ts'
import { versionSettings } from './version-settings.ts'

/** The commits before a range, and the changelog that describes their releases. */
export interface LearnInput {
  commits: Commit[]
  changelog: string
  /** The chosen packages; everything counts if none is chosen. */
  packages: PackagePaths[] | null
  config: RepositoryConfig
  maxMatchSteps: number | undefined
}

/** What was learned from past releases, and from how many of them. */
export interface LearnedData {
  style: HouseStyleData
  releases: number
}

/** What was learned, and a description of it. */
export interface StyleDescription {
  learned: LearnedData | null
  patterns: ListingPatterns | null
}

/** Learns what a project usually lists; null when its changelog shows too little. */
export function learnStyle(input: LearnInput): LearnedData | null {
  const learned = learnFromPastReleases(pastReleases(input))
  return learned && { style: learned.style.data, releases: learned.releases }
}

/** Learns what a project usually lists, and describes it. */
export function describeStyle(input: LearnInput): StyleDescription {
  const past = pastReleases(input)
  const learned = learnFromPastReleases(past)
  return {
    learned: learned && { style: learned.style.data, releases: learned.releases },
    patterns: learned && describeListingPatterns(past, learned.style),
  }
}

function pastReleases({ commits, changelog, maxMatchSteps = stepLimit, ...of }: LearnInput): PastRelease[] {
  return splitIntoReleases(commits, changelog, packagePast(of, { steps: maxMatchSteps }))
}

/** What belongs to the chosen packages; everything if none is chosen. */
function packagePast(
  { packages, config }: Pick<LearnInput, 'packages' | 'config'>,
  budget: MatchBudget,
): PackagePast {
  if (!packages) return {}
  const { tags } = versionSettings(config)
  return {
    isRelease: (tag) => readReleaseTag(tag, tags) !== null,
    touches: touchesPackages(packages, budget),
  }
}
