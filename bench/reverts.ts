import { execFileSync, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Commit } from '../src/core/commit.ts'
import { curate } from '../src/curate/curate.ts'
import { gitLogArgs, readGitLog } from '../src/hosts/local/git-log.ts'

/**
 * Checks every commit that is excluded as reverted against the files, and every revert that cancels nothing. See
 * docs/quality.md for what counts as wrong.
 * Usage: npm run bench:reverts -- --repo PATH [--repo PATH]… [--commits 2000] [--revision HEAD] [--list]
 */
const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    commits: { type: 'string', default: '2000' },
    revision: { type: 'string', default: 'HEAD' },
    list: { type: 'boolean', default: false },
  },
})

/** The share of a commit's lines that may differ: later commits shift and reword lines. */
const tolerance = 0.25
/** So many lines of a revert may differ in any case, because a later commit reworded them. */
const maxShifted = 3

// A revert may leave or add these: they are not what notes list.
const accompanyingPath =
  /(?:^|\/)(?:changelog|changes|news|history)[^/]*$|(?:^|\/)(?:\.changeset|newsfragments|news|changelogs?|tests?|__tests__|spec|fixtures|docs?)\/|\.(?:md|rst|txt|snap|lock)$|[._](?:test|spec)\.|lock\.(?:json|yaml)$/i

const citedSha = /\breverts?\s+(?:commit\s+)?([0-9a-f]{7,40})\b/gi

/** The distinctive lines that a commit adds to a file and removes from it. */
interface FileDiff {
  path: string
  added: string[]
  removed: string[]
}

/** The share of a commit's lines that a revision still has, and some of the added ones. */
interface Remainder {
  share: number
  addedShare: number
  samples: { path: string; line: string }[]
}

/** What the judges of one repository need. */
interface Excluded {
  repo: string
  /** The reasons of the commits that are excluded as reverted, by SHA. */
  details: Map<string, string>
  /** The commits of the range, by SHA. */
  bySha: Map<string, Commit>
}

console.log(
  '| repository | commits | excluded as reverted | judged | wrong | missed |\n|---|---|---|---|---|---|',
)
for (const repo of values.repo) await measure(repo)

async function measure(repo: string): Promise<void> {
  const commits = await readCommits(repo)
  const history = { commits, pullRequests: [], logins: new Map(), firstTimers: null }
  const { omitted, warnings } = curate(history, { audience: 'users', paths: [] })
  const reverted = omitted.filter(({ reason }) => reason === 'reverted')
  const excluded: Excluded = {
    repo,
    details: new Map(reverted.map(({ sha, detail }) => [sha, detail])),
    bySha: new Map(commits.map((commit) => [commit.sha, commit])),
  }
  const lines: string[] = []
  const counts = { judged: 0, wrong: 0, missed: 0 }
  for (const { sha, subject, detail } of reverted) {
    const verdict = judge(sha, detail, excluded)
    if (!verdict.startsWith('skip')) counts.judged += 1
    if (verdict.startsWith('wrong')) counts.wrong += 1
    lines.push(`  ${verdict} | ${sha.slice(0, 9)} ${subject.slice(0, 80)}: ${detail}`)
  }
  for (const commit of commits) {
    const verdict = judgeKept(commit, excluded)
    if (verdict === null) continue
    if (verdict.startsWith('missed')) counts.missed += 1
    lines.push(
      `  ${verdict} | ${commit.sha.slice(0, 9)} ${commit.message.slice(0, 200).replaceAll('\n', ' ⏎ ')}`,
    )
  }
  const name = repo
    .replace(/\/(?:repo|\.git)\/?$/, '')
    .split('/')
    .at(-1)!
  console.log(
    `| ${name.replace('+', '/')} | ${commits.length} | ${reverted.length} | ${counts.judged} | ${counts.wrong} | ${counts.missed} |`,
  )
  if (!values.list) return
  for (const line of lines) console.log(line)
  for (const { code, detail } of warnings) console.log(`  warning ${code}: ${detail}`)
}

async function readCommits(repo: string): Promise<Commit[]> {
  const [command = '', ...options] = gitLogArgs
  const child = spawn('git', ['-C', repo, command, '-n', values.commits, ...options, values.revision], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const commits: Commit[] = []
  for await (const commit of readGitLog(child.stdout)) commits.push(commit)
  return commits
}

function judge(sha: string, detail: string, excluded: Excluded): string {
  // An abbreviated SHA may be ambiguous in a large repository.
  const expand = (start: string) => [...excluded.bySha.keys()].find((each) => each.startsWith(start))!
  const revert = /^Reverted by ([0-9a-f]+)/.exec(detail)?.[1]
  if (revert !== undefined) return judgeTarget(sha, expand(revert), excluded)
  const targets = /^It reverts ([0-9a-f, ]+) in the same range/.exec(detail)?.[1]?.split(', ').map(expand)
  if (targets) return judgeRevert(sha, targets, excluded)
  return judgeMerge(sha, excluded)
}

/** Says whether a commit was really reverted, and whether it stayed so or came in again. */
function judgeTarget(sha: string, revert: string, { repo, details }: Excluded): string {
  const all = readDiff(repo, sha)
  if (all.length === 0) return 'skip: it changes no line'
  const shipped = all.filter(({ path }) => !accompanyingPath.test(path))
  const diff = shipped.length > 0 ? shipped : all
  const [before, after, atRevert, atEnd] = readFiles(
    repo,
    [`${sha}~1`, sha, revert, values.revision],
    diff.map(({ path }) => path),
  ) as [FileLines, FileLines, FileLines, FileLines]
  const gone = findRemainder(diff, { before, after, now: atRevert })
  if (gone.share > tolerance) return `wrong: ${gone.share.toFixed(2)} stays after the revert`
  const end = findRemainder(diff, { before, after, now: atEnd })
  // Later work can remove the same lines, so only added lines count at the end.
  if (end.addedShare <= tolerance) return `reverted (${gone.share.toFixed(2)}, ${end.addedShare.toFixed(2)})`
  const again = end.samples.slice(0, 3).flatMap(({ path, line }) => {
    const text = git(repo, [
      'log',
      '-E',
      '--format=%H',
      `-G^[[:space:]]*${escapePattern(line)}[[:space:]]*$`,
      `${revert}..${values.revision}`,
      '--',
      path,
    ])
    return text.split('\n').filter((each) => each !== '')
  })
  const own = again.find((each) => !details.has(each))
  if (own !== undefined) return `came in again by ${own.slice(0, 9)}`
  return `wrong: ${end.addedShare.toFixed(2)} is there at the end`
}

/** Says whether a revert does nothing but undo the commits that it is excluded with. */
function judgeRevert(sha: string, targets: string[], { repo, details }: Excluded): string {
  const withIt = [...details].filter(([, detail]) => isRevertedBy(detail, sha)).map(([target]) => target)
  const undone = [...new Set([...targets, ...withIt])]
  const own = findOwnLines(repo, readDiff(repo, sha), undone)
  return own.share > tolerance
    ? `wrong: ${own.share.toFixed(2)} is not the inverse of ${undone.length} commits, such as ${own.sample}`
    : `inverse (${own.share.toFixed(2)})`
}

function isRevertedBy(detail: string, sha: string): boolean {
  const revert = /^Reverted by ([0-9a-f]+)/.exec(detail)?.[1]
  return revert !== undefined && sha.startsWith(revert)
}

/** Says whether all that a merge brought is gone again, or undoes what else is excluded. */
function judgeMerge(sha: string, excluded: Excluded): string {
  const { repo, details } = excluded
  const merged = git(repo, ['log', '--no-merges', '--format=%H', `${sha}^1..${sha}`])
    .split('\n')
    .filter((each) => each !== '')
  const kept = merged.filter((each) => !details.has(each))
  const verdicts = merged
    .filter((each) => details.has(each))
    .map((each) => judge(each, details.get(each)!, excluded))
  const wrong = verdicts.find((verdict) => verdict.startsWith('wrong'))
  if (wrong) return `${wrong} (merged)`
  const own = findOwnLines(repo, readDiff(repo, sha), [...kept, ...merged], 'either')
  if (own.share > tolerance) return `wrong: ${own.share.toFixed(2)} of the merge is its own`
  return `merge of ${merged.length} commits, ${kept.length} kept`
}

/** The share of a diff's lines that some commits do not explain, neither by their inverse nor by what was before. */
function findOwnLines(
  repo: string,
  diff: FileDiff[],
  commits: string[],
  direction: 'inverse' | 'either' = 'inverse',
): { share: number; sample: string } {
  const added = new Map<string, Set<string>>()
  const removed = new Map<string, Set<string>>()
  for (const file of commits.flatMap((each) => readDiff(repo, each))) {
    for (const path of [file.path, '']) {
      addAll(added, path, direction === 'inverse' ? file.removed : [...file.removed, ...file.added])
      addAll(removed, path, direction === 'inverse' ? file.added : [...file.removed, ...file.added])
    }
  }
  let all = 0
  const own: string[] = []
  for (const file of diff.filter(({ path }) => !accompanyingPath.test(path))) {
    // A file that was renamed in between is compared with all lines.
    const path = added.has(file.path) ? file.path : ''
    const changes = [
      ...file.added.map((line) => ({ line, sign: '+', isKnown: added.get(path)?.has(line) })),
      ...file.removed.map((line) => ({ line, sign: '-', isKnown: removed.get(path)?.has(line) })),
    ].filter(({ line }) => !isComment(line))
    all += changes.length
    own.push(
      ...changes.filter(({ isKnown }) => !isKnown).map(({ line, sign }) => `${file.path}: ${sign}${line}`),
    )
  }
  const share = own.length <= maxShifted ? 0 : own.length / all
  return { share, sample: own[0]?.slice(0, 150) ?? '' }
}

function isComment(line: string): boolean {
  return /^(?:#\s|\/\/|\/?\*|--\s|<!--)/.test(line)
}

function addAll(map: Map<string, Set<string>>, key: string, lines: string[]): void {
  const set = map.get(key) ?? new Set()
  for (const line of lines) set.add(line)
  map.set(key, set)
}

/** Says of a revert that is not excluded whether it is the exact inverse of a commit of the range; null for others. */
function judgeKept({ sha, message }: Commit, { repo, details, bySha }: Excluded): string | null {
  if (details.has(sha) || !/^[^\n]{0,40}\bre(?:vert|apply)/i.test(message)) return null
  const quoted = /^[^\n]{0,40}\brevert[^\n"]{0,10}"([^\n]+)"/i.exec(message)?.[1]
  const shas = [...message.matchAll(citedSha)].map(([, each]) => each!)
  const bare = (text: string) => text.split('\n', 1)[0]!.replace(/\s*\(#\d+\)/g, '')
  const all = [...bySha.values()]
  const own = all.findIndex((each) => each.sha === sha)
  const cited = all.slice(own + 1).find((each) => shas.some((start) => each.sha.startsWith(start)))
  const titled =
    quoted === undefined ? undefined : all.slice(own + 1).find((each) => bare(each.message) === bare(quoted))
  const target = cited ?? titled
  if (!target) return 'kept, nothing in range'
  const name = `${target.sha.slice(0, 9)}${cited ? '' : ' (by title)'}`
  if (details.has(target.sha)) {
    const undone = [...details].filter(([, detail]) => isRevertedBy(detail, sha)).map(([each]) => each)
    const { share, sample } = findOwnLines(repo, readDiff(repo, sha), [target.sha, ...undone])
    return share <= tolerance
      ? `missed, ${name} is excluded and nothing is new`
      : `kept, ${name} is excluded and ${share.toFixed(2)} is new, such as ${sample}`
  }
  const diff = readDiff(repo, target.sha)
  const paths = diff.map(({ path }) => path)
  const [before, after, now] = readFiles(repo, [`${target.sha}~1`, target.sha, sha], paths) as [
    FileLines,
    FileLines,
    FileLines,
  ]
  const { share } = findRemainder(diff, { before, after, now })
  const extra = findOwnLines(repo, readDiff(repo, sha), [target.sha])
  const isInverse = share <= tolerance && extra.share <= tolerance && diff.length > 0
  return `${isInverse ? 'missed' : 'kept'}, ${share.toFixed(2)} of ${name} stays, ${extra.share.toFixed(2)} is new`
}

function escapePattern(line: string): string {
  return line.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
}

type FileLines = Map<string, Set<string>>

function findRemainder(
  diff: FileDiff[],
  { before, after, now }: { before: FileLines; after: FileLines; now: FileLines },
): Remainder {
  const samples: Remainder['samples'] = []
  let remaining = 0
  let all = 0
  let allAdded = 0
  for (const { path, added, removed } of diff) {
    for (const line of added.filter((text) => !before.get(path)?.has(text))) {
      all += 1
      allAdded += 1
      if (!now.get(path)?.has(line)) continue
      remaining += 1
      samples.push({ path, line })
    }
    if (!now.has(path)) continue
    for (const line of removed.filter((text) => !after.get(path)?.has(text))) {
      all += 1
      if (!now.get(path)!.has(line)) remaining += 1
    }
  }
  return {
    share: all === 0 ? 0 : remaining / all,
    addedShare: allAdded === 0 ? 0 : samples.length / allAdded,
    samples: samples.sort(byLength),
  }
}

function byLength(one: { line: string }, other: { line: string }): number {
  return other.line.length - one.line.length
}

function readDiff(repo: string, sha: string): FileDiff[] {
  const text = git(repo, [
    'show',
    '--format=',
    '-U0',
    '-m',
    '--first-parent',
    '--no-renames',
    '--no-color',
    sha,
  ])
  return text
    .split(/^diff --git /m)
    .slice(1)
    .map((part) => {
      const lines = part.split('\n')
      const start = lines.findIndex((line) => line.startsWith('@@'))
      const names = lines.slice(0, start).filter((line) => /^(?:\+\+\+ b|--- a)\//.test(line))
      const changed = start === -1 ? [] : lines.slice(start)
      const pick = (sign: string) =>
        changed
          .filter((line) => line.startsWith(sign))
          .map((line) => line.slice(1).trim())
          .filter(isDistinctive)
      return { path: names.at(-1)?.slice(6) ?? '', added: pick('+'), removed: pick('-') }
    })
    .filter(({ path }) => path !== '')
}

/** Lines such as a single bracket occur everywhere and prove nothing. */
function isDistinctive(line: string): boolean {
  return line.replace(/\W/g, '').length >= 8
}

/** The lines of some files at several revisions, read by one process. */
function readFiles(repo: string, revisions: string[], paths: string[]): FileLines[] {
  const names = revisions.flatMap((revision) => paths.map((path) => `${revision}:${path}`))
  const output = execFileSync('git', ['-C', repo, 'cat-file', '--batch'], {
    input: `${names.join('\n')}\n`,
    maxBuffer: 1 << 29,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const files = revisions.map((): FileLines => new Map())
  let at = 0
  for (let index = 0; index < names.length; index += 1) {
    const end = output.indexOf(10, at)
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1]
    at = end + 1
    if (size === undefined) continue
    const text = output.toString('utf8', at, at + Number(size))
    at += Number(size) + 1
    const lines = new Set(text.split('\n').map((line) => line.trim()))
    files[Math.floor(index / paths.length)]!.set(paths[index % paths.length]!, lines)
  }
  return files
}

function git(repo: string, args: string[]): string {
  const options = { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] } as const
  return execFileSync('git', ['-C', repo, ...args], { ...options, stdio: [...options.stdio] }).toString()
}
