const skipMarks = /\s*\[(?:skip ci|ci skip|no ci|skip actions|actions skip|skip-changelog|security)\]:?/gi
const emojiCode = /(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/g
const tracker = /^(?:\[[A-Z][A-Z0-9]{1,9}-\d{1,6}\]|[A-Z][A-Z0-9]{1,9}-\d{1,6}(?=[\s:]))\s*:?\s*/
const advisoryName = /^(?:CVE|GHSA|RFC|ISO|UTF|SHA)-/
const oneReference = '(?:[\\w.-]{1,60}/[\\w.-]{1,60})?(?:#|!|GH-)\\d{1,9}'
const references = `${oneReference}(?:(?:\\s*,\\s*|\\s+and\\s+|\\s+)${oneReference}){0,9}`
// Some trackers write numbers without a sign: `(bug 2051221)`, `(PR 21247 follow-up)`.
const counted = '(?:bug|issue|pr) \\d{3,9}(?: follow-?up)?'
const hasReference = new RegExp(`(?:#|!|GH-)\\d|\\(${counted}`, 'i')
const closing =
  '(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|re|issue|for|part of|related to|addresses)'
const bracketed = new RegExp(`\\s*[([](?:${closing}:?\\s+)?(?:${references}|${counted})[)\\]]$`, 'i')
const openTails = [
  new RegExp(`[\\s,;.–—-]+${closing}:?\\s+${references}$`, 'i'),
  new RegExp(`[\\s,;–—-]+${references}$`, 'i'),
]
// After one of these words the reference is part of the sentence: `the race in #12`.
const needsReference =
  /(?:^|\s)(?:in|by|of|from|with|to|since|after|before|on|than|as|at|via|and|or|the|pr|pr's|pull request|commit|issues?|bugs?|tickets?)$/i
const revertedTitle = /^(Revert|Reapply) "(?:[a-z]{2,12}(?:\([^()]{1,40}\))?!?: )?(.+)"$/i

/** Removes issue references at the end, tracker keys, emoji codes and skip marks from a title. */
export function stripNoise(title: string): string {
  // Most titles have neither bracket nor colon, so the patterns are skipped.
  let text = title.includes('[') ? title.replace(skipMarks, '') : title
  if (text.includes(':')) text = text.replace(emojiCode, '')
  text = text.replace(/\s+/g, ' ').trim()
  if (!advisoryName.test(text)) text = text.replace(tracker, '')
  text = withoutTails(text)
  const reverted = revertedTitle.exec(text)
  if (reverted) text = `${reverted[1]} "${withoutTails(reverted[2]!)}"`
  return text.replace(/(?<!\.)[.;,:]$/, '').trim()
}

function withoutTails(text: string): string {
  if (!hasReference.test(text)) return text.trimEnd()
  // Several references can follow each other: `… (#12), fixes #13 (#14)`.
  for (let round = 0; round < 4; round += 1) {
    const shorter = openTails.reduce(cutOpenTail, cutTail(text, bracketed))
    if (shorter === text) break
    text = shorter
  }
  return text
}

/** Cuts a reference without brackets, unless the title is incomplete without it. */
function cutOpenTail(text: string, tail: RegExp): string {
  const shorter = cutTail(text, tail)
  return needsReference.test(shorter) || !/\s/.test(shorter) ? text : shorter
}

function cutTail(text: string, tail: RegExp): string {
  const searched = 200
  const start = Math.max(0, text.length - searched)
  const kept = text.slice(start).replace(tail, '').trimEnd()
  // A title that is only a reference keeps it.
  return start === 0 && kept === '' ? text : text.slice(0, start) + kept
}
