import { z } from 'zod'
import type { ChangelogFile, TypeConfig } from '../core/project-files.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { cleanLine } from '../text/clean-text.ts'
import { categoryOfHeading } from './changelog-headings.ts'

/** The schema of such a file; built where there is one. */
function schema() {
  const line = z.string().max(200).transform(cleanLine)
  const declared = z
    .array(z.object({ type: line, section: line.nullish(), hidden: z.boolean().nullish() }))
    .max(100)
  const sections = { 'changelog-sections': declared.optional() }
  return z.object({
    // standard-version and its heirs.
    types: declared.optional(),
    // release-please, for the whole and for a package.
    ...sections,
    packages: z.record(z.string(), z.object(sections)).optional(),
  })
}

const maxCharacters = 65_536

interface ParsedTypeConfig {
  config: TypeConfig | null
  warnings: Warning[]
}

/** Reads which commit types a project shows; an invalid file is ignored with a warning. */
export function readTypeConfig(file: ChangelogFile | null): ParsedTypeConfig {
  if (file === null) return { config: null, warnings: [] }
  try {
    if (file.text.length > maxCharacters) throw new Error('it is too long')
    const { types, packages = {}, ...whole } = schema().parse(JSON.parse(file.text))
    // Packages may differ; only the root package counts for the repository.
    const given = types ?? packages['.']?.['changelog-sections'] ?? whole['changelog-sections'] ?? []
    if (given.length === 0) return { config: null, warnings: [] }
    const read = given.map(({ type, section, hidden }) => ({
      type,
      section: section ?? null,
      category: section ? categoryOfHeading(section) : null,
      hidden: hidden ?? false,
    }))
    return { config: { path: file.path, types: read }, warnings: [] }
  } catch {
    return { config: null, warnings: [warn('type-config-unreadable', { path: file.path })] }
  }
}
