import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Compares the notes that a configuration file gives with those that projects published. See
 * docs/configuration-on-real-projects.md for what is counted.
 * Usage: npm run bench:configurations -- --folder DIR [--only NAME]… [--show]
 * The folder has a clone for each project, `projects.json` (a list of `Project`) and `hand/NAME.yml`, the
 * configuration written by hand. The configuration of `notewright init` is written to `init/NAME.yml`.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    show: { type: 'boolean', default: false },
  },
})
if (values.folder === undefined) throw new Error('Name the folder of the clones with --folder DIR.')
const folder = resolve(values.folder)

/** A project, and which of its releases are compared. */
interface Project {
  name: string
  tool: string
  /** The file with the published notes; read at the tag, else at HEAD. */
  changelog: string
  /** The ranges, as pairs of tags. */
  releases: [from: string, to: string][]
  package?: string
  /** The format that is closest to the published notes; keepachangelog by default. */
  format?: string
}

/** A line of notes, and what it can be recognised by. */
interface NoteLine {
  heading: string
  line: string
  text: string
  shas: string[]
  numbers: string[]
}

/** What is counted over the releases of a project. */
interface Counts {
  published: number
  printed: number
  extra: number
  headings: number
  pairs: number
  ordered: number
  texts: number
  lines: number
}

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
const projects = (JSON.parse(readFileSync(join(folder, 'projects.json'), 'utf8')) as Project[]).filter(
  ({ name }) => values.only.length === 0 || values.only.includes(name),
)

console.log(
  '| project | tool | releases | file | published | printed | not published | same heading | same order | same text | same line |\n|---|---|---|---|---|---|---|---|---|---|---|',
)
for (const project of projects) {
  for (const file of ['none', 'init', 'hand']) {
    const config = configOf(project, file)
    if (config === null) continue
    const counts = countAll(project, config)
    const share = (part: number, whole: number) =>
      whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`
    console.log(
      `| ${[
        project.name,
        project.tool,
        project.releases.map(([, to]) => to).join(', '),
        file,
        counts.published,
        share(counts.printed, counts.published),
        counts.extra,
        share(counts.headings, counts.printed),
        share(counts.ordered, counts.pairs),
        share(counts.texts, counts.printed),
        share(counts.lines, counts.printed),
      ].join(' | ')} |`,
    )
  }
}

/** The flags for a configuration; null if there is none. */
function configOf({ name }: Project, file: string): string[] | null {
  const clone = join(folder, name)
  if (file === 'none') return ['--no-config']
  if (file === 'init') {
    const written = join(clone, 'notewright.yml')
    rmSync(written, { force: true })
    run(clone, ['init', '--yes'])
    mkdirSync(join(folder, 'init'), { recursive: true })
    copyFileSync(written, join(folder, 'init', `${name}.yml`))
    rmSync(written)
    if (git(clone, ['ls-files', 'AGENTS.md']) === '') rmSync(join(clone, 'AGENTS.md'), { force: true })
    else git(clone, ['checkout', '--quiet', '--', 'AGENTS.md'])
  }
  const path = join(folder, file, `${name}.yml`)
  return existsSync(path) ? ['--config', path] : null
}

function countAll(project: Project, config: string[]): Counts {
  const total: Counts = {
    published: 0,
    printed: 0,
    extra: 0,
    headings: 0,
    pairs: 0,
    ordered: 0,
    texts: 0,
    lines: 0,
  }
  for (const [from, to] of project.releases) {
    const version = /\d+(?:\.\d+)+\S*$/.exec(to)![0]
    const published = readSection(readPublished(project, to, version), version)
    const printed = readSection(
      `# ${version}\n${generate(project, { from, to, version, config })}`.replace(
        /^(# .*)\n## \[?v?\d.*/,
        '$1',
      ),
      version,
    )
    const counts = compare(published, printed, `${project.name} ${to} ${config.at(-1)}`)
    for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key]
  }
  return total
}

function readPublished({ name, changelog }: Project, tag: string, version: string): string {
  const clone = join(folder, name)
  const atTag = git(clone, ['show', `${tag}:${changelog}`])
  return findHeading(atTag.split('\n'), version) === -1 ? git(clone, ['show', `HEAD:${changelog}`]) : atTag
}

/**
 * Generates the notes. The range ends before the commit that adds the published section, because its lines would be
 * taken as the texts of their authors.
 */
function generate(
  project: Project,
  { from, to, version, config }: { from: string; to: string; version: string; config: string[] },
): string {
  const clone = join(folder, project.name)
  const [last] = git(clone, ['log', '--format=%H', '-1', `${from}..${to}`, '--', project.changelog]).split(
    '\n',
  )
  const end =
    last && findHeading(git(clone, ['show', `${last}:${project.changelog}`]).split('\n'), version) !== -1
      ? `${last}^`
      : to
  const date = git(clone, ['log', '-1', '--format=%cs', to]).trim()
  return run(clone, [
    ...[
      'generate',
      '--from',
      from,
      '--to',
      git(clone, ['rev-parse', end]).trim(),
      '--version',
      version,
      '--date',
      date,
    ],
    ...['--part', 'section', '--writer', 'rules', '--areas', 'never', '--quiet', ...config],
    ...(project.format === undefined ? [] : ['--format', project.format]),
    ...(project.package === undefined || config[0] === '--no-config' ? [] : ['--package', project.package]),
  ])
}

function findHeading(lines: string[], version: string): number {
  return lines.findIndex((line) => line.startsWith('#') && versionOf(line) === version)
}

/** The version that a heading begins with. */
function versionOf(line: string): string | null {
  return /^#{1,4} \[?(?:[\w-]+[ /@-])?v?(\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?)\b/.exec(line)?.[1] ?? null
}

/** The lines of the section of a version. */
function readSection(text: string, version: string): NoteLine[] {
  const lines = text.split('\n')
  const start = findHeading(lines, version)
  if (start === -1) throw new Error(`There is no section ${version}.`)
  const found: NoteLine[] = []
  let heading = ''
  for (const line of lines.slice(start + 1)) {
    if (versionOf(line) !== null) break
    const [, title] = /^#{2,6} (.*?)\s*$/.exec(line) ?? []
    const [, entry] = /^[-*] (.*?)\s*$/.exec(line) ?? []
    if (title !== undefined) heading = title.replace(/\s+/g, ' ')
    else if (entry !== undefined && !/made their first contribution/.test(entry))
      found.push(toLine(heading, entry))
  }
  return found
}

function toLine(heading: string, line: string): NoteLine {
  const bare = line.replace(/\]\([^)\s]*\)/g, ']')
  return {
    heading,
    line: line.replaceAll('/issues/', '/pull/').replace(/\s+/g, ' ').replaceAll('\\', '').trim(),
    text: bare
      .replace(/^(?:\[?`?[0-9a-f]{7,10}`?\]? )?(?:\[?#\d+\]? )?/, '')
      .replace(/^\**\(?[\w./, -]+\)?:?\*+ |^\*\([^)]*\)\* /, '')
      .replace(/\[?\*\*breaking:?\*\*\]?/gi, '')
      .replace(/,? (?:closes|fixes) .*$/i, '')
      .replace(/[([,\s-]*(?:#\d+|\b[0-9a-f]{7,10}\b|@[\w[\]-]+)[\])]*/g, ' ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase(),
    shas: [...new Set([...line.matchAll(/\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g)].map(([sha]) => sha.slice(0, 7)))],
    numbers: [
      ...new Set([...line.matchAll(/#(\d+)|\/(?:issues|pull)\/(\d+)/g)].map((each) => (each[1] ?? each[2])!)),
    ],
  }
}

function compare(published: NoteLine[], printed: NoteLine[], label: string): Counts {
  const free = new Set(printed)
  const pairs: { theirs: NoteLine; ours: NoteLine }[] = []
  const counts: Counts = {
    published: published.length,
    printed: 0,
    extra: 0,
    headings: 0,
    pairs: 0,
    ordered: 0,
    texts: 0,
    lines: 0,
  }
  const take = (theirs: NoteLine, fits: (ours: NoteLine) => boolean) => {
    if (pairs.some((pair) => pair.theirs === theirs)) return
    const ours = printed.find((each) => free.has(each) && fits(each))
    if (!ours) return
    free.delete(ours)
    pairs.push({ theirs, ours })
  }
  const plain = published.filter(({ heading }) => !/breaking/i.test(heading))
  for (const theirs of plain) take(theirs, (ours) => ours.shas.some((sha) => theirs.shas.includes(sha)))
  for (const theirs of plain) take(theirs, (ours) => ours.text === theirs.text)
  for (const theirs of plain)
    take(theirs, (ours) => ours.numbers.some((number) => theirs.numbers.includes(number)))
  for (const theirs of plain) take(theirs, (ours) => ours.text.includes(theirs.text))
  // Notes of breaking changes repeat an entry, and other tools print one change in several sections.
  for (const theirs of published) {
    if (pairs.some((pair) => pair.theirs === theirs)) continue
    const ours = printed.find((each) => each.text === theirs.text || each.text.includes(theirs.text))
    if (ours) pairs.push({ theirs, ours })
  }
  counts.printed = pairs.length
  counts.extra = printed.filter((each) => !pairs.some(({ ours }) => ours === each)).length
  for (const { theirs, ours } of pairs) {
    if (theirs.heading === ours.heading) counts.headings += 1
    // Names of authors or notes may follow the text.
    if (ours.text.startsWith(theirs.text) || /breaking/i.test(theirs.heading)) counts.texts += 1
    if (theirs.line === ours.line) counts.lines += 1
  }
  const places = published.flatMap((each) => {
    const pair = pairs.find(({ theirs }) => theirs === each)
    return pair ? [printed.indexOf(pair.ours)] : []
  })
  counts.pairs = Math.max(0, places.length - 1)
  counts.ordered = places.filter((place, index) => index > 0 && place >= places[index - 1]!).length
  if (values.show) {
    console.log(`\n== ${label}`)
    for (const theirs of published) {
      const pair = pairs.find((each) => each.theirs === theirs)
      const ours = pair?.ours
      if (!ours) console.log(`- [${theirs.heading}] ${theirs.line}`)
      else if (ours.heading !== theirs.heading || ours.line !== theirs.line)
        console.log(`~ [${theirs.heading}] ${theirs.line}\n  [${ours.heading}] ${ours.line}`)
    }
    for (const ours of printed)
      if (!pairs.some((pair) => pair.ours === ours)) console.log(`+ [${ours.heading}] ${ours.line}`)
  }
  return counts
}

function run(cwd: string, args: string[]): string {
  return execFileSync(process.execPath, [main, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function git(cwd: string, args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
