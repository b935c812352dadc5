import { z } from 'zod'
import type { ReleaseConfig } from '../core/project-files.ts'
import { type Warning, warn } from '../core/warnings.ts'
import { cleanLine } from '../text/clean-text.ts'

/** The schema of the file; built where there is one. */
function schema() {
  const names = z
    .array(z.coerce.string())
    .max(200)
    .nullish()
    .transform((list) => (list ?? []).map(cleanLine))
  const filter = z
    .object({ labels: names, authors: names })
    .nullish()
    .transform((given) => given ?? { labels: [], authors: [] })
  const category = z.object({ title: z.coerce.string().transform(cleanLine), labels: names, exclude: filter })
  const categories = z
    .array(category)
    .max(100)
    .nullish()
    .transform((list) => list ?? [])
  return z.object({ changelog: z.object({ exclude: filter, categories }) })
}

const maxCharacters = 65_536

interface ParsedReleaseConfig {
  config: ReleaseConfig | null
  warnings: Warning[]
}

/** Parses `.github/release.yml`; an invalid file is ignored with a warning. */
export async function readReleaseConfig(text: string | null): Promise<ParsedReleaseConfig> {
  if (text === null) return { config: null, warnings: [] }
  try {
    if (text.length > maxCharacters) throw new Error('it is too long')
    // Most projects have no such file: its reader is loaded when one has.
    const { parse } = await import('yaml')
    // No aliases: a few lines of them can stand for gigabytes.
    const { changelog } = schema().parse(parse(text, { maxAliasCount: 0 }))
    return { config: changelog, warnings: [] }
  } catch {
    return { config: null, warnings: [warn('release-config-unreadable')] }
  }
}
