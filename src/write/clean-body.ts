const trailer =
  /^(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|change-id|cc|pr-url|refs?|closes|fixes|resolves|see[ -]also|bug|issue|link|backport-of|cherry-picked-from|generated-by|assisted-by)\s?:|^\(cherry picked from commit |^(?:closes|fixes|resolves|refs) (?:[\w./-]{0,80})?#\d+\.?$/i
const checkbox = /^\s*(?:[-*+]\s+)?\[[ xX✓✔]?\]\s/
const tableRow = /^\s*\|.*\|\s*$|^\s*(?:\|\s*)?:?-{3,}:?(?:\s*\|\s*:?-{3,}:?)+\s*(?:\|\s*)?$/
const quotedMail = /^\s*>|^On .{4,120} wrote:\s*$|^-{3,}\s*(?:Original Message|Forwarded message)/i
// Headings of pull-request templates ask a question; what stands below them is kept.
const templateHeading =
  /^\s*(?:#{1,6}\s*|\*\*)(?:what(?:'s| is| does| kind)?\b.*|why\b.*|how\b.*|description|summary|motivation(?: and context)?|context|changes|checklist|type of change|types of changes|related issues?|issues?|tests?|testing|test plan|how has this been tested.*|screenshots?.*|additional (?:context|information|notes)|notes? (?:for|to) reviewers?|reviewers?|proposed changes?|pull request checklist|documentation|release notes?|breaking changes?)\s*:?\s*(?:\*\*)?\s*[?:]?\s*$/i
const filler =
  /^\s*(?:_?none_?|n\/a|no|yes|tbd|todo|please (?:describe|provide|delete|check|include|make sure|add|explain)\b.*|thank you for (?:contributing|your).*|thanks for (?:contributing|your).*|make sure (?:that )?you.*|before submitting.*|by submitting this pull request.*|i have (?:read|added|updated|tested|run|signed|checked|followed|performed|commented|made)\b.*)\.?\s*$/i
const maxComment = 20_000

/**
 * Returns a body with what its author wrote: without the texts of templates, checklists, tables, trailers, quoted
 * mail and images, which would take the room of a long body and support statements that the author did not make.
 */
export function cleanBody(body: string): string {
  return withoutComments(body)
    .split('\n')
    .filter((line) => !isAdded(line))
    .map((line) => line.replace(/!\[[^[\]]{0,200}\]\([^()\s]{0,500}\)/g, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether a template, a tool or a mail program added a line. */
function isAdded(line: string): boolean {
  // Runs of spaces become one, so that no pattern has to try their parts.
  const bare = line.trim().replace(/\s+/g, ' ')
  return [trailer, checkbox, tableRow, quotedMail, templateHeading, filler].some((pattern) =>
    pattern.test(bare),
  )
}

/** Removes HTML comments, in which templates give instructions; one without an end is kept. */
function withoutComments(body: string): string {
  const kept: string[] = []
  let position = 0
  for (let start = body.indexOf('<!--'); start !== -1; start = body.indexOf('<!--', position)) {
    const end = body.indexOf('-->', start)
    if (end === -1 || end - start > maxComment) break
    kept.push(body.slice(position, start))
    position = end + 3
  }
  return kept.join('') + body.slice(position)
}
