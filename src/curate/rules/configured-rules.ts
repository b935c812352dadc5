import {
  compilePathPattern,
  compilePattern,
  type MatchBudget,
  type Matcher,
  PatternIndex,
} from '../../config/repository/match-pattern.ts'
import { type Category, categories } from '../../core/category.ts'
import type { Evidence } from '../../core/change.ts'
import {
  type BumpLevel,
  type CategoryConfig,
  type ChangeKind,
  defaultOther,
  kindOfCategory,
  placeInFile,
  type RepositoryConfig,
  type RuleCondition,
  type RuleConfig,
  type WorkKind,
} from '../../core/repository-config.ts'
import { findAuthors } from '../group/find-contributors.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import { commitTypes } from '../parse/commit-types.ts'
import { isMerge } from '../parse/parse-commits.ts'
import { parseFooters } from '../parse/parse-footers.ts'
import type { InclusionDecision } from './decide-inclusion.ts'
import type { Exclusion } from './exclusion-rules.ts'
import type { MustInclude } from './must-include.ts'

/** What is known about a unit when the configuration decides. */
export interface UnitFindings {
  unit: ChangeUnit
  mustInclude: MustInclude
  exclusion: Exclusion | null
  category: Category
}

/** A decision of a rule, with the number of the rule. */
interface Decision<Value> {
  rule: number
  /** The rule as it stands in the file, such as `rules[2]`. */
  place: string
  value: Value
}

/** What the rules of the configuration decide about a unit; for each effect the first matching rule decides. */
export interface RuleDecisions {
  /** True to include it, a reason to exclude it. */
  inclusion: Decision<true | string> | null
  category: Decision<string> | null
  breaking: Decision<boolean> | null
  security: Decision<boolean> | null
  scope: Decision<string | null> | null
  bump: Decision<BumpLevel> | null
}

/** The section of a unit, and why it is there. */
export interface SectionDecision {
  title: string
  /** Whether a category names the unit explicitly, so that it is included. */
  includes: boolean
  evidence: Evidence | null
  /** The title in each category; null if something else than the category decides. */
  byCategory: Record<Category, string> | null
}

/** The notability of a unit that only the configuration includes. */
const configuredNotability = 0.4

const workKindOfReason: Partial<Record<Exclusion['reason'], WorkKind>> = {
  dependency: 'dependencies',
  docs: 'documentation',
  internal: 'internal',
  test: 'tests',
}

/** The kind of work that is normally excluded, if a unit is such work. */
export function findWorkKind({
  mustInclude,
  exclusion,
}: Pick<UnitFindings, 'mustInclude' | 'exclusion'>): WorkKind | null {
  const { breaking, security, deprecated, removed } = mustInclude
  if (breaking || security || deprecated || removed) return null
  return (exclusion && workKindOfReason[exclusion.reason]) ?? null
}

/** The kinds of a unit: what it is first of all, and whether it breaks something or fixes a vulnerability. */
function kindsOf(findings: UnitFindings): Set<ChangeKind> {
  const { mustInclude, category } = findings
  return new Set<ChangeKind>([
    findWorkKind(findings) ?? kindOfCategory(category),
    ...(mustInclude.breaking ? (['breaking'] as const) : []),
    ...(mustInclude.security ? (['security'] as const) : []),
  ])
}

/** The rules and categories of a configuration, compiled; it remembers which of them were used. */
export class ConfiguredRules {
  readonly #rules: CompiledRule[]
  readonly #categories: CompiledCategory[]
  readonly #config: RepositoryConfig
  readonly #budget: MatchBudget
  #last: { unit: ChangeUnit; values: Map<PatternKey, string[]> } | null = null
  readonly #gates = new Map<PatternKey, PatternIndex<CompiledRule>>()
  readonly #ungated: CompiledRule[]
  readonly #types: ReadonlySet<string>
  readonly #scopeNames: { matches: Matcher; name: string | null }[]
  readonly #usedRules = new Set<number>()
  readonly #usedCategories = new Set<number>()

  constructor(config: RepositoryConfig, budget: MatchBudget) {
    this.#config = config
    this.#budget = budget
    this.#rules = (config.rules ?? []).map(compileRule)
    this.#ungated = this.#rules.filter(({ gate }) => gate === null)
    for (const rule of this.#rules) {
      const { gate } = rule
      if (!gate) continue
      const known = this.#gates.get(gate.key) ?? new PatternIndex()
      for (const matcher of gate.matchers) known.add(matcher, rule)
      this.#gates.set(gate.key, known)
    }
    this.#categories = (config.categories ?? []).map(compileCategory)
    this.#scopeNames = Object.entries(config.scopes?.names ?? {}).map(([pattern, name]) => ({
      matches: compilePattern(pattern),
      name,
    }))
    const named = [
      ...(config.categories ?? []).flatMap(({ types = [] }) => types),
      ...(config.rules ?? []).flatMap(({ when, unless }) => [...(when.type ?? []), ...(unless?.type ?? [])]),
    ]
    this.#types = new Set(named.map((type) => type.toLowerCase()).filter((type) => !commitTypes.has(type)))
  }

  /** Whether sections have other titles than the six categories. */
  get hasCategories(): boolean {
    return this.#categories.length > 0
  }

  /** Reads a word that the configuration names as a type, where it would be read as a scope. */
  withNamedType(unit: ChangeUnit): ChangeUnit {
    const { type, scope } = unit.header
    if (type !== null || scope === null || this.#types.size === 0) return unit
    const [word = '', ...rest] = scope.split('/')
    if (!this.#types.has(word.toLowerCase())) return unit
    const inner = rest.length === 0 ? null : rest.join('/')
    return { ...unit, header: { ...unit.header, type: word.toLowerCase(), scope: inner } }
  }

  /** Applies the rules to a unit. */
  decide(findings: UnitFindings): RuleDecisions {
    const matching = this.#findPossible(findings.unit).filter(({ index, rule, when, unless }) => {
      const applies =
        this.#holds(when, rule.when, findings) &&
        !(unless && rule.unless && this.#holds(unless, rule.unless, findings))
      if (applies) this.#usedRules.add(index)
      return applies
    })
    const first = <Value>(read: (rule: RuleConfig) => Value | undefined): Decision<Value> | null => {
      for (const { rule, index } of matching) {
        const value = read(rule)
        if (value !== undefined)
          return { rule: index, place: placeInFile(this.#config, 'rules', index), value }
      }
      return null
    }
    return {
      inclusion: first(
        ({ include, exclude }) => include ?? (exclude === true ? 'The configuration excludes it.' : exclude),
      ),
      category: first(({ category }) => category),
      breaking: first(({ breaking }) => breaking),
      security: first(({ security }) => security),
      scope: first(({ scope }) => scope),
      bump: first(({ bump }) => bump),
    }
  }

  /** Finds the section of a unit; null if the configuration has no categories and no rule names one. */
  findSection(findings: UnitFindings, { category: ruled }: RuleDecisions): SectionDecision | null {
    if (ruled) {
      const at = this.#categories.findIndex(({ category }) => category.title === ruled.value)
      if (at !== -1) this.#usedCategories.add(at)
      return {
        title: ruled.value,
        includes: false,
        byCategory: null,
        evidence: { kind: 'config', detail: `${ruled.place} puts it under "${ruled.value}".` },
      }
    }
    if (!this.hasCategories) return null
    const found = this.#findCategory(findings)
    const byCategory = !found || found.isByCategory ? this.#sectionsByCategory() : null
    if (!found) return { title: this.#other, includes: false, evidence: null, byCategory }
    const { at, by, detail } = found
    this.#usedCategories.add(at)
    const { title } = this.#categories[at]!.category
    return {
      title,
      includes: by !== 'verb' && by !== 'kind',
      byCategory,
      evidence: {
        kind: 'config',
        detail: `${placeInFile(this.#config, 'categories', at)} ("${title}") has ${detail}.`,
      },
    }
  }

  /** Whether a category includes a unit that would be excluded: it names its label, its type or its kind of work. */
  includesByCategory(findings: UnitFindings): boolean {
    const { unit } = findings
    const work = findWorkKind(findings)
    return this.#categories.some(
      (each) =>
        this.#matchedLabel(each, unit) !== null ||
        // An update of dependencies is included only where it is meant.
        (work !== 'dependencies' && hasType(each, unit)) ||
        (work !== null && (each.category.kinds ?? []).includes(work)),
    )
  }

  /** Decides about the inclusion of a unit that the built-in rules have judged already. */
  decideInclusion(
    findings: UnitFindings & { noOp: Exclusion | null },
    { inclusion }: RuleDecisions,
    byRules: InclusionDecision,
  ): InclusionDecision {
    const { mustInclude, noOp, exclusion } = findings
    if (noOp || mustInclude.breaking || mustInclude.security) return byRules
    if (typeof inclusion?.value === 'string')
      return { included: false, reason: 'excluded', detail: `${inclusion.place}: ${inclusion.value}` }
    const isDependency = exclusion?.reason === 'dependency'
    const isRuled =
      inclusion !== null && (!isDependency || meansDependencies(this.#rules[inclusion.rule]!.rule))
    if (isRuled || (!exclusion?.isFinal && this.includesByCategory(findings))) {
      return byRules.included ? byRules : { included: true, notability: configuredNotability, evidence: [] }
    }
    return byRules.included && isDependency && this.hasCategories
      ? { included: false, reason: exclusion.reason, detail: exclusion.detail }
      : byRules
  }

  /** The name under which a scope is shown; undefined if the configuration does not name it. */
  nameScope(scope: string): string | null | undefined {
    return this.#scopeNames.find(({ matches }) => matches(scope, this.#budget))?.name
  }

  /** The rules and categories that matched nothing. */
  unused(): string[] {
    return [
      ...this.#rules.flatMap(({ index }) =>
        this.#usedRules.has(index) ? [] : [placeInFile(this.#config, 'rules', index)],
      ),
      ...this.#categories.flatMap((_each, index) =>
        this.#usedCategories.has(index) ? [] : [placeInFile(this.#config, 'categories', index)],
      ),
    ]
  }

  get #other(): string {
    return this.#config.other ?? defaultOther
  }

  /** The section of a change that is in a category only because of its kind. */
  #sectionsByCategory(): Record<Category, string> {
    const titleOf = (category: Category) =>
      this.#categories.find((each) => (each.category.kinds ?? []).includes(kindOfCategory(category)))
        ?.category.title ?? this.#other
    return Object.fromEntries(categories.map((category) => [category, titleOf(category)])) as Record<
      Category,
      string
    >
  }

  /** The category with the most explicit sign; among equals the first in the list. */
  #findCategory(
    findings: UnitFindings,
  ): { at: number; by: string; detail: string; isByCategory?: true } | null {
    const { unit, mustInclude, category } = findings
    const find = (by: string, read: (each: CompiledCategory) => string | null) => {
      for (const [at, each] of this.#categories.entries()) {
        const detail = read(each)
        if (detail !== null) return { at, by, detail }
      }
      return null
    }
    const byKind = (kind: ChangeKind) =>
      find('kind', (each) => ((each.category.kinds ?? []).includes(kind) ? `the kind ${kind}` : null))
    const work = findWorkKind(findings)
    const byCategory = byKind(kindOfCategory(category))
    return (
      (mustInclude.breaking ? byKind('breaking') : null) ??
      (mustInclude.security ? byKind('security') : null) ??
      find('label', (each) => {
        const label = this.#matchedLabel(each, unit)
        return label === null ? null : `the label "${label}"`
      }) ??
      find('type', (each) => (hasType(each, unit) ? `the type ${unit.header.type}` : null)) ??
      find('verb', (each) => {
        const word = firstWord(unit.header.description)
        return each.verbs.has(word) ? `the verb "${word}"` : null
      }) ??
      (work === null ? null : byKind(work)) ??
      (byCategory && { ...byCategory, isByCategory: true })
    )
  }

  #matchedLabel({ labels }: CompiledCategory, { pullRequestDetails }: ChangeUnit): string | null {
    return (
      (pullRequestDetails?.labels ?? []).find((label) => labels.some((each) => each(label, this.#budget))) ??
      null
    )
  }

  /** The values of a unit, which all rules are matched with in a row. */
  #valuesOf(unit: ChangeUnit, key: PatternKey): string[] {
    if (this.#last?.unit !== unit) this.#last = { unit, values: new Map() }
    const { values } = this.#last
    const found = values.get(key) ?? (key === 'path' ? changedPaths(unit) : valuesOf[key](unit))
    values.set(key, found)
    return found
  }

  /** The rules that a unit may match, in their order: of many rules with patterns, most are ruled out at once. */
  #findPossible(unit: ChangeUnit): CompiledRule[] {
    const gated = new Set<CompiledRule>()
    for (const [key, gate] of this.#gates)
      for (const value of this.#valuesOf(unit, key)) gate.collect(value, gated, this.#budget)
    if (gated.size === 0) return this.#ungated
    return [...this.#ungated, ...gated].sort((one, other) => one.index - other.index)
  }

  #holds(compiled: CompiledCondition, given: RuleCondition, findings: UnitFindings): boolean {
    const { unit, mustInclude } = findings
    if (given.breaking !== undefined && given.breaking !== mustInclude.breaking) return false
    if (given.pullRequest !== undefined && given.pullRequest !== (unit.pullRequest !== null)) return false
    if (given.kind) {
      const kinds = kindsOf(findings)
      if (!given.kind.some((kind) => kinds.has(kind))) return false
    }
    if (
      given.commit &&
      !unit.commits.some(({ commit }) =>
        given.commit!.some((sha) => commit.sha.startsWith(sha.toLowerCase())),
      )
    )
      return false
    if (given.words && !hasWords(unit.header.description, given.words)) return false
    for (const [key, matchers] of compiled.values)
      if (!matchesSome(matchers, this.#valuesOf(unit, key), this.#budget)) return false
    if (!compiled.path && !compiled.everyPath) return true
    const paths = this.#valuesOf(unit, 'path')
    if (compiled.path && !matchesSome(compiled.path, paths, this.#budget)) return false
    const { everyPath } = compiled
    return (
      !everyPath || (paths.length > 0 && paths.every((path) => matchesSome(everyPath, [path], this.#budget)))
    )
  }
}

/** Whether one of the values matches one of the patterns. */
function matchesSome(patterns: Matcher[], values: string[], budget: MatchBudget): boolean {
  for (const value of values) for (const matches of patterns) if (matches(value, budget)) return true
  return false
}

/** The files that a unit changes: those of its commits if all are known, because a pull request may list others. */
function changedPaths(unit: ChangeUnit): string[] {
  const own = unit.commits.filter((parsed) => !isMerge(parsed))
  const areKnown = own.length > 0 && own.every(({ commit }) => !commit.pathsCut)
  return areKnown ? [...new Set(own.flatMap(({ commit }) => commit.paths))] : listPaths(unit)
}

/** The effects of rules as evidence. */
export function describeDecisions({ inclusion, breaking, security, scope, bump }: RuleDecisions): Evidence[] {
  const details = [
    inclusion?.value === true ? `${inclusion.place} includes it.` : null,
    breaking && `${breaking.place} says that it is ${breaking.value ? '' : 'not '}breaking.`,
    security &&
      `${security.place} says that it ${security.value ? 'fixes a' : 'does not fix a'} vulnerability.`,
    scope &&
      (scope.value === null
        ? `${scope.place} hides its scope.`
        : `${scope.place} shows its scope as "${scope.value}".`),
    bump && `${bump.place} counts it as ${bump.value} for the next version.`,
  ]
  return details.flatMap((detail) => (detail ? [{ kind: 'config' as const, detail }] : []))
}

/** Corrects what was detected, as the rules say. */
export function correctDetection(
  found: MustInclude,
  { breaking, security }: Pick<RuleDecisions, 'breaking' | 'security'>,
): MustInclude {
  if (!breaking && !security) return found
  const isBreaking = breaking?.value ?? found.breaking
  const isSecurity = security?.value ?? found.security
  return {
    ...found,
    breaking: isBreaking,
    breakingNotes: isBreaking ? found.breakingNotes : [],
    security: isSecurity,
    advisories: isSecurity ? found.advisories : [],
    evidence: found.evidence.filter(
      ({ kind }) => (isBreaking || kind !== 'breaking') && (isSecurity || kind !== 'security'),
    ),
  }
}

/** Whether a rule that includes changes means an update of dependencies too: its type alone does not. */
function meansDependencies({ when }: RuleConfig): boolean {
  return Object.keys(when).some((key) => key !== 'type')
}

interface CompiledRule {
  index: number
  rule: RuleConfig
  when: CompiledCondition
  unless: CompiledCondition | null
  /** Patterns of which one must match for the rule to apply, and which an index can find; null if there are none. */
  gate: { key: PatternKey; matchers: Matcher[] } | null
}

type PatternKey = ValueKey | 'path'
type ValueKey = 'type' | 'scope' | 'label' | 'author' | 'title' | 'trailer'

interface CompiledCondition {
  values: [ValueKey, Matcher[]][]
  path: Matcher[] | null
  everyPath: Matcher[] | null
}

/** The values of a unit that patterns are matched with. */
const valuesOf: Record<ValueKey, (unit: ChangeUnit) => string[]> = {
  type: ({ header }) => (header.type === null ? [] : [header.type]),
  scope: ({ header }) => (header.scope === null ? [] : [header.scope]),
  label: ({ pullRequestDetails }) => pullRequestDetails?.labels ?? [],
  author: ({ commits }) => findAuthors(commits).map(({ login, name }) => login ?? name),
  title: ({ header }) => [header.description],
  trailer: ({ commits }) =>
    commits.flatMap(({ message }) =>
      parseFooters(message.body).footers.map(({ key, value }) => `${key}: ${value}`),
    ),
}

function compileRule(rule: RuleConfig, index: number): CompiledRule {
  const when = compileCondition(rule.when)
  const unless = rule.unless ? compileCondition(rule.unless) : null
  return { index, rule, when, unless, gate: findGate(when) }
}

function findGate({ values, path }: CompiledCondition): CompiledRule['gate'] {
  const lists: [PatternKey, Matcher[]][] = path ? [...values, ['path', path]] : values
  const found = lists.find(([, matchers]) => matchers.every(({ needs }) => needs !== null))
  return found ? { key: found[0], matchers: found[1] } : null
}

function compileCondition(condition: RuleCondition): CompiledCondition {
  const values = (Object.keys(valuesOf) as ValueKey[]).flatMap((key): [ValueKey, Matcher[]][] => {
    const patterns = condition[key]
    if (!patterns) return []
    const compiled = patterns.map((pattern) => compilePattern(key === 'type' ? spellType(pattern) : pattern))
    return [[key, compiled]]
  })
  return {
    values,
    path: condition.path?.map(compilePathPattern) ?? null,
    everyPath: condition.everyPath?.map(compilePathPattern) ?? null,
  }
}

/** A type in the spelling that parsed headers use. */
function spellType(type: string): string {
  return commitTypes.get(type.toLowerCase()) ?? type
}

interface CompiledCategory {
  category: CategoryConfig
  labels: Matcher[]
  types: ReadonlySet<string>
  /** The verbs in all their forms, in small letters. */
  verbs: ReadonlySet<string>
}

function compileCategory(category: CategoryConfig): CompiledCategory {
  return {
    category,
    labels: (category.labels ?? []).map(compilePattern),
    types: new Set((category.types ?? []).map((type) => spellType(type).toLowerCase())),
    verbs: new Set((category.verbs ?? []).flatMap(formsOf)),
  }
}

function hasType({ types }: CompiledCategory, { header }: ChangeUnit): boolean {
  return header.type !== null && types.has(header.type)
}

function firstWord(title: string): string {
  return /^[^\p{L}]{0,5}(\p{L}[\p{L}-]{0,39})/u.exec(title)?.[1]?.toLowerCase() ?? ''
}

/** A verb in all its forms: reduce, reduces, reduced, reducing. */
function formsOf(verb: string): string[] {
  const base = verb.trim().toLowerCase()
  const stem = base.replace(/e$/, '')
  const doubled = /[aeiou][bdgklmnprt]$/.test(base) ? base + base.at(-1)! : stem
  return [
    base,
    `${base}s`,
    `${base}es`,
    base.replace(/y$/, 'ies'),
    base.replace(/y$/, 'ied'),
    ...[stem, doubled].flatMap((each) => [`${each}ed`, `${each}ing`]),
    `${base}ing`,
  ]
}

/** Whether a title contains one of some words or phrases, at word boundaries. */
function hasWords(title: string, words: string[]): boolean {
  const plain = ` ${wordsOf(title)} `
  return words.some((word) => plain.includes(` ${wordsOf(word)} `))
}

function wordsOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
