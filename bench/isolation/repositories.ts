import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '../../test/support/build-repository.ts'

const verbs = ['add', 'support', 'accept', 'show', 'export', 'validate', 'cache', 'retry', 'limit', 'allow']
const nouns = ['alerts', 'queries', 'labels', 'rules', 'targets', 'blocks', 'samples', 'shards', 'tokens']
const places = [
  'in the importer',
  'on the status page',
  'for remote storage',
  'of the console',
  'in templates',
]
const firstSecond = Date.UTC(2019, 0, 1) / 1000
const stepSeconds = 7_200

/** A sentence that is different for every number. */
function titleOf(number: number): string {
  const verb = verbs[number % verbs.length]!
  const noun = nouns[Math.floor(number / 7) % nouns.length]!
  const place = places[Math.floor(number / 3) % places.length]!
  return `${number % 3 === 0 ? 'fix' : 'feat'}(area-${number % 40}): ${verb} ${noun} ${place} of kind ${number}`
}

/** Writes the stream of `git fast-import`. */
class ImportStream {
  readonly #lines: string[] = []
  #mark = 0

  commit(message: string, options: { from?: number; merge?: number; files: Record<string, string> }): number {
    this.#mark += 1
    const when = `${firstSecond + this.#mark * stepSeconds} +0000`
    const who = `Author ${this.#mark % 37} <author${this.#mark % 37}@example.org>`
    this.#lines.push(`commit refs/heads/main\nmark :${this.#mark}\nauthor ${who} ${when}`)
    this.#lines.push(`committer ${who} ${when}\n${data(message)}`)
    if (options.from) this.#lines.push(`from :${options.from}`)
    if (options.merge) this.#lines.push(`merge :${options.merge}`)
    for (const [path, text] of Object.entries(options.files))
      this.#lines.push(`M 100644 inline ${path}\n${data(text)}`)
    return this.#mark
  }

  tag(name: string, mark: number): void {
    this.#lines.push(`reset refs/tags/${name}\nfrom :${mark}\n`)
  }

  /** The day of a commit, YYYY-MM-DD. */
  dayOf(mark: number): string {
    return new Date((firstSecond + mark * stepSeconds) * 1000).toISOString().slice(0, 10)
  }

  importInto(path: string): void {
    mkdirSync(path, { recursive: true })
    git(path, ['init', '--quiet', '--bare', '--initial-branch=main', '.'])
    git(path, ['fast-import', '--quiet'], Buffer.from(`${this.#lines.join('\n')}\n`))
  }
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`
}

const pullRequestsPerRelease = 12
const changelogReleases = 60

/** 18,000 commits: 9,000 pull requests with one commit and one merge each, and a release every 24 commits. */
export function buildMergedRepository(root: string, name: string, pullRequests = 9_000): void {
  const stream = new ImportStream()
  const tips = [stream.commit('Start', { files: { 'README.md': 'Start' } })]
  const sections: string[] = []
  let listed: string[] = []
  for (let number = 1; number <= pullRequests; number += 1) {
    const tip = tips.at(-1)!
    // Branches start some merges before the one that they end with, as those of busy projects do.
    const base = tips[Math.max(0, tips.length - 1 - (number % 9))]!
    const path = `src/area-${number % 40}/part-${number % 10}/file-${number % 400}.ts`
    const body = `A body of two lines that says why,\nas careful authors write it.\n\nSigned-off-by: Ada <ada@example.org>`
    const work = stream.commit(`${titleOf(number)}\n\n${body}`, {
      from: base,
      files: { [path]: `text ${number}` },
    })
    const merge = `Merge pull request #${number} from acme/topic-${number}\n\n${titleOf(number)}`
    const isRelease = number % pullRequestsPerRelease === 0
    if (number % 5 !== 0) listed.push(`- ${titleOf(number).replace(/^.*?: /, '')} (#${number})`)
    if (isRelease) {
      const version = `1.${number / pullRequestsPerRelease}.0`
      sections.unshift(`## ${version} - ${stream.dayOf(work + 1)}\n\n${listed.join('\n')}\n`)
      listed = []
    }
    const text = `# Changelog\n\n${sections.slice(0, changelogReleases).join('\n')}`
    const files: Record<string, string> =
      number >= pullRequests - 40 && isRelease ? { 'CHANGELOG.md': text } : {}
    const merged = stream.commit(merge, { from: tip, merge: work, files })
    tips.push(merged)
    if (isRelease) stream.tag(`v1.${number / pullRequestsPerRelease}.0`, merged)
  }
  stream.importInto(join(root, `${name}.git`))
}

/** One line of commits with a pull request each. */
export function buildLinearRepository(root: string, name: string, commits: number): void {
  const stream = new ImportStream()
  let tip = stream.commit('Start', { files: { 'README.md': 'Start' } })
  for (let number = 1; number <= commits; number += 1) {
    const message = `${titleOf(number)} (#${number})\n\nA body of two lines that says why,\nas careful authors write it.`
    const path = `src/area-${number % 40}/file-${number % 400}.ts`
    tip = stream.commit(message, { from: tip, files: { [path]: `export const value${number} = 1` } })
  }
  stream.importInto(join(root, `${name}.git`))
}

/** A line of commits with very long messages. */
export function buildLongMessages(root: string, name: string, commits: number, characters: number): void {
  const stream = new ImportStream()
  let tip = stream.commit('Start', { files: { 'README.md': 'Start' } })
  const line = `${'long words of a message '.repeat(4)}\n`
  for (let number = 1; number <= commits; number += 1) {
    const message = `${titleOf(number)}\n\n${line.repeat(Math.ceil(characters / line.length))}`
    tip = stream.commit(message, { from: tip, files: { [`src/file-${number % 50}.ts`]: `text ${number}` } })
  }
  stream.importInto(join(root, `${name}.git`))
}
