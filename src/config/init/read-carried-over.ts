import { parse } from 'yaml'
import { type CarriedOver, nothingOf } from './carried-over.ts'
import { asRecord } from './loose-values.ts'
import { readCliff } from './read-cliff.ts'
import { readGithubRelease } from './read-github-release.ts'
import { readJson } from './read-manifest.ts'
import { readReleaseDrafter } from './read-release-drafter.ts'
import { readReleasePlease } from './read-release-please.ts'
import { readToml } from './read-toml.ts'
import { readVersionrc } from './read-versionrc.ts'
import type { RepositoryFiles } from './repository-files.ts'

type Reader = (path: string, value: unknown) => CarriedOver

/** The files of other tools; the categories of the first one that has some are used. */
const knownFiles: [paths: string[], read: Reader][] = [
  [
    ['.github/release-drafter.yml', '.github/release-drafter.yaml', 'release-drafter.yml'],
    readReleaseDrafter,
  ],
  [['cliff.toml', '.cliff.toml', '.config/cliff.toml'], readCliff],
  [['.github/release.yml', '.github/release.yaml'], readGithubRelease],
  [['.versionrc', '.versionrc.json'], readVersionrc],
  [
    ['release-please-config.json', '.release-please-config.json', '.github/release-please-config.json'],
    readReleasePlease,
  ],
]

const programs = ['.versionrc.js', '.versionrc.cjs', '.versionrc.mjs', '.versionrc.ts']
const maxCharacters = 500_000

/** Reads the configuration of other tools. */
export async function readCarriedOver(files: RepositoryFiles): Promise<CarriedOver[]> {
  const found: CarriedOver[] = []
  for (const [paths, read] of knownFiles) {
    for (const path of paths) {
      const text = await files.read(path)
      if (text === null) continue
      const value = text.length > maxCharacters ? null : parseFile(path, text)
      if (value === null)
        found.push({ ...nothingOf(path), losses: ['the file: it cannot be read; check its syntax'] })
      else found.push(read(path, value))
      break
    }
  }
  const root = new Set((await files.list('')).map(({ name }) => name))
  for (const path of programs.filter((name) => root.has(name)))
    found.push({ ...nothingOf(path), losses: ['the file: it is a program, which is not run'] })
  const manifest = asRecord(readJson((await files.read('package.json')) ?? '{}'))
  for (const key of ['commit-and-tag-version', 'standard-version'])
    if (manifest[key] !== undefined && !found.some(({ path }) => path.startsWith('.versionrc')))
      found.push(readVersionrc(`package.json (${key})`, manifest[key]))
  return found
}

/** Parses a file by its extension; null if it is invalid. */
function parseFile(path: string, text: string): unknown {
  if (path.endsWith('.toml')) return readToml(text)
  if (path.endsWith('.json')) return readJson(text)
  try {
    // JSON is YAML as well: `.versionrc` may be either.
    return asRecord(parse(text, { maxAliasCount: 50, logLevel: 'error' }))
  } catch {
    // The draft says which file is invalid.
    return null
  }
}
