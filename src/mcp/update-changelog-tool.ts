import { relative } from 'node:path'
import { z } from 'zod'
import { repositoryPath } from '../api/field-schemas.ts'
import { parseRequest } from '../api/parse-request.ts'
import { putNotes } from '../app/update-changelog.ts'
import type { LocalMcpContext } from './mcp-context.ts'
import { configFields, parseConfigFields, type Tool } from './tool.ts'

const fields = {
  notes: z
    .string()
    .min(1)
    .max(500_000)
    .describe('The section in `keepachangelog` format, as render_notes returns it.'),
  file: repositoryPath
    .optional()
    .describe(
      'A text file of the clone, relative to its root; if omitted, the configured changelog, or the one that is nearest to `dir`, or CHANGELOG.md.',
    ),
}

/** `update_changelog`: adds rendered notes to the changelog of a clone. */
export const updateChangelogTool: Tool<LocalMcpContext> = {
  name: 'update_changelog',
  title: 'Add notes to the changelog',
  description:
    'Add a rendered section to the changelog file of the clone. Existing text is never modified, entries that are already there are not added again, and a second call changes nothing. Writes the file, only in the clone that the server was started in or in folders that its user allowed.',
  fields: { ...fields, ...configFields },
  writes: true,
  answer: z.object({
    file: z.string().describe('The path of the file, relative to the folder that the server was started in.'),
    changed: z.boolean(),
    releases: z.array(
      z.object({
        label: z.string(),
        action: z.enum(['added', 'merged', 'released', 'unchanged']),
        added: z.array(z.string()).describe('The entries that were added.'),
        known: z.int().describe('The number of entries that were already there.'),
      }),
    ),
  }),
  async call(given, { context }) {
    const { notes, file } = parseRequest(z.object(fields), given)
    const request = parseConfigFields(given)
    const { path, text, replace, config } = await context.openChangelog(given.dir, file ?? null, request)
    const { changed, releases, text: after } = putNotes(text, notes, { path, config })
    if (changed) await replace(after)
    return { file: relative('.', path), changed, releases }
  },
}
