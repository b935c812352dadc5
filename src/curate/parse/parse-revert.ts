import { type Footer, parseFooterLine } from './parse-footers.ts'
import { splitPullRequestNumber } from './split-pull-request-number.ts'
import { stripQuotes } from './strip-quotes.ts'

/** What a message says it reverts. */
export interface RevertNote {
  shas: string[]
  pullRequests: number[]
  /** The title of the reverted commit, without its pull-request number. */
  subject: string | null
  /** The pull-request number that follows the reverted title. */
  subjectNumber: number | null
  /** Whether the message says that it reverts only a part, or replaces what it reverts. */
  isPartial: boolean
  /** Whether the message lists other work besides the revert. */
  hasMore: boolean
}

/**
 * Parses what a commit reverts; null when it is no revert. A commit is a revert when its title says so, or when its
 * body is nothing but the sentence that git or a host writes. A squash body only quotes the messages of its commits.
 */
export function parseRevert(title: string, body: string, footers: Footer[]): RevertNote | null {
  const claim = parseRevertTitle(title)
  const footed = footers.filter(({ key }) => key === 'reverts' || key === 'revert').map(({ value }) => value)
  if (claim === null && !isOnlyRevertSentence(body, footed)) return null
  const text = body === '' ? '' : stripQuotes(body)
  const cited = parseSentences(text)
  const shas = [...(claim?.shas ?? []), ...cited.shas, ...footed.flatMap((value) => parseShas(value).shas)]
  const pullRequests = [
    ...(claim?.pullRequests ?? []),
    ...cited.pullRequests,
    ...footed.flatMap((value) => parseNumber(value) ?? []),
  ]
  const quoted = claim?.subject ?? null
  if (quoted === null && shas.length === 0 && pullRequests.length === 0) return null
  const numbered = quoted === null ? null : splitPullRequestNumber(quoted)
  const hasMore = listsOtherWork(body)
  // Beside other work, only a revert that comes first, quotes a title and cites a SHA is certain.
  const isUnclear = hasMore && (quoted === null || shas.length === 0 || !/^\* (?:revert|reapply)/i.test(body))
  return {
    shas: [...new Set(shas)],
    pullRequests: [...new Set(pullRequests)],
    subject: numbered?.title ?? null,
    subjectNumber: numbered?.number ?? null,
    isPartial: isUnclear || cited.isRange || saysPartial(`${claim?.rest ?? title}\n${text}`),
    hasMore,
  }
}

interface RevertClaim {
  subject: string | null
  shas: string[]
  pullRequests: number[]
  /** The words of the title that are not the reverted title. */
  rest: string
}

const revertWord = /revert|reapply/i
// `revert: …`, `Revert …`, `Reverts …`, also behind a type, an area or an issue: `fix: revert …`, `[1.x] Revert …`.
const revertTitle =
  /^(?:(?:\[[^\][]{1,40}\]|(?!revert)[a-z][\w./-]{0,30}(?:\([^()]{0,60}\))?!?:|(?:fixe[sd]|refs|closes) #\d{1,9}(?:, #\d{1,9}){0,5} --)\s*){0,2}(?:revert:\s*(?=(?:revert|reapply) "))?((?:(?:partial|manual)(?:ly)? )?(?:revert(?:s|ed|ing)?|reapply))(?:\([^()]{0,60}\))?!?([:,]?)\s+(.+)$/i
// Some people forget the closing quotation mark.
const quotedTitle = /^(?:commit )?(?:"(.*)"|“(.*)”|'(.*)'|`(.*)`|"([^"]+))(?: #\d{1,9})?\.?$/

function parseRevertTitle(title: string): RevertClaim | null {
  if (!revertWord.test(title)) return null
  const found = revertTitle.exec(title)
  if (!found) return null
  const [, verb = '', colon, object = ''] = found
  const quoted = quotedTitle.exec(object)
  const inner = quoted?.slice(1).find((text) => text !== undefined)
  if (inner !== undefined) {
    const subject = /^reapply/i.test(verb) ? `Revert "${inner}"` : inner
    return { subject, shas: [], pullRequests: [], rest: verb }
  }
  // `Reapply #12` brings a change back; only `Reapply "…"` names the revert that it reverts.
  if (/^reapply/i.test(verb)) return null
  const { shas } = parseShas(object.replace(/^commits? /i, ''))
  const isNamed = colon === ':' || /^reverts$/i.test(verb)
  const number = parseNumber(object) ?? (isNamed ? null : parseTitleNumber(object))
  const isTitle = isNamed && shas.length === 0 && number === null
  return {
    subject: isTitle ? object : null,
    shas,
    pullRequests: number === null ? [] : [number],
    rest: isTitle ? verb : `${verb} ${object}`,
  }
}

const hostSentence =
  /^(?:(?:This reverts (?:commits? [0-9a-f]{7,64}(?:(?:,| and|, and) [0-9a-f]{7,64}){0,50}(?:,? reversing changes made to [^\s.]{1,100})?|(?:pull|merge) request \S{0,100}?[#!]\d{1,9})|Reverts \S{0,100}?[#!]\d{1,9})\.? ?)+$/i

/** Whether a body consists of the sentence of a revert and of footers. */
function isOnlyRevertSentence(body: string, footed: string[]): boolean {
  if (footed.length === 0 && !body.includes('everts ')) return false
  const lines = body
    .split('\n')
    .filter((line) => parseFooterLine(line) === null && !line.startsWith('(cherry picked from commit '))
  const text = lines.join(' ').replace(/\s+/g, ' ').trim()
  // A footer with a number may name one of several purposes of a commit.
  if (text === '') return footed.some((value) => parseShas(value).shas.length > 0)
  return hostSentence.test(text.slice(0, maxText))
}

interface CitedReverts {
  shas: string[]
  pullRequests: number[]
  /** Whether a sentence names a range such as `a..b`. */
  isRange: boolean
}

function parseSentences(text: string): CitedReverts {
  const cited: CitedReverts = { shas: [], pullRequests: [], isRange: false }
  const [, ...sentences] = text.split(/^[ \t]{0,3}(?:This (?:commit )?reverts|Reverts?)\s+/im)
  for (const sentence of sentences) addSentence(sentence, cited)
  return cited
}

function addSentence(sentence: string, cited: CitedReverts): void {
  const { shas, isRange } = parseShas(sentence.replace(/^commits?:?\s+/i, ''))
  cited.shas.push(...shas)
  cited.isRange ||= isRange
  const number = parseNumber(sentence)
  if (number !== null) cited.pullRequests.push(number)
}

const listedSha = /\s*(?:,\s*and\s|,|;|&|and\s|[*-]\s)?\s*(?:commits?\s+)?([0-9a-f]{7,64})\b/iy

/** The SHAs in the list at the start of a text; `reversing changes made to …` and other prose end the list. */
function parseShas(text: string): { shas: string[]; isRange: boolean } {
  const shas: string[] = []
  listedSha.lastIndex = 0
  let end = 0
  for (let found = listedSha.exec(text); found; found = listedSha.exec(text)) {
    shas.push(found[1]!.toLowerCase())
    end = listedSha.lastIndex
  }
  return { shas, isRange: shas.length > 0 && /^(?:[\^~]\d*)?\.\.\.?\S/.test(text.slice(end, end + 8)) }
}

/** The number of the pull request at the start of a text: `#12`, `acme/tool#12`, `!12`, `PR 12` or its address. */
function parseNumber(text: string): number | null {
  const found =
    /^(?:(?:PR|pull request|merge request)\s+#?|(?:(?:PR|pull request|merge request)\s+)?[^\s#!"]{0,200}[#!]|https?:\/\/\S{1,200}\/(?:pull|pulls|pull-requests|merge_requests)\/)(\d{1,9})\b/i.exec(
      text,
    )
  return found ? Number(found[1]) : null
}

/** The number in `61426`, `changes from #40497` or `something (#69161)`, where the title of a revert ends. */
function parseTitleNumber(object: string): number | null {
  const found =
    /^(\d{3,9})$|^(?:the )?changes? (?:from|in|of|made (?:in|by)) #(\d{1,9})$|\(#(\d{1,9})\)$/i.exec(object)
  const digits = found?.slice(1).find((text) => text !== undefined)
  return digits === undefined ? null : Number(digits)
}

const maxText = 1200
const partialWords = [
  /\b(?:partial(?:ly)?|partly|mostly)[- ](?:un)?(?:revert|undo)/i,
  /\brevert(?:s|ed|ing)?\b[^.\n]{0,80}\b(?:partial(?:ly)?|partly|in part|only (?:the|a|some|parts?))\b/i,
  /\b(?:parts?|portions?|some|most|half) of (?:it|the (?:change|commit|patch|pull request|pr)|#\d|[0-9a-f]{7})/i,
  /\b(?:keeps|keeping|kept|retain(?:s|ing|ed)?|preserv(?:es|ing)|except)\b|\b(?:but|and|still|we) keep\b|^keep\b/im,
  /^revert[^.\n]{0,200}\band (?:make|add|use|fix|move|implement|introduce|switch|replace|rename|update|bump|set)\b/i,
  /\breplac(?:es|ing) (?:it|them|this|that)\b|\band replaces?\b|\bput(?:s|ting)? back\b|\bleav(?:es?|ing) .{1,60}\b(?:in place|intact|alone)\b/i,
]
// Some bots repeat the description of the reverted change below such a line.
const originalDescription =
  /^(?:original (?:PR|description|change|message)|this change reverts the following)/im

/** Whether a message says that something of the reverted change stays; quoted titles do not count. */
function saysPartial(text: string): boolean {
  const [own = ''] = text.slice(0, maxText).split(originalDescription, 1)
  const unquoted = own.replace(/"[^"\n]{0,300}"/g, '')
  return partialWords.some((words) => words.test(unquoted))
}

// Steps on the way to the revert, which say nothing about what else it changes.
const stepOfRevert =
  /^(?:revert|reapply|merge|undo|(?:fix(?:e[sd])?|update|add|run)? ?(?:the |a )?(?:\w+ )?(?:lint|format|typo|test|spec|snapshot|conflict|ci\b|build|changelog|changeset|doc|nit|lock)|prettier|empty commit|wip\b|review|address|apply suggestion|clean ?up)/i

/** Whether the body is the list of messages that a squash writes, and one of them is no part of a revert. */
function listsOtherWork(body: string): boolean {
  if (!body.startsWith('* ')) return false
  const titles = body.slice(0, maxText).match(/^\* .{1,300}$/gm) ?? []
  return titles.length > 1 && titles.some((title) => !stepOfRevert.test(title.slice(2).trim()))
}
