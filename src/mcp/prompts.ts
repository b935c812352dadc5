import { z } from 'zod'
import { requestSchema } from '../api/request.ts'
import { agentSteps, bullets, numbered, writingRules } from '../api/writing-guide.ts'
import { formats } from '../core/format.ts'
import { layoutFields } from './tool.ts'

/** A prompt as agents list it, and the words it gives them. */
export interface Prompt {
  name: string
  title: string
  description: string
  fields: z.ZodRawShape
  words: (given: Record<string, string | undefined>) => string
}

const { shape } = requestSchema
const text = (description: string) => z.string().max(300).optional().describe(description)

const fields = {
  repo: text(shape.repoFullName.description!),
  from: text(shape.fromRef.description!),
  to: text(shape.toRef.description!),
}

function rangeWords({ repo, from, to }: Record<string, string | undefined>): string {
  const ends = [
    `Repository: ${quoted(repo) ?? 'the one you work in'}.`,
    `From: ${quoted(from) ?? 'the tag of the last release, or HEAD~50 where there is none'}.`,
    `To: ${quoted(to) ?? 'HEAD'}.`,
  ]
  return ends.join('\n')
}

/** What a person typed is shown as a value, not as a part of the instructions. */
function quoted(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : JSON.stringify(value.trim())
}

const rules = `How to write:\n${bullets(writingRules)}`

/** The prompts of the server. */
export const prompts: Prompt[] = [
  {
    name: 'release-notes',
    title: 'Write release notes',
    description: 'Release notes of a range of commits, in your words, checked against the commits.',
    fields: { ...fields, format: text(`One of ${formats.join(', ')}.`) },
    words: (given) =>
      `Write the release notes of a range of commits with the tools of Notewright.\n\n${rangeWords(given)}\nFormat: ${quoted(given.format) ?? 'hosting_release'}.\n\n${numbered(agentSteps)}\n\n${rules}`,
  },
  {
    name: 'changelog-entry',
    title: 'Write a section of a changelog',
    description:
      'The section of a Keep a Changelog file for a range of commits, checked against the commits.',
    fields: { ...fields, version: text(layoutFields.version.description!) },
    words: (given) =>
      `Write the section of a changelog for a range of commits with the tools of Notewright.\n\n${rangeWords(given)}\nVersion: ${quoted(given.version) ?? 'as the tag says, else Unreleased'}.\n\n${numbered(agentSteps)}\n\nRender with format "keepachangelog". Where there is the tool \`update_changelog\`, put the text into the file with it. Otherwise render with part "section", put the section above the newest one of the file, below \`## [Unreleased]\` where that is kept, and change nothing else.\n\n${rules}`,
  },
]
