import { compilePattern, unlimitedBudget } from '../config/repository/match-pattern.ts'
import type { RepositoryConfig } from '../core/repository-config.ts'
import { defaultVersioning, type Versioning } from '../core/versioning.ts'
import { defaultTagRules, type TagRules } from '../git/tag-rules.ts'

/** How a project tags its releases and makes its versions. */
export interface VersionSettings {
  versioning: Versioning
  tags: TagRules
}

/** The settings of a configuration, with the defaults for what it leaves open. */
export function versionSettings({ tags, versioning }: RepositoryConfig): VersionSettings {
  const ignored = (tags?.ignore ?? []).map(compilePattern)
  const given = Object.fromEntries(
    Object.entries(versioning ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<Versioning>
  return {
    tags: {
      patterns: tags?.pattern ?? defaultTagRules.patterns,
      // A name is short, and the number of patterns is limited.
      isIgnored: (name) => ignored.some((matches) => matches(name, unlimitedBudget)),
      preReleases: tags?.prereleases ?? defaultTagRules.preReleases,
    },
    versioning: {
      ...defaultVersioning,
      ...given,
      bump: { ...defaultVersioning.bump, ...versioning?.bump },
    },
  }
}
