import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { readConfig } from '../src/config/repository/read-config.ts'
import { resolvePackage } from '../src/config/repository/resolve-package.ts'
import { compareCandidates, releasesOfPackage } from '../src/git/release-candidates.ts'
import { defaultTagRules, versionOfTag } from '../src/git/tag-rules.ts'
import { isPreRelease, parseVersion } from '../src/git/version.ts'
import { generate } from '../src/library.ts'

/**
 * Compares the next versions and the notes of the packages of a clone with what the project released: for each of the
 * last releases, the version that is proposed at the commit before it. See docs/next-version-on-real-projects.md.
 * The clone is bare: the changelog of a working tree has the sections that are to be compared already. The
 * configuration is the file that `notewright init --yes` writes in a clone with a working tree.
 * Usage: npm run bench:next-versions -- --repo PATH --config FILE [--releases 5] [--package NAME]… [--packages 20] [--list]
 */
const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: '.' },
    config: { type: 'string', default: 'notewright.yml' },
    releases: { type: 'string', default: '5' },
    package: { type: 'string', multiple: true, default: [] },
    packages: { type: 'string', default: '20' },
    list: { type: 'boolean', default: false },
  },
})
const dir = values.repo

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: dir,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

interface Measured {
  tag: string
  proposed: string | null
  released: string
  previous: string | null
  bump: string
  releasedBump: string
  /** The entries of the published section that cite a number or a commit, and those that our notes have. */
  published: number
  found: number
  missing: string[]
  reasons: string[]
}

const file = readFileSync(values.config, 'utf8')
const config = readConfig(file, values.config).config!
const tags = git('for-each-ref', '--format=%(refname:strip=2) %(objectname) %(*objectname)', 'refs/tags')
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', sha = '', peeled = ''] = line.split(' ')
    return { name, sha: peeled || sha }
  })

const chosen = (config.packages ?? [])
  .map(({ name }) => name)
  .filter((name) => values.package.length === 0 || values.package.includes(name))
  .slice(0, Number(values.packages))
const all: Measured[] = []
for (const name of chosen) {
  const measured: Measured[] = []
  for (const tag of lastReleases(name)) measured.push(await measure(name, tag))
  report(name, measured)
  all.push(...measured)
}
report('all', all)

function rulesOf(name: string) {
  return { ...defaultTagRules, patterns: resolvePackage(config, name)!.config.tags!.pattern! }
}

function lastReleases(name: string): string[] {
  return releasesOfPackage(tags, { scope: '', repoFullName: 'acme/tool', rules: rulesOf(name) })
    .filter(({ version }) => !isPreRelease(version))
    .toSorted(compareCandidates)
    .slice(0, Number(values.releases))
    .map((release) => release.name)
}

async function measure(name: string, tag: string): Promise<Measured> {
  const released = versionOfTag(tag, rulesOf(name))
  const { nextVersion, entries } = await generate({
    dir,
    package: name,
    config: parse(file),
    to: git('rev-parse', `${tag}^{commit}^`).trim(),
    version: 'auto',
    deadlineMs: 600_000,
  })
  const previous = nextVersion?.previous?.version ?? null
  const cited = new Set(
    entries.flatMap(({ pullRequests, commits }) => [
      ...pullRequests.map(String),
      ...commits.map((sha) => sha.slice(0, 7)),
    ]),
  )
  const texts = new Set(entries.map(({ text }) => plain(text)))
  const published = publishedEntries(name, tag, released)
  const missing = published.filter(
    ({ citations, text }) => !citations.some((each) => cited.has(each)) && !texts.has(plain(text)),
  )
  return {
    tag,
    released,
    previous,
    proposed: nextVersion?.version ?? null,
    bump: nextVersion?.bump ?? 'none',
    releasedBump: previous === null ? 'initial' : bumpBetween(previous, released),
    published: published.length,
    found: published.length - missing.length,
    missing: missing.map(({ text }) => text.slice(0, 150)),
    reasons: (nextVersion?.reasons ?? []).slice(0, 3).map(({ id, detail }) => `${id} ${detail}`),
  }
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The items of a release in the changelog of a package; what only names dependencies of the workspace is not counted. */
function publishedEntries(name: string, tag: string, version: string) {
  const { paths } = resolvePackage(config, name)!
  const file = ['CHANGELOG.md', 'CHANGES.md']
    .map((each) => `${paths.folder}/${each}`)
    .find((each) => exists(tag, each))
  if (!file) return []
  const lines = git('show', `${tag}:${file}`).split('\n')
  const isHeading = (line: string) => /^#{1,3} .*\d+\.\d+\.\d+/.test(line)
  const start = lines.findIndex((line) => isHeading(line) && line.includes(version))
  if (start === -1) return []
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(isHeading)
  const items = rest
    .slice(0, end === -1 ? rest.length : end)
    .join('\n')
    .split(/\n(?= ?[-*] )/)
    .filter((item) => /^ ?[-*] /.test(item))
  return items
    .filter((item) => !/^ ?[-*] Updated dependencies/i.test(item))
    .map((item) => ({
      text: item.replace(/\s+/g, ' ').trim(),
      citations: [
        ...[...item.matchAll(/#(\d+)/g)].map(([, number]) => number!),
        ...[...item.matchAll(/\b([0-9a-f]{7})[0-9a-f]{0,33}\b/g)].map(([, sha]) => sha!),
      ],
    }))
}

function exists(revision: string, file: string): boolean {
  try {
    git('cat-file', '-e', `${revision}:${file}`)
    return true
  } catch {
    return false
  }
}

function bumpBetween(previous: string, next: string): string {
  const [one, other] = [parseVersion(previous)!.numbers, parseVersion(next)!.numbers]
  if (one[0] !== other[0]) return 'major'
  return one[1] !== other[1] ? 'minor' : 'patch'
}

function report(name: string, measured: Measured[]): void {
  const same = measured.filter(({ proposed, released }) => proposed === released).length
  const published = measured.reduce((sum, each) => sum + each.published, 0)
  const found = measured.reduce((sum, each) => sum + each.found, 0)
  console.log(
    `${name}: ${same} of ${measured.length} versions; ${found} of ${published} published entries (${Math.round((100 * found) / Math.max(1, published))} %)`,
  )
  if (!values.list || name === 'all') return
  for (const each of measured) {
    const mark = each.proposed === each.released ? '=' : '≠'
    console.log(
      `  ${mark} ${each.previous} → released ${each.released} (${each.releasedBump}), proposed ${each.proposed} (${each.bump}); ${each.found}/${each.published}`,
    )
    if (each.proposed !== each.released)
      for (const reason of each.reasons) console.log(`      because ${reason}`)
    for (const line of each.missing) console.log(`      missing ${line}`)
  }
}
