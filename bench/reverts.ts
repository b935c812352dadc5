import { execFileSync, spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Commit } from '../src/core/commit.ts'
import { curate } from '../src/curate/curate.ts'
import { gitLogArgs, readGitLog } from '../src/hosts/local/git-log.ts'

/**
 * Checks every commit that is excluded as reverted against the files: the revert must remove what the commit added,
 * and it may be there at the end of the range only if a commit that is not excluded as reverted added it again.
 * Usage: npm run bench:reverts -- --repo PATH [--repo PATH]… [--commits 2000] [--list]
 */
const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    commits: { type: 'string', default: '2000' },
    list: { type: 'boolean', default: false },
  },
})

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

console.log('| repository | commits | excluded as reverted | wrong |\n|---|---|---|---|')
for (const repo of values.repo) await measure(repo)

async function measure(repo: string): Promise<void> {
  const commits = await readCommits(repo)
  const history = { commits, pullRequests: [], logins: new Map(), firstTimers: null }
  const { omitted, warnings } = curate(history, { audience: 'users', paths: [] })
  const merges = new Set(commits.filter(({ parents }) => parents.length > 1).map(({ sha }) => sha))
  const excluded = omitted.filter(({ reason }) => reason === 'reverted')
  const excludedShas = new Set(excluded.map(({ sha }) => sha))
  const lines: string[] = []
  let wrong = 0
  for (const { sha, subject, detail } of excluded) {
    const revert = /^Reverted by ([0-9a-f]+)/.exec(detail)?.[1]
    const verdict =
      revert === undefined || merges.has(sha) ? 'skip' : judge(repo, sha, { revert, excludedShas })
    if (verdict.startsWith('wrong')) wrong += 1
    lines.push(`  ${verdict} | ${sha.slice(0, 9)} ${subject.slice(0, 80)}: ${detail}`)
  }
  const name = repo
    .replace(/\/(?:repo|\.git)\/?$/, '')
    .split('/')
    .at(-1)!
  console.log(`| ${name.replace('+', '/')} | ${commits.length} | ${excluded.length} | ${wrong} |`)
  if (!values.list) return
  for (const line of lines) console.log(line)
  for (const { code, detail } of warnings) console.log(`  warning ${code}: ${detail}`)
  for (const { sha, message } of commits) {
    if (/^[^\n]{0,30}\bre(?:vert|apply)/i.test(message) && !excludedShas.has(sha))
      console.log(`  kept ${sha.slice(0, 9)} ${message.slice(0, 200).replaceAll('\n', ' ⏎ ')}`)
  }
}

async function readCommits(repo: string): Promise<Commit[]> {
  const [command = '', ...options] = gitLogArgs
  const child = spawn('git', ['-C', repo, command, '-n', values.commits, ...options, 'HEAD'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const commits: Commit[] = []
  for await (const commit of readGitLog(child.stdout)) commits.push(commit)
  return commits
}

/** Says whether a commit was really reverted, and whether it stayed so or came in again. */
function judge(
  repo: string,
  sha: string,
  { revert, excludedShas }: { revert: string; excludedShas: Set<string> },
): string {
  const diff = readDiff(repo, sha)
  const [before, after, atRevert, atEnd] = readFiles(
    repo,
    [`${sha}~1`, sha, revert, 'HEAD'],
    diff.map(({ path }) => path),
  ) as [FileLines, FileLines, FileLines, FileLines]
  const reverted = findRemainder(diff, { before, after, now: atRevert })
  if (reverted.share > 0.5) return `wrong: ${reverted.share.toFixed(2)} stays after the revert`
  const end = findRemainder(diff, { before, after, now: atEnd })
  // Later work can remove the same lines, so only added lines count at the end.
  if (end.addedShare <= 0.5) return `reverted (${reverted.share.toFixed(2)}, ${end.addedShare.toFixed(2)})`
  const again = end.samples.slice(0, 3).flatMap(({ path, line }) => {
    const text = git(repo, ['log', '--format=%H', `-S${line}`, `${revert}..HEAD`, '--', path])
    return text.split('\n').filter((each) => each !== '')
  })
  const own = again.find((each) => !excludedShas.has(each))
  if (own !== undefined) return `came in again by ${own.slice(0, 9)}`
  return `wrong: ${end.addedShare.toFixed(2)} is there at the end`
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
  const text = git(repo, ['show', '--format=', '-U0', '--no-renames', '--no-color', sha])
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
