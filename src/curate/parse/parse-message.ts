import { type Footer, parseFooterLine, parseFooters } from './parse-footers.ts'
import { type CommitHeader, parseHeader } from './parse-header.ts'
import { parseRevert, type RevertNote } from './parse-revert.ts'
import { splitPullRequestNumber } from './split-pull-request-number.ts'
import { splitSubject } from './split-subject.ts'

/** What the message of a merge commit says about the merged pull request. */
interface MergeNote {
  pullRequest: number | null
  title: string | null
  /** The repository of the number, where the message names it. */
  repository?: string
  /** Whether GitHub merged the private fork of a security advisory. */
  isFromPrivateFork?: boolean
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
  /** The pull requests whose change it says it back-ports. */
  backportOf: number[]
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
    cherryPickedFrom: parseCherryPick(body),
    backportOf: parseBackport(squash.title, body),
    coAuthors: footers
      .filter(({ key }) => key === 'co-authored-by')
      .flatMap(({ value }) => parsePerson(value)),
  }
}

function parseMerge(subject: string, body: string): MergeNote | null {
  // Most subjects are not those of a merge.
  if (!/^(?:Merge|Pull request #|Auto merge of #|Rollup merge of #)/.test(subject)) return null
  // GitHub: the merge of the private fork of a security advisory, whose number is not public
  if (subject === 'Merge commit from fork')
    return { pullRequest: null, title: titleOfPrivateFork(body), isFromPrivateFork: true }
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
  // Bitbucket Data Center: Merge pull request #12 in PROJECT/repository from branch to main
  const dataCenter = /^Merge pull request #(\d{1,9}) in \S+ from \S+ to \S+$/.exec(subject)
  if (dataCenter) return { pullRequest: Number(dataCenter[1]), title: null }
  // Bitbucket Data Center since version 7: Pull request #12: Title
  const titled = /^Pull request #(\d{1,9}): (.+)$/.exec(subject)
  if (titled) return { pullRequest: Number(titled[1]), title: titled[2]! }
  // Azure: Merged PR 12: Title
  const azure = /^Merged PR (\d{1,9}): (.+)$/.exec(subject)
  if (azure) return { pullRequest: Number(azure[1]), title: azure[2]! }
  // The merge script of Bitcoin Core and others: Merge owner/name#12: Title
  const scripted = /^Merge ([\w.-]{1,100}\/[\w.-]{1,100})?#(\d{1,9}): (.+)$/.exec(subject)
  if (scripted) {
    const [, repository, number, own = ''] = scripted
    return { pullRequest: Number(number), title: own, ...(repository && { repository }) }
  }
  // homu: Auto merge of #12 - ada:branch, r=reviewer, with the title first in the body
  const homu = /^(?:Auto|Rollup) merge of #(\d{1,9}) - \S{1,300}, r=/.exec(subject)
  // The merges inside a rollup have the titles.
  if (homu && title !== null && /^Rollup of \d{1,4} pull requests$/.test(title))
    return { pullRequest: null, title: null }
  if (homu) return { pullRequest: Number(homu[1]), title }
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
  `^(?:merged? (?:the )?(?:branch )?\\S{1,100} (?:branch )?(?:back )?into (?:the )?${commonBranches}(?: branch)?|merge (?:main|master|develop|trunk|nightly) (?:in)?to \\S{1,100}|(?:main|master|develop|trunk|nightly)[ -]to[ -]\\S{1,100}|merge from (?:main|master|develop|trunk)\\b.{0,100}|(?:resolve|fix) (?:the )?merge conflicts?)$`,
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

const advisoryId = /\b(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[23456789cfghjmpqrvwx]{4}){3})\b/i

/** The first line of the body that says something, or the advisory that the body names. */
function titleOfPrivateFork(body: string): string | null {
  for (const line of body.split('\n')) {
    const text = line.replace(/^\s*[-*] +/, '').trim()
    if (!/\p{L}/u.test(text) || parseFooterLine(text)?.key === 'co-authored-by') continue
    if (text.replace(advisoryId, '').trim() === '') break
    if (!isBranchMerge(text) && !/^(?:Signed-off-by|\(cherry picked|See |https?:)/i.test(text)) return text
  }
  const id = advisoryId.exec(body)?.[0]
  return id === undefined ? null : `Fix ${id}`
}

// `(cherry picked from commit …)` of git, `Backport of … from main` of Django, `commit … upstream.` of Linux.
const copiedFrom =
  /^\s{0,8}\(?(?:(?:cherry[- ]picked|back-?ported)(?: from)?(?: commit)?|back-?port of(?: commit)?):? ([0-9a-f]{7,64})\b|^\s{0,8}(?:\[ upstream )?commit ([0-9a-f]{12,64})(?: upstream\.?$| \]$)/i

/** Parses the commits that a message says it copies; a squash body with several commits only quotes theirs. */
function parseCherryPick(body: string): string[] {
  if (!/ackport|ack-port|herry|pstream/.test(body) || (body.match(/^\* \S/gm) ?? []).length > 1) return []
  return body.split('\n').flatMap((line) => {
    const found = copiedFrom.exec(line)
    return found ? [(found[1] ?? found[2])!.toLowerCase()] : []
  })
}

const backportLine =
  /^(?:(?:this is )?(?:an? )?(?:manual |automated |automatic )?)?(?:back-?port(?:s|ed)?|cherry[- ]?pick(?:s|ed)?)(?: of| from)?:? (?:PR |pull request )?(?:\S{1,100}\/pull\/|[\w./-]{0,100}[#!])(\d{1,9})\b/i

/** Parses `Title (backport #12)`, as Mergify writes it, and lines such as `Backport of #12`. */
function parseBackport(title: string, body: string): number[] {
  const numbers: number[] = []
  const inTitle =
    title.endsWith(')') && /\((?:backport|cherry-pick) (?:of )?[#!](\d{1,9})\)$/i.exec(title.slice(-40))
  if (inTitle) numbers.push(Number(inTitle[1]))
  if (!body.includes('ackport') && !body.includes('ack-port') && !body.includes('herry')) return numbers
  for (const line of body.split('\n')) {
    const found = backportLine.exec(line)
    if (found) numbers.push(Number(found[1]))
  }
  return numbers
}

const giteaAddress = /^https?:\/\/\S{1,300}\/pulls\/\d{1,9}$/

function numberFromFooters(footers: Footer[]): number | null {
  const footer = footers.find(
    ({ key, value }) =>
      ['pr-url', 'pr', 'pull-request', 'merge-request'].includes(key) ||
      // Gerrit uses the same footer for the address of a review.
      (key === 'reviewed-on' && giteaAddress.test(value)),
  )
  const found =
    footer && /(?:\/(?:pull|pulls|pull-requests|merge_requests)\/|^[#!]?)(\d{1,9})\/?$/.exec(footer.value)
  return found ? Number(found[1]) : null
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
