import { relative } from 'node:path'
import { z } from 'zod'
import { insidePath } from '../api/field-schemas.ts'
import { parseRequest } from '../api/parse-request.ts'
import { putNotes } from '../app/update-changelog.ts'
import type { Tool } from './tool.ts'

const fields = {
  notes: z
    .string()
    .min(1)
    .max(500_000)
    .describe('The section, in the format `keepachangelog`, as render_notes gives it.'),
  file: insidePath
    .optional()
    .describe('The file, below the root of the clone; else its changelog, or CHANGELOG.md.'),
}

/** `update_changelog`: finished notes, put into the changelog of a clone. */
export const updateChangelogTool: Tool = {
  name: 'update_changelog',
  title: 'Put notes into the changelog',
  description:
    'Put a rendered section into the changelog file of the clone. What people wrote there stays byte for byte; entries that are there already are not added again, and doing it twice changes nothing. Writes the file.',
  fields,
  writes: true,
  answer: z.object({
    file: z.string().describe('The file, below the folder the server was started in where it lies there.'),
    changed: z.boolean(),
    releases: z.array(
      z.object({
        label: z.string(),
        action: z.enum(['added', 'merged', 'released', 'unchanged']),
        added: z.array(z.string()).describe('The entries that were put in.'),
        known: z.int().describe('How many entries were there already.'),
      }),
    ),
  }),
  async call(given, { context }) {
    const { notes, file } = parseRequest(z.object(fields), given)
    const { path, text, replace } = await context.openChangelog!(given.dir, file ?? null)
    const { changed, releases, text: after } = putNotes(text, notes)
    if (changed) await replace(after)
    return { file: relative('.', path), changed, releases }
  },
}
