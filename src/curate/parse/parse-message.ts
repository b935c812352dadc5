import { type Footer, parseFooters } from './parse-footers.ts'
import { type CommitHeader, parseHeader } from './parse-header.ts'
import { splitSubject } from './split-subject.ts'

/** What the message of a merge commit says about the merged pull request. */
interface MergeNote {
  pullRequest: number | null
  title: string | null
}

/** What a message says it reverts. */
interface RevertNote {
  shas: string[]
  pullRequests: number[]
  subject: string | null
}

/** A parsed commit message. */
export interface CommitMessage {
  /** The first line; the whole first sentence where an editor wrapped it or a host cut it. */
  subject: string
  /** The subject without its pull-request number. */
  title: string
  header: CommitHeader
  body: string
  breakingNotes: string[]
  pullRequest: number | null
  merge: MergeNote | null
  revert: RevertNote | null
  cherryPickedFrom: string[]
  coAuthors: { name: string; email: string }[]
}

/** Parses a commit message in time linear in its length. */
export function parseMessage(text: string): CommitMessage {
  const { subject, body } = splitSubject(text)
  const { footers, breakingNotes } = parseFooters(body)
  const merge = parseMerge(subject, body)
  const squash = splitPullRequestNumber(subject)
  return {
    subject,
    title: squash.title,
    header: parseHeader(squash.title),
    body,
    breakingNotes,
    pullRequest: merge?.pullRequest ?? squash.number ?? numberFromFooters(footers),
    merge,
    revert: parseRevert(squash.title, body, footers),
    cherryPickedFrom: linesAfter(body, '(cherry picked from commit ')
      .map(parseSha)
      .filter((sha) => sha !== null),
    coAuthors: footers
      .filter(({ key }) => key === 'co-authored-by')
      .flatMap(({ value }) => parsePerson(value)),
  }
}

/** A title without its pull-request number, and that number. */
interface NumberedTitle {
  title: string
  number: number | null
}

/** Splits the pull-request number off the end of a title: `Title (#12)`, also `(!12)`. */
export function splitPullRequestNumber(subject: string): NumberedTitle {
  const found = /\s*\([#!](\d{1,9})\)\s*$/.exec(subject.slice(-24))
  if (!found) return { title: subject, number: null }
  return { title: subject.slice(0, subject.length - found[0].length), number: Number(found[1]) }
}

function parseMerge(subject: string, body: string): MergeNote | null {
  const firstLine = body.split('\n', 1)[0]!.trim()
  const title = firstLine === '' ? null : firstLine
  // GitHub: Merge pull request #12 from ada/branch
  const github = /^Merge pull request #(\d{1,9}) from /.exec(subject)
  if (github) return { pullRequest: Number(github[1]), title: title && isBranchMerge(title) ? null : title }
  // Gitea and Forgejo: Merge pull request 'Title' (#12) from branch into main
  const gitea = /^Merge pull request ['"](.*)['"] \([#!](\d{1,9})\) from /.exec(subject)
  if (gitea) return { pullRequest: Number(gitea[2]), title: gitea[1]! }
  // Bitbucket: Merged in branch (pull request #12)
  const bitbucket = /^Merged in .*\(pull request #(\d{1,9})\)$/.exec(subject)
  if (bitbucket) return { pullRequest: Number(bitbucket[1]), title }
  // Azure: Merged PR 12: Title
  const azure = /^Merged PR (\d{1,9}): (.+)$/.exec(subject)
  if (azure) return { pullRequest: Number(azure[1]), title: azure[2]! }
  // bors: Merge #12, with a line `12: Title r=reviewer a=author`
  const bors = /^Merge #(\d{1,9})\b/.exec(subject)
  if (bors) return { pullRequest: Number(bors[1]), title: borsTitle(bors[1]!, body) }
  if (!/^Merged? (?:(?:branch|remote-tracking branch|branches|tag|commit) |\S+ into \S+)/.test(subject))
    return null
  // GitLab: Merge branch 'x' into 'main', with the title first and `See merge request group/project!12` last
  const gitlab = /^See merge request \S*!(\d{1,9})$/m.exec(body)
  return gitlab
    ? { pullRequest: Number(gitlab[1]), title }
    : { pullRequest: splitPullRequestNumber(subject).number, title: null }
}

const commonBranches = '(?:main|master|develop|trunk|release[\\w./-]{0,60}|v?\\d{1,5}\\.[\\w.]{1,40})'
const branchMerge = new RegExp(
  `^merged? (?:the )?(?:branch )?\\S{1,100} (?:branch )?(?:back )?into (?:the )?${commonBranches}(?: branch)?$`,
  'i',
)

// Git's own merge title, on a commit whose merge was squashed or rebased away.
const gitMerge =
  /^merge (?:remote-tracking )?branch(?:es)? '[^']{1,200}'(?: of \S{1,200})?(?: into \S{1,200})?$/i

/** Whether a title only says that one branch was merged into another, such as a release branch into main. */
export function isBranchMerge(title: string): boolean {
  return branchMerge.test(title) || gitMerge.test(title)
}

function borsTitle(number: string, body: string): string | null {
  const line = body.split('\n').find((text) => text.startsWith(`${number}: `))
  return line?.slice(number.length + 2).replace(/ r=\S+(?: a=\S+)?$/, '') ?? null
}

function numberFromFooters(footers: Footer[]): number | null {
  const footer = footers.find(({ key }) => ['pr-url', 'pr', 'pull-request', 'merge-request'].includes(key))
  const found =
    footer && /(?:\/(?:pull|pulls|pull-requests|merge_requests)\/|^[#!]?)(\d{1,9})\/?$/.exec(footer.value)
  return found ? Number(found[1]) : null
}

function parseRevert(title: string, body: string, footers: Footer[]): RevertNote | null {
  const subject = revertedSubject(title)
  const lines = [...linesAfter(body, 'This reverts commit '), ...linesAfter(body, 'This reverts commits ')]
  const footed = footers.filter(({ key }) => key === 'reverts' || key === 'revert').map(({ value }) => value)
  const shas = [...lines, ...footed].flatMap((value) => value.match(/\b[0-9a-f]{7,64}\b/g) ?? [])
  const claims = [...linesAfter(body, 'Reverts '), ...footed]
  const pullRequests = claims.flatMap((value) => {
    const found = /^\S{0,200}?[#!](\d{1,9})\b/.exec(value)
    return found ? [Number(found[1])] : []
  })
  if (subject === null && shas.length === 0 && pullRequests.length === 0) return null
  return { shas, pullRequests, subject: subject && splitPullRequestNumber(subject).title }
}

function revertedSubject(title: string): string | null {
  const quoted = /^(?:revert:\s*)?(Revert|Reapply) "(.*)"$/i.exec(title)
  if (quoted) return quoted[1]!.toLowerCase() === 'reapply' ? `Revert "${quoted[2]}"` : quoted[2]!
  const typed = /^revert(?:\([^()]*\))?:\s*(.+)$/i.exec(title)
  return typed ? typed[1]!.replace(/^"(.*)"$/, '$1') : null
}

function linesAfter(body: string, beginning: string): string[] {
  if (!body.includes(beginning)) return []
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(beginning))
    .map((line) => line.slice(beginning.length))
}

function parseSha(text: string): string | null {
  return /^[0-9a-f]{7,64}/.exec(text)?.[0] ?? null
}

function parsePerson(value: string): { name: string; email: string }[] {
  const end = value.indexOf('<')
  if (end < 1) return []
  return [
    {
      name: value.slice(0, end).trim(),
      email: value
        .slice(end + 1)
        .replace(/>.*$/, '')
        .trim(),
    },
  ]
}
