import type { DeclaredType, TypeConfig } from '../../core/project-files.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { parseHeader } from '../parse/parse-header.ts'
import type { ProjectOverride } from './find-fragment.ts'

/** What a project's own settings say about a change of this type; null where they say nothing. */
export function findProjectOverride(
  { header }: ChangeUnit,
  config: TypeConfig | null,
): ProjectOverride | null {
  if (config === null || header.type === null) return null
  const declared = config.types.find(({ type }) => spelled(type) === header.type)
  if (!declared) return null
  return {
    told: !declared.hidden,
    category: declared.category,
    kind: 'type-config',
    detail: sayDeclared(declared, header.type, config.path),
  }
}

/** A type in the spelling that we use for it. */
function spelled(type: string): string {
  return parseHeader(`${type}: x`).type ?? type
}

function sayDeclared({ section, hidden }: DeclaredType, type: string, path: string): string {
  if (hidden) return `${path} hides the type ${type}.`
  return section === null
    ? `${path} shows the type ${type}.`
    : `${path} shows the type ${type} under "${section}".`
}
