import type { OmissionReason } from '../../core/change.ts'
import type { DiffFact } from '../../core/diff-fact.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import type { Prediction } from '../learned/predict-units.ts'
import { isMerge } from '../parse/parse-commits.ts'
import { classifyPaths } from './classify-path.ts'
import type { Exclusion } from './exclusion-rules.ts'
import type { ProjectOverride } from './project-overrides.ts'

/** What is known of a unit that the rules exclude. */
interface ExcludedUnit {
  unit: ChangeUnit
  reason: OmissionReason
  noOp: Exclusion | null
  exclusion: Exclusion | null
  override: ProjectOverride | null
  prediction: Prediction
  facts: DiffFact[]
  /** Whether the authors of nearly all other changes wrote an entry, but not those of this one. */
  isUnwritten: boolean
}

const narrowMargin = 0.4
/** The types by which authors say that users notice a change. */
const noticedTypes = new Set(['feat', 'feature', 'fix', 'bugfix', 'perf', 'security'])
const noticedDoubt = 0.4
const narrowReasons = new Set<OmissionReason>(['not-notable', 'internal'])
const manifest =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|cargo\.toml|go\.mod|composer\.json|gemfile|pom\.xml|build\.gradle(?:\.kts)?|[\w.-]+\.(?:gemspec|csproj|cabal))$/i
const forDevelopment =
  /\bdev\b|-dev\b|\bdevelopment\b|\bdevdependenc|@types\/|\b(?:eslint|prettier|jest|vitest|mocha|pytest|mypy|ruff|rubocop|husky|lint\w*|actions?\/|github-actions)\b/i

/**
 * Rates how doubtful an exclusion is, from 0 to 1: the diff shows something public such as a raised minimum version, a
 * manifest gets another version of a runtime dependency, the prediction is nearly high enough, or only the prediction
 * excludes what the author calls a feature or a fix of what is shipped. Null if it is clear.
 */
export function rateDoubt(excluded: ExcludedUnit): number | null {
  const { unit, reason, noOp, exclusion, override, prediction, facts, isUnwritten } = excluded
  if (noOp !== null || exclusion?.isFinal || override !== null || isUnwritten) return null
  if (unit.commits.every(isMerge)) return null
  if (facts.some(({ kind }) => kind !== 'documentation')) return 1
  if (reason === 'dependency') return updatesRuntime(unit) ? 0.8 : null
  if (!narrowReasons.has(reason)) return null
  const { margin } = prediction
  if (margin > -narrowMargin) return 0.7 + margin / 2
  const isNoticed = noticedTypes.has(unit.header.type ?? '') && classifyPaths(listPaths(unit)) === 'shipped'
  return reason === 'not-notable' && exclusion === null && isNoticed ? noticedDoubt : null
}

function updatesRuntime(unit: ChangeUnit): boolean {
  return !forDevelopment.test(unit.title) && listPaths(unit).some((path) => manifest.test(path))
}
