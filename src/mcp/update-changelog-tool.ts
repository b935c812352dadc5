import { relative } from 'node:path'
import { z } from 'zod'
import { answerSchema } from '../api/answer-schema.ts'
import { repositoryPath } from '../api/field-schemas.ts'
import { parseNotesRequest } from '../api/notes-request.ts'
import { invalidRequest, parseRequest } from '../api/parse-request.ts'
import { unifiedDiff } from '../app/unified-diff.ts'
import { putNotes, updateWithSentNotes } from '../app/update-changelog.ts'
import type { LocalMcpContext, ToolArguments, ToolCall } from './mcp-context.ts'
import { notesFields, readNotes, unlistedNotesFields } from './notes-arguments.ts'
import { withIds } from './notes-tools.ts'
import { layoutFields, parseConfigFields, rangeDefaults, runCall, type Tool } from './tool.ts'

const fields = {
  notes: z
    .string()
    .min(1)
    .max(500_000)
    .optional()
    .describe('Instead of `draft`: a text of render_notes or generate_changelog, unchanged.'),
  file: repositoryPath.optional().describe('Default: the nearest changelog.'),
  dryRun: z.boolean().default(false).describe('Only return the diff.'),
}

const { version, date } = layoutFields
/** The agent knows its own entries; the diff of a dry run shows all of them. */
const maxShown = 5

/** `update_changelog`: adds checked notes to the changelog of a clone. */
export const updateChangelogTool: Tool<LocalMcpContext> = {
  name: 'update_changelog',
  title: 'Add notes to the changelog',
  description:
    'Add a `draft` that passes check_notes to the changelog file. Existing text stays as it is, and entries that any release lists (`known`) are not repeated.',
  fields: { draft: notesFields.draft.describe(''), version, date, ...fields },
  unlisted: unlistedNotesFields,
  writes: true,
  answer: z.object({
    file: z.string(),
    changed: z.boolean(),
    releases: z.array(
      z.object({
        label: z.string(),
        action: z.enum(['added', 'merged', 'released', 'unchanged']),
        added: z.array(z.string()),
        addedCount: z.int(),
        known: z.int(),
        knownEntries: z.array(z.string()),
      }),
    ),
    diff: z.string().optional(),
    warnings: answerSchema.shape.warnings,
  }),
  async call(given, call) {
    const { notes: givenNotes, file: givenFile, dryRun: givenDryRun, ...sent } = given
    const { notes, file, dryRun } = parseRequest(z.object(fields), {
      ...{ notes: givenNotes, file: givenFile, dryRun: givenDryRun },
    })
    const body = notes === undefined ? await readNotes(sent, call.context.drafts) : sent
    const { context } = call
    const opened = await context.openChangelog(body.dir, file ?? null, parseConfigFields(body))
    const { path, pathInTree, text, replace, config } = opened
    const update =
      notes === undefined
        ? await updateWith(body, call, { path: pathInTree, text })
        : { ...putNotes(text, checkRendered(notes, context), { path, config }), warnings: [] }
    if (update.changed && !dryRun) await replace(update.text)
    return {
      file: relative('.', path),
      changed: update.changed,
      releases: update.releases.map(({ label, action, added, known, knownEntries }) => ({
        ...{ label, action, added: added.slice(0, maxShown), addedCount: added.length },
        ...{ known, knownEntries: knownEntries.slice(0, maxShown * 4) },
      })),
      ...(dryRun ? { diff: unifiedDiff(pathInTree, text === '' ? null : text, update.text) } : {}),
      warnings: update.warnings,
    }
  },
}

async function updateWith(
  body: ToolArguments,
  call: ToolCall<LocalMcpContext>,
  { path, text }: { path: string; text: string },
) {
  const repository = await call.context.findRepository(body)
  const {
    request,
    host: hostName,
    warnings,
  } = parseNotesRequest({ ...repository.body, writtenBy: 'agent' }, rangeDefaults)
  const target = { repository, hostName, request: { ...request, path } }
  const update = await runCall(call, target, (notes, context) =>
    updateWithSentNotes(text, notes, context),
  ).catch((error: unknown) => {
    throw withIds(error, body)
  })
  return { ...update, warnings: [...warnings, ...update.warnings] }
}

/** Only what this server has checked is written. */
function checkRendered(notes: string, { renderedTexts }: LocalMcpContext): string {
  if (renderedTexts.has(notes)) return notes
  throw invalidRequest([
    {
      pointer: '#/notes',
      detail:
        'is not a text that render_notes or generate_changelog of this server returned, so it was not checked; send the `draft` of check_notes instead',
    },
  ])
}
