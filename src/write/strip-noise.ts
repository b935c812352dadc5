const skipMarks =
  /\s*\[(?:skip ci|ci skip|no ci|skip actions|actions skip|skip-changelog|security|wip|cherry-?pick|back-?port[^\][]{0,40})\]:?/gi
const emojiCode = /(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/g
const emojiAtEnd = /(?:\s|\p{Extended_Pictographic}|[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]){1,20}$/u
const ticket = '[A-Z][A-Z0-9]{1,15}-\\d{1,6}'
const tracker = new RegExp(`^(?:\\[${ticket}\\]|\\(${ticket}\\)|${ticket}(?=[\\s:,]))[\\s:,–—-]{0,5}`)
// Without brackets only what is no standard, cipher or unit: `Support AES-256` names no ticket.
const bareTicket =
  '(?!(?:AES|ANSI|BIP|CVE|CWE|ECMA|EIP|FEP|GHSA|HTTP|IEEE|ISO|JEP|JSR|PEP|RFC|RSA|SHA|TLS|USB|UTC|UTF|WCAG)-)[A-Z][A-Z0-9]{2,15}-\\d{2,6}'
const trackerAtEnd = new RegExp(`\\s+(?:\\[${ticket}\\]|\\(${ticket}\\))$`)
const bareTrackerAtEnd = new RegExp(`\\s+${bareTicket}$`)
const advisoryName = /^[[(]?(?:CVE|GHSA|RFC|ISO|UTF|SHA|PEP|FEP|BIP|JEP|TC)-/
const oneReference = '(?:[\\w.-]{1,60}/[\\w.-]{1,60})?(?:#|!|GH-)\\d{1,9}'
const references = `${oneReference}(?:(?:\\s*,\\s*|\\s+and\\s+|\\s+)${oneReference}){0,9}`
// Some trackers write numbers without a sign: `(bug 2051221)`, `(PR 21247 follow-up)`.
const counted = '(?:bug|issue|pr) \\d{3,9}(?: follow-?up)?'
const hasReference = new RegExp(`(?:#|!|GH-)\\d|\\(${counted}`, 'i')
const closing =
  '(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|re|issue|bug|pr|for|part of|related to|addresses|backport(?: of)?|cherry-?pick(?: of)?)'
const bracketed = new RegExp(`\\s*[([](?:${closing}:?\\s+)?(?:${references}|${counted})[)\\]]$`, 'i')
const openTails = [
  new RegExp(`[\\s,;.–—-]+${closing}:?\\s+${references}$`, 'i'),
  new RegExp(`[\\s,;–—-]+${references}$`, 'i'),
]
// `\#12, correctly parse x`, `[Fix #12] parse x`, `(#12) parse x`, `Fixes #12: parse x`
const leadingReference = new RegExp(
  `^(?:[([](?:${closing}:?\\s+)?\\\\?${references}[)\\]][\\s:,–—-]*|(?:${closing}:?\\s+)?\\\\?${references}(?:\\s*[:,–—]\\s*|\\s+--?\\s+))(?=\\S)`,
  'i',
)
// `Backport PR #12 to 3-0-stable - parse x`, `vim-patch:9.2.0276: parse x`
const leadingOrigin =
  /^(?:(?:back-?port|cherry-?pick)(?: of)?(?: (?:PR|MR|pull request))? [#!]\d{1,9}(?: (?:to|into|onto|on|for) \S{1,60})?\s*(?:[:–—]|-{1,2}(?=\s))\s*|[a-z]{2,20}-patch:[\w.:]{1,40}:\s+)(?=\S)/i
// After one of these words the reference is part of the sentence: `the race in #12`.
const needsReference =
  /(?:^|\s)(?:in|by|of|from|with|to|since|after|before|on|than|as|at|via|and|or|the|pr|pr's|pull request|commit|issues?|bugs?|tickets?)$/i
// What a person or a tool adds for reviewers: another attempt, a branch, thanks, a trailer.
const forReviewers = [
  /\s*\((?:take|attempt|try|round|version) \d{1,2}\)$|\s*\((?:\d(?:nd|rd|th)|second|third) (?:try|attempt|take)\)$|\s*\((?:again|wip|draft)\)$/i,
  /\s*\((?:main|master|develop|trunk|stable|release[-/][\w.-]{1,30}|\d{1,4}(?:\.\d{1,4}){0,2}\.x|back-?port[^()]{0,40})\)$/i,
  /\s*\((?:cherry[- ]picked from|back-?ported from)[^()]{0,120}\)$/i,
  /\s+(?:Signed-off-by|Co-authored-by|Reviewed-by|Acked-by|Change-Id|Cc): .{1,200}$/,
  /(?:\s*[,;.–—-])?\s+(?:thanks(?: to)?|by|h\/t|cc) @[\w-]{1,39}(?:(?:,| and|,? &) @[\w-]{1,39}){0,5}[.!]?$/i,
  /\s*[([](?:(?:thanks(?: to)?|by|h\/t|cc):? )?@[\w-]{1,39}(?:(?:,| and|,? &) @[\w-]{1,39}){0,5}[)\]]$/i,
]
const secondVersion = /\s*\(v[2-9]\)$/i
const isVersioned =
  /\b(?:api|version|protocol|schema|format|spec|cgroups?|manifest|endpoint|parser|engine)\b/i
const revertedTitle = /^(Revert|Reapply) "(?:[a-z]{2,12}(?:\([^()]{1,40}\))?!?: )?(.+)"$/i

/** Removes references, tracker keys, emoji, skip marks and notes for reviewers from a title. */
export function stripNoise(title: string): string {
  let text = title.replace(/\s+/g, ' ').trim()
  // Most titles have neither bracket nor colon, so the patterns are skipped.
  if (text.includes('[')) text = text.replace(skipMarks, '')
  if (text.includes('#'))
    text = text.replace(/(?: #(?:trivial|minor|nochangelog|skip-?changelog|patch))+$/i, '')
  if (text.includes(':')) text = text.replace(emojiCode, '').replace(/ {2,}/g, ' ')
  text = withoutTails(withoutHeads(withoutEmojiAtEnd(text.trim())))
  const reverted = revertedTitle.exec(text)
  if (reverted) text = `${reverted[1]} "${withoutTails(reverted[2]!)}"`
  return text.replace(/(?<!\.)[.;,:]$|\s+[-–—]$/, '').trim()
}

/** Removes the keys of a tracker before and after a text. */
export function stripTrackers(text: string): string {
  const body = advisoryName.test(text) ? text : text.replace(tracker, '')
  const kept = cutOpenTail(cutTail(body, trackerAtEnd), bareTrackerAtEnd)
  return kept === '' ? text : kept
}

function withoutEmojiAtEnd(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  // Emoji are outside of the characters that most titles end with.
  if (last < 0x2000) return text
  const kept = text.slice(0, -40) + text.slice(-40).replace(emojiAtEnd, '')
  return kept === '' ? text : kept
}

function withoutHeads(text: string): string {
  for (let round = 0; round < 3; round += 1) {
    const shorter = withoutHead(text)
    if (shorter === text || shorter === '') break
    text = shorter
  }
  return text
}

function withoutHead(text: string): string {
  if (!/^[[(\\#!A-Z]|^.{0,14}[#!-]/.test(text) || advisoryName.test(text)) return text
  return text
    .replace(tracker, '')
    .replace(leadingReference, '')
    .replace(leadingOrigin, '')
    .replace(/^[-–—:,]\s+(?=\S)/, '')
}

function withoutTails(text: string): string {
  text = text.trimEnd()
  // Several references can follow each other: `… (#12), fixes #13 (#14)`.
  for (let round = 0; round < 5; round += 1) {
    const shorter = withoutTail(text)
    if (shorter === text) break
    text = shorter
  }
  return text
}

function withoutTail(text: string): string {
  let shorter = text
  if (/[)\]]$|@|-by|-Id|Cc: /.test(text)) {
    for (const tail of forReviewers) shorter = cutTail(shorter, tail)
    if (secondVersion.test(shorter) && !isVersioned.test(shorter)) shorter = cutTail(shorter, secondVersion)
    if (!/(?:CVE|GHSA|RFC|ISO|PEP|FEP|BIP|JEP)-[\d-]{1,12}[)\]]$/.test(shorter))
      shorter = cutTail(shorter, trackerAtEnd)
  }
  if (/[A-Z0-9]-\d{2,6}$/.test(shorter)) shorter = cutOpenTail(shorter, bareTrackerAtEnd)
  return hasReference.test(shorter) ? openTails.reduce(cutOpenTail, cutTail(shorter, bracketed)) : shorter
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
