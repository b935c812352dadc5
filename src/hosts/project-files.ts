import { Problem } from '../core/errors.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { HostDetails } from '../core/repository.ts'
import { configPaths } from '../core/repository-config.ts'
import { warn } from '../core/warnings.ts'
import { decodeText } from './text-encoding.ts'

/** Where projects keep their changelog, the most common path first. */
export const changelogPaths = [
  'CHANGELOG.md',
  'Changelog.md',
  'changelog.md',
  'CHANGES.md',
  'HISTORY.md',
  'History.md',
  'NEWS.md',
  'CHANGELOG.rst',
  'CHANGES.rst',
  'CHANGELOG',
  'docs/CHANGELOG.md',
  'docs/changelog.md',
]

/** Where projects configure which conventional types their notes include. */
export const typeConfigPaths = ['.versionrc', '.versionrc.json', 'release-please-config.json']

/** Reads the files of a commit. */
export interface FileSource {
  /** The names in the root folder of a commit, page by page; names of folders end with a slash. */
  rootPages(sha: string): AsyncIterable<string[]>
  /** The beginning of a file's text; null if there is no such file. */
  readFile(sha: string, path: string): Promise<string | null>
}

const maxRootPages = 5

/** The files in which a project configures or keeps its notes. */
export type ProjectFiles = Pick<HostDetails, 'changelog' | 'typeConfig' | 'configFiles'>

/** Lists the root folder of a commit, and reads the changelog and the configuration files that it finds there. */
export async function findProjectFiles(source: FileSource, sha: string): Promise<ProjectFiles> {
  const names = await rootNames(source, sha)
  // Folders are not listed: a file in one is simply read.
  async function* existing(paths: readonly string[]): AsyncGenerator<ChangelogFile> {
    for (const path of paths.filter((each) => names.has(each.replace(/\/.*/, '/')))) {
      const text = await source.readFile(sha, path)
      if (text !== null) yield { path, text }
    }
  }
  const firstOf = async (paths: string[]): Promise<ChangelogFile | null> => {
    for await (const file of existing(paths)) return file
    return null
  }
  const configFiles: ChangelogFile[] = []
  for await (const file of existing(configPaths)) configFiles.push(file)
  return { configFiles, typeConfig: await firstOf(typeConfigPaths), changelog: await firstOf(changelogPaths) }
}

async function rootNames(source: FileSource, sha: string): Promise<Set<string>> {
  const names = new Set<string>()
  let pages = 0
  for await (const page of source.rootPages(sha)) {
    pages += 1
    for (const name of page) names.add(name)
    if (pages < maxRootPages) continue
    // The rest of a very large root is not listed; the most common name is tried.
    names.add(changelogPaths[0]!)
    break
  }
  return names
}

// GitHub's GraphQL returns as many bytes of a file, so that every host returns the same text.
const maxBytes = 512_000

/** Reads the beginning of a file and does not wait for the rest. */
export async function readStart(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return decodeStart(Buffer.concat(chunks))
}

/** Decodes the beginning of a file: as many whole lines as fit into the size limit. */
export function decodeStart(bytes: Buffer, isCut = bytes.length > maxBytes): string {
  if (!isCut) return decodeText(bytes, null)
  const end = bytes.lastIndexOf(0x0a, maxBytes - 1)
  return decodeText(bytes.subarray(0, end === -1 ? maxBytes : end + 1), null)
}

/** Reads a project's files; a failure becomes a warning. */
export async function tryProjectFiles(
  signal: AbortSignal,
  read: () => Promise<ProjectFiles>,
): Promise<ProjectFiles & Pick<HostDetails, 'warnings'>> {
  try {
    return { ...(await read()), warnings: [] }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return {
      changelog: null,
      typeConfig: null,
      configFiles: [],
      warnings: [warn('changelog-unread', { reason: error.message, withConfig: true })],
    }
  }
}
