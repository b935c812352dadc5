import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './run-program.ts'

/** One step of a history; a plain string is a commit by Ada on the current branch. */
export type Step =
  | string
  | {
      commit: string
      /** `Ada`, or `Ada <ada@example.org>`. */
      by?: string
      /** When it was written, in days after the first step; steps are a day apart. */
      day?: number
      /** The files it writes; by default one of its own below src/, or those of the commit that it reverts. */
      files?: string[]
      /** The text of further files, by their paths. */
      texts?: Record<string, string>
      /** A name that later messages can cite as {sha:name} or {short:name}. */
      as?: string
      /** Raw bytes of the message, for encodings that JSON cannot hold. */
      bytes?: string
      encoding?: string
    }
  | { merge: string | string[]; commit: string; by?: string; as?: string }
  | { branch: string; from?: string }
  | { switch: string }
  | { tag: string; annotated?: boolean; at?: string }

const firstMoment = Date.UTC(2026, 0, 1, 12) / 1000
const daySeconds = 86_400

/** Builds a git repository from a list of steps with as few git processes as possible. */
export function buildRepository(steps: Step[], options: { bare?: boolean; path?: string } = {}): string {
  const path = options.path ?? makeFolder()
  initRepository(path, options.bare ?? false)
  const builder = new Builder(path)
  for (const step of steps) builder.take(step)
  builder.flush()
  return path
}

/** Writes the files that git needs, which is faster than running `git init`. */
function initRepository(path: string, bare: boolean): void {
  const gitDir = bare ? path : join(path, '.git')
  for (const folder of ['objects', 'refs']) mkdirSync(join(gitDir, folder), { recursive: true })
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(gitDir, 'config'), `[core]\n\trepositoryformatversion = 0\n\tbare = ${bare}\n`)
}

/** A new empty folder that is removed when the tests end. */
export function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'notewright-'))
  if (made.length === 0)
    process.once('exit', () => made.forEach((each) => void rmSync(each, { recursive: true, force: true })))
  made.push(path)
  return path
}

const made: string[] = []

/** Runs git in a folder and returns its output. */
export function git(path: string, args: string[], input?: Buffer): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  return runProgram('git', [...identity, ...args], { cwd: path, env, ...(input && { input }) }).toString()
}

class Builder {
  readonly #path: string
  readonly #tips = new Map<string, number>()
  readonly #marks = new Map<string, number>()
  readonly #parents = new Map<number, number[]>()
  readonly #files = new Map<number, string[]>()
  /** The files that differ from the first parent. */
  readonly #changed = new Map<number, string[]>()
  readonly #subjects = new Map<string, number>()
  #branch = 'main'
  #mark = 0
  #clock = 0
  #stream: Buffer[] = []
  #shas = new Map<number, string>()

  constructor(path: string) {
    this.#path = path
  }

  take(step: Step): void {
    if (typeof step === 'string') this.#commit({ commit: step }, [])
    else if ('merge' in step)
      this.#commit(
        step,
        [step.merge].flat().map((name) => this.#markOf(name)),
      )
    else if ('commit' in step) this.#commit(step, [])
    else if ('branch' in step) {
      this.#tips.set(step.branch, this.#markOf(step.from ?? this.#branch))
      this.#branch = step.branch
    } else if ('switch' in step) this.#branch = step.switch
    else this.#tag(step)
  }

  #markOf(name: string): number {
    const mark = this.#tips.get(name) ?? this.#marks.get(name)
    if (mark === undefined) throw new Error(`the history names no branch or commit ${name}`)
    return mark
  }

  #commit(
    step: Exclude<Step, string> & { commit: string; bytes?: string; encoding?: string },
    merged: number[],
  ): void {
    const message =
      step.bytes === undefined ? Buffer.from(this.#fill(step.commit)) : Buffer.from(step.bytes, 'latin1')
    const files = 'files' in step ? step.files : undefined
    const by = asPerson('by' in step ? step.by : undefined)
    this.#mark += 1
    const day = 'day' in step && step.day !== undefined ? step.day : this.#clock
    const committed = firstMoment + this.#clock * daySeconds
    this.#clock += 1
    const tip = this.#tips.get(this.#branch)
    this.#write(`commit refs/heads/${this.#branch}\nmark :${this.#mark}\n`)
    this.#write(`author ${by} ${firstMoment + day * daySeconds} +0000\ncommitter ${by} ${committed} +0000\n`)
    if (step.encoding !== undefined) this.#write(`encoding ${step.encoding}\n`)
    this.#data(message)
    if (tip !== undefined) this.#write(`from :${tip}\n`)
    for (const mark of merged) this.#write(`merge :${mark}\n`)
    const own =
      files ?? (merged.length > 0 ? [] : (this.#filesRevertedBy(message.toString()) ?? [ownFile(this.#mark)]))
    const brought = this.#filesBroughtBy(merged, tip)
    this.#changed.set(this.#mark, [...new Set([...brought.keys(), ...own])])
    this.#subjects.set(message.toString().split('\n', 1)[0]!, this.#mark)
    for (const [file, mark] of [...brought, ...own.map((name) => [name, this.#mark] as const)]) {
      this.#write(`M 100644 inline ${JSON.stringify(file)}\n`)
      this.#data(Buffer.from(`${mark}\n`))
    }
    this.#parents.set(this.#mark, [...(tip === undefined ? [] : [tip]), ...merged])
    this.#files.set(this.#mark, own)
    for (const [file, text] of Object.entries(('texts' in step && step.texts) || {})) {
      this.#write(`M 100644 inline ${JSON.stringify(file)}\n`)
      this.#data(Buffer.from(text))
    }
    this.#tips.set(this.#branch, this.#mark)
    if ('as' in step && step.as !== undefined) this.#marks.set(step.as, this.#mark)
  }

  /** The files of the commit that a message reverts or applies again, by SHA or by its quoted subject. */
  #filesRevertedBy(message: string): string[] | undefined {
    const sha = /(?:This reverts commit|Reverts:) ([0-9a-f]{7,40})/.exec(message)?.[1]
    const cited = sha && [...this.#shas].find(([, each]) => each.startsWith(sha))?.[0]
    const quoted = /^(?:revert: ?|Revert |Reapply )"?(.*?)"?(?: \(#\d+\))?$/m.exec(message)?.[1]
    const mark = cited || (quoted === undefined ? undefined : this.#subjects.get(quoted))
    return mark === undefined ? undefined : this.#changed.get(mark)
  }

  /** The files that merged branches changed since they forked, with the commit that changed each last. */
  #filesBroughtBy(merged: number[], tip: number | undefined): Map<string, number> {
    const brought = new Map<string, number>()
    if (merged.length === 0) return brought
    const known = this.#reachable(tip === undefined ? [] : [tip], new Set())
    const came = [...this.#reachable(merged, known)].sort((one, other) => one - other)
    for (const mark of came) for (const file of this.#files.get(mark) ?? []) brought.set(file, mark)
    return brought
  }

  #reachable(marks: number[], without: Set<number>): Set<number> {
    const seen = new Set(marks.filter((mark) => !without.has(mark)))
    for (const mark of seen)
      for (const parent of this.#parents.get(mark) ?? []) if (!without.has(parent)) seen.add(parent)
    return seen
  }

  #tag(step: { tag: string; annotated?: boolean; at?: string }): void {
    const mark = this.#markOf(step.at ?? this.#branch)
    if (!step.annotated) {
      this.#write(`reset refs/tags/${step.tag}\nfrom :${mark}\n\n`)
      return
    }
    const moment = firstMoment + this.#clock * daySeconds
    this.#write(`tag ${step.tag}\nfrom :${mark}\ntagger ${asPerson(undefined)} ${moment} +0000\n`)
    this.#data(Buffer.from(`Release ${step.tag}\n`))
  }

  /** A SHA is known only after git has created the commit, so pending steps are written first. */
  #fill(message: string): string {
    return message.replace(/\{(sha|short):([\w-]+)\}/g, (_all, form: string, name: string) => {
      this.flush()
      const sha = this.#shas.get(this.#markOf(name))!
      return form === 'short' ? sha.slice(0, 7) : sha
    })
  }

  #write(text: string): void {
    this.#stream.push(Buffer.from(text))
  }

  #data(bytes: Buffer): void {
    this.#write(`data ${bytes.length}\n`)
    this.#stream.push(bytes)
    this.#write('\n')
  }

  flush(): void {
    if (this.#stream.length === 0) return
    const marks = join(makeFolder(), 'marks')
    const known = [...this.#shas].map(([mark, sha]) => `:${mark} ${sha}`).join('\n')
    writeFileSync(marks, known === '' ? '' : `${known}\n`)
    // The repository is temporary: skip fsync, and keep small packs instead of unpacking them.
    const settings = ['-c', 'core.fsync=none', '-c', 'fastimport.unpackLimit=1']
    const args = ['fast-import', '--quiet', '--force', `--import-marks=${marks}`, `--export-marks=${marks}`]
    git(this.#path, [...settings, ...args], Buffer.concat(this.#stream))
    for (const line of readFileSync(marks, 'utf8').trim().split('\n')) {
      const [mark = '', sha = ''] = line.slice(1).split(' ')
      this.#shas.set(Number(mark), sha)
    }
    this.#stream = []
  }
}

/** The default file of a commit; a folder for every hundred commits keeps trees small. */
function ownFile(mark: number): string {
  const hundred = Math.floor(mark / 100)
  return `src/${hundred === 0 ? '' : `part-${hundred}/`}file-${mark}.ts`
}

function asPerson(by = 'Ada'): string {
  return by.includes('<') ? by : `${by} <${by.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@example.org>`
}
