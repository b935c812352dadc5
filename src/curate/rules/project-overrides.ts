import type { Category } from '../../core/category.ts'
import { isFragmentPath } from '../../core/changelog-paths.ts'
import type { DeclaredType, TypeConfig } from '../../core/project-files.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listFirstPaths } from '../group/unit-paths.ts'
import { parseHeader } from '../parse/parse-header.ts'

/** What a project itself declares about a change. */
export interface ProjectOverride {
  included: boolean
  /** The declared category; null when none is declared. */
  category: Category | null
  /** Declared by a news fragment of this change, or by the project's configuration of commit types. */
  kind: 'fragment' | 'type-config'
  detail: string
}

/** Finds what the project declares about a unit: by a news fragment, else by its type configuration. */
export function findProjectOverride(unit: ChangeUnit, config: TypeConfig | null): ProjectOverride | null {
  return findNewsFragment(listFirstPaths(unit)) ?? findTypeOverride(unit, config)
}

const fragmentTypes: { pattern: RegExp; included: boolean; category: Category | null }[] = [
  {
    pattern: /^(?:misc|trivial|internal|docs?|documentation|dev|contrib|chore|tests?|ci|build|packaging)$/,
    included: false,
    category: null,
  },
  { pattern: /^security$/, included: true, category: 'Security' },
  { pattern: /^deprecat(?:ion|ed|e|ions)$/, included: true, category: 'Deprecated' },
  { pattern: /^remov(?:al|ed|e|als)$/, included: true, category: 'Removed' },
  {
    pattern: /^(?:feat(?:ure)?s?|add(?:ed|ition)?|new|enhancements?)$/,
    included: true,
    category: 'Added',
  },
  { pattern: /^(?:bug(?:fix|fixes|s)?|fix(?:ed|es)?)$/, included: true, category: 'Fixed' },
  {
    pattern: /^(?:changed?|changes|improvements?|perf(?:ormance)?|breaking|update[sd]?)$/,
    included: true,
    category: 'Changed',
  },
]

/** A commit with more fragments than this collects them for a release. */
const maxOwnFragments = 3

/** Finds the news fragment that a change adds; null when there is none, or too many to be its own. */
export function findNewsFragment(paths: string[]): ProjectOverride | null {
  const found = paths.filter(isFragmentPath)
  if (found.length === 0 || found.length > maxOwnFragments) return null
  const fragments = found.map(readFragmentName)
  return (
    fragments.find(({ included, category }) => included && category !== null) ??
    fragments.find(({ included }) => included) ??
    fragments[0]!
  )
}

function readFragmentName(path: string): ProjectOverride {
  // The type is a part of the name, as in 123.bugfix.rst and Added-20260102-030405.yaml.
  const words = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[.\-_+]/)
  const [type] = words.flatMap((word) => fragmentTypes.find(({ pattern }) => pattern.test(word)) ?? [])
  const included = type?.included ?? true
  const detail = included
    ? `It adds the news fragment ${path}.`
    : `The type of its news fragment, ${path}, is not published.`
  return { included, category: type?.category ?? null, kind: 'fragment', detail }
}

/** Finds what the project's configuration declares about the commit type; null when it declares nothing. */
function findTypeOverride({ header }: ChangeUnit, config: TypeConfig | null): ProjectOverride | null {
  if (config === null || header.type === null) return null
  const declared = config.types.find(({ type }) => normaliseType(type) === header.type)
  if (!declared) return null
  return {
    included: !declared.hidden,
    category: declared.category,
    kind: 'type-config',
    detail: describeDeclaration(declared, header.type, config.path),
  }
}

/** A type in the spelling that parsed headers use. */
function normaliseType(type: string): string {
  return parseHeader(`${type}: x`).type ?? type
}

function describeDeclaration({ section, hidden }: DeclaredType, type: string, path: string): string {
  if (hidden) return `${path} hides the type ${type}.`
  return section === null
    ? `${path} shows the type ${type}.`
    : `${path} shows the type ${type} under "${section}".`
}
