import { z } from 'zod'
import { generateRequestSchema } from '../api/generate-request.ts'
import { agentSteps, bullets, numbered, writingRules } from '../api/writing-guide.ts'
import { formats } from '../core/format.ts'
import { previousRelease } from '../core/release-words.ts'
import { layoutFields } from './tool.ts'

/** A prompt: what agents see of it, and the text that it returns. */
export interface Prompt {
  name: string
  title: string
  description: string
  fields: z.ZodRawShape
  write: (given: Record<string, string | undefined>) => string
}

const { shape } = generateRequestSchema
const text = (description: string) => z.string().max(300).optional().describe(description)

const fields = {
  repo: text(shape.repoFullName.description!),
  from: text(shape.fromRef.description!),
  to: text(shape.toRef.description!),
}

function describeRange({ repo, from, to }: Record<string, string | undefined>): string {
  const ends = [
    `Repository: ${quoted(repo) ?? 'the one you work in'}.`,
    `From: ${quoted(from) ?? previousRelease}.`,
    `To: ${quoted(to) ?? 'HEAD'}.`,
  ]
  return ends.join('\n')
}

/** Quotes a value that a person typed, so that it is not read as part of the instructions. */
function quoted(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : JSON.stringify(value.trim())
}

const rules = `How to write:\n${bullets(writingRules)}`

/** The prompts of the server. */
export const prompts: Prompt[] = [
  {
    name: 'release-notes',
    title: 'Write release notes',
    description: 'Write release notes for a range of commits and check them against the commits.',
    fields: { ...fields, format: text(`One of ${formats.join(', ')}.`) },
    write: (given) =>
      `Write the release notes for a range of commits with the Notewright tools.\n\n${describeRange(given)}\nFormat: ${quoted(given.format) ?? 'hosting_release'}.\n\n${numbered(agentSteps)}\n\n${rules}`,
  },
  {
    name: 'changelog-entry',
    title: 'Write a changelog section',
    description: 'Write a Keep a Changelog section for a range of commits and check it against the commits.',
    fields: { ...fields, version: text(layoutFields.version.description!) },
    write: (given) =>
      `Write the changelog section for a range of commits with the Notewright tools.\n\n${describeRange(given)}\nVersion: ${quoted(given.version) ?? 'the version of the tag, or Unreleased if there is none'}.\n\n${numbered(agentSteps)}\n\nRender with format "keepachangelog". If the tool \`update_changelog\` is available, call it with the draft; \`dryRun: true\` shows the diff first. Otherwise render with part "section", insert the section above the newest version section of the file (below \`## [Unreleased]\` if the file keeps one), and change nothing else.\n\n${rules}`,
  },
]
