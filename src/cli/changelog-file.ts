import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import { Problem } from '../core/errors.ts'
import type { CliContext } from './cli-context.ts'

const commonNames = /^(?:changelog|changes|history|news|releases)\.(?:md|markdown)$/i

/** Returns the path of the changelog at the root of a clone; CHANGELOG.md if there is none. */
export async function findChangelogFile(root: string, context: CliContext): Promise<string> {
  const names = (await context.listFolder(root)).filter((name) => commonNames.test(name)).sort()
  return join(root, names.find((name) => /^changelog/i.test(name)) ?? names[0] ?? 'CHANGELOG.md')
}

/** Reads the text of a file that will be changed; empty if the file does not exist. */
export async function readText(path: string, context: CliContext): Promise<string> {
  const bytes = await context.readFile(path)
  if (bytes === null) return ''
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw new Problem(
    'invalid_request',
    `${path} is not valid UTF-8 and was not changed. Save it as UTF-8 and try again.`,
  )
}
