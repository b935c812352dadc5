import { Problem } from '../core/errors.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { HostDetails } from '../core/repository.ts'
import { warn } from '../core/warnings.ts'
import { decode } from './decode.ts'

/** Where projects keep their changelog, the likeliest place first. */
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

/** Where projects say which conventional types their notes show. */
export const typeConfigPaths = ['.versionrc', '.versionrc.json', 'release-please-config.json']

/** Where the files of a commit are read. */
export interface FileSource {
  /** The names at the root of a commit, page by page; those of folders end with a slash. */
  rootPages(sha: string): AsyncIterable<string[]>
  /** The text of a file, as far as it is kept; null when there is none. */
  readFile(sha: string, path: string): Promise<string | null>
}

const mostRootPages = 5

/** What a project says about its notes in files of its own. */
export type OwnFiles = Pick<HostDetails, 'changelog' | 'typeConfig'>

/** Finds a project's own files at a commit: the root is listed, and what looks like one there is read. */
export async function findOwnFiles(source: FileSource, sha: string): Promise<OwnFiles> {
  const names = await rootNames(source, sha)
  // What a folder holds is not listed: reading there is the question.
  const firstOf = async (paths: string[]): Promise<ChangelogFile | null> => {
    for (const path of paths.filter((each) => names.has(each.replace(/\/.*/, '/')))) {
      const text = await source.readFile(sha, path)
      if (text !== null) return { path, text }
    }
    return null
  }
  return { typeConfig: await firstOf(typeConfigPaths), changelog: await firstOf(changelogPaths) }
}

async function rootNames(source: FileSource, sha: string): Promise<Set<string>> {
  const names = new Set<string>()
  let pages = 0
  for await (const page of source.rootPages(sha)) {
    pages += 1
    for (const name of page) names.add(name)
    if (pages < mostRootPages) continue
    // Of a root without end the rest is not listed, and the likeliest name is tried.
    names.add(changelogPaths[0]!)
    break
  }
  return names
}

// As many as GitHub's GraphQL gives of a file, so that all hosts give the same.
const mostBytes = 512_000

/** Reads the beginning of a file, and lets go of the rest. */
export async function readStart(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) break
  }
  return startOf(Buffer.concat(chunks))
}

/** The text that is kept of a file's bytes: whole lines, as far as they fit. */
export function startOf(bytes: Buffer, isCut = bytes.length > mostBytes): string {
  if (!isCut) return decode(bytes, null)
  const end = bytes.lastIndexOf(0x0a, mostBytes - 1)
  return decode(bytes.subarray(0, end === -1 ? mostBytes : end + 1), null)
}

/** Asks for a project's own files; a host that fails in it does not fail the request. */
export async function tryOwnFiles(
  signal: AbortSignal,
  read: () => Promise<OwnFiles>,
): Promise<OwnFiles & Pick<HostDetails, 'warnings'>> {
  try {
    return { ...(await read()), warnings: [] }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return {
      changelog: null,
      typeConfig: null,
      warnings: [warn('changelog-unread', { reason: error.message })],
    }
  }
}
