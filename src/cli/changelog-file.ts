import { isUtf8 } from 'node:buffer'
import { dirname, join, relative, sep } from 'node:path'
import { inspectChangelog } from '../app/check-update.ts'
import { Problem } from '../core/errors.ts'
import type { CliContext, TextFile } from './cli-context.ts'
import { type ChangelogSearch, findChangelog } from './find-changelog.ts'

/** A changelog that may be changed. */
export interface OpenChangelog {
  file: TextFile
  text: string
}

const maxMoves = 3

/**
 * Opens the named changelog, or finds it. A file that says where the changelog is now leads there; it must be a file of
 * the working tree.
 */
export async function openChangelog(
  search: ChangelogSearch & { file: string | null; repoFullName: string | null },
  context: CliContext,
): Promise<OpenChangelog> {
  const { root, fileOption } = search
  const advice = `Choose another file with ${fileOption}.`
  let path = search.file ?? (await findChangelog(search, context))
  for (let moves = 0; ; moves += 1) {
    const file = await context.openTextFile(path, { root, advice })
    const text = decodeText(file)
    const { movedTo, hasConflicts } = inspectChangelog(text)
    if (hasConflicts) {
      throw new Problem(
        'invalid_request',
        `${showPath(file.path)} has conflict markers of git and was not changed. Resolve the conflict and try again.`,
      )
    }
    if (movedTo === null) return { file, text }
    const next = resolveMove(movedTo, file, search)
    const isFile = next !== null && (await context.readFile(next).catch(() => null)) !== null
    if (isFile) path = next
    if (!isFile || moves === maxMoves) {
      throw new Problem(
        'choice_needed',
        `${showPath(file.path)} says that the changelog is at ${movedTo.slice(0, 200)}, which is not a file of this repository. Nothing was written. Name the changelog with ${fileOption}.`,
      )
    }
  }
}

/** The path that a notice names: relative to the file, or the page of a file of this repository on its host. */
function resolveMove(
  movedTo: string,
  file: TextFile,
  { root, repoFullName }: ChangelogSearch & { repoFullName: string | null },
): string | null {
  const [target = ''] = movedTo.split(/[?#]/, 1)
  if (!target.includes('://')) return join(dirname(file.path), target)
  const page =
    /^https?:\/\/[^/]{1,200}\/(.{1,300}?)\/(?:-\/)?(?:blob|src\/branch|src)\/[^/]{1,100}\/(.{1,300})$/.exec(
      target,
    )
  if (!page || root === null || page[1]!.toLowerCase() !== repoFullName?.toLowerCase()) return null
  return join(root, page[2]!)
}

/** Decodes a file that will be changed; an empty text if the file does not exist. */
export function decodeText({ path, bytes }: Pick<TextFile, 'path' | 'bytes'>): string {
  if (bytes === null) return ''
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw new Problem(
    'invalid_request',
    `${showPath(path)} is not valid UTF-8 and was not changed. Save it as UTF-8 and try again.`,
  )
}

/** A path as messages show it: relative to the current folder if it is inside of it. */
export function showPath(path: string): string {
  const short = relative('.', path)
  return short === '' || short === '..' || short.startsWith(`..${sep}`) ? path : short
}
