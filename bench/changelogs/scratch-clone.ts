import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A clone that shares the objects of another and contains only changelogs. */
export interface ScratchClone {
  /** The name of the repository, such as `acme/widget`. */
  name: string
  path: string
  git: (...args: string[]) => string
  /** Returns a file at a revision; null if it is not there. */
  show: (revision: string, file: string) => string | null
  /** Moves HEAD to a revision and writes the changelogs of that revision. */
  reset: (revision: string) => void
  write: (file: string, text: string) => void
  /** Returns all files of the working tree by their paths. */
  readAll: () => Map<string, string>
  remove: () => void
}

const changelogName = /^(?:change|history|news|release)[\w.-]*$/i
const textFile = /(?:^[^.]+|\.(?:md|markdown|txt|rst|adoc))$/i
const maxFiles = 200

/** Clones a repository without copying it; the original is never changed. */
export function openScratchClone(repository: string, name: string): ScratchClone {
  const path = mkdtempSync(join(tmpdir(), 'changelogs-'))
  run(['clone', '--quiet', '--shared', '--no-checkout', repository, path])
  const git = (...args: string[]) => run(['-C', path, ...args])
  git('remote', 'set-url', 'origin', `https://github.com/${name}.git`)
  const clear = () => {
    for (const entry of readdirSync(path))
      if (entry !== '.git') rmSync(join(path, entry), { recursive: true })
  }
  return {
    name,
    path,
    git,
    show: (revision, file) => {
      try {
        return git('show', `${revision}:${file}`)
      } catch {
        return null
      }
    },
    reset: (revision) => {
      git('update-ref', '--no-deref', 'HEAD', revision)
      clear()
      git('read-tree', '--empty')
      const files = listChangelogs(git, 'HEAD').slice(0, maxFiles)
      if (files.length > 0) git('checkout', '--quiet', 'HEAD', '--', ...files)
    },
    write: (file, text) => {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      writeFileSync(join(path, file), text)
    },
    readAll: () =>
      new Map(
        readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
          .filter((file) => !file.startsWith('.git/'))
          .map((file) => [file, readFileSync(join(path, file), 'utf8')]),
      ),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** The changelogs of a revision, those at the root first. */
export function listChangelogs(git: ScratchClone['git'], revision: string): string[] {
  const depth = (file: string) => file.split('/').length
  return git('ls-tree', '-r', '-z', '--name-only', revision)
    .split('\0')
    .filter((file) => {
      const base = file.split('/').at(-1)!
      return changelogName.test(base) && textFile.test(base) && depth(file) <= 4
    })
    .filter((file) => !/(?:^|\/)(?:node_modules|vendor|tests?|fixtures|spec|__tests__)\//.test(file))
    .sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))
}

function run(args: string[]): string {
  return execFileSync('git', args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
}
