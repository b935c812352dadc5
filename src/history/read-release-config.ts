import { parse } from 'yaml'
import { z } from 'zod'
import type { ReleaseConfig, Warning } from '../types.ts'
import { cleanLine } from './clean-text.ts'

const names = z
  .array(z.coerce.string())
  .max(200)
  .nullish()
  .transform((list) => (list ?? []).map(cleanLine))
const filter = z
  .object({ labels: names, authors: names })
  .nullish()
  .transform((given) => given ?? { labels: [], authors: [] })

const schema = z.object({
  changelog: z.object({
    exclude: filter,
    categories: z
      .array(z.object({ title: z.coerce.string().transform(cleanLine), labels: names, exclude: filter }))
      .max(100)
      .nullish()
      .transform((list) => list ?? []),
  }),
})

const mostCharacters = 65_536

/** Reads `.github/release.yml`; one that cannot be read changes nothing, and the answer says so. */
export function readReleaseConfig(text: string | null): {
  config: ReleaseConfig | null
  warnings: Warning[]
} {
  if (text === null) return { config: null, warnings: [] }
  try {
    if (text.length > mostCharacters) throw new Error('it is too long')
    // No aliases: a few lines of them can stand for gigabytes.
    const { changelog } = schema.parse(parse(text, { maxAliasCount: 0 }))
    return { config: changelog, warnings: [] }
  } catch {
    const detail =
      '.github/release.yml could not be read, so its categories were not used. Check it against the documentation of GitHub.'
    return { config: null, warnings: [{ code: 'release-config-unreadable', detail }] }
  }
}
