import { agentSteps, bullets, numbered, writingRules } from '../api/writing-guide.ts'

const begin = '<!-- notewright:begin -->'
const end = '<!-- notewright:end -->'

/** The section for a project's `AGENTS.md`, between marks by which it is found again. */
const agentsSection = `${begin}
## Release notes

Write release notes and changelog entries with the tools of Notewright (\`notewright mcp\`), not from memory: they list the changes, and check every claim against the commits.

${numbered(agentSteps)}

How to write:

${bullets(writingRules)}
${end}`

/** The text of an `AGENTS.md` with the section in it: in its old place, else at the end; the rest stays as it is. */
export function withAgentsSection(existing: string): string {
  // A mark without its end is somebody's own text: what follows it is not ours to replace.
  const start = existing.lastIndexOf(begin)
  const stop = existing.indexOf(end, start)
  const lineEnd = existing.includes('\r\n') ? '\r\n' : '\n'
  const section = agentsSection.replaceAll('\n', lineEnd)
  if (start !== -1 && stop !== -1)
    return existing.slice(0, start) + section + existing.slice(stop + end.length)
  const gap = existing === '' ? '' : lineEnd.repeat(existing.endsWith('\n') ? 1 : 2)
  return `${existing}${gap}${section}${lineEnd}`
}
