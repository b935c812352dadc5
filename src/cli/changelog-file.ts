import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import { Problem } from '../core/errors.ts'
import type { CliContext } from './cli-context.ts'

const usualNames = /^(?:changelog|changes|history|news|releases)\.(?:md|markdown)$/i

/** The changelog at the root of a clone; where there is none, the place for one. */
export async function findChangelogFile(root: string, context: CliContext): Promise<string> {
  const names = (await context.listFolder(root)).filter((name) => usualNames.test(name)).sort()
  return join(root, names.find((name) => /^changelog/i.test(name)) ?? names[0] ?? 'CHANGELOG.md')
}

/** The text of a file that will be changed; nothing where there is none yet. */
export async function readText(path: string, context: CliContext): Promise<string> {
  const bytes = await context.readFile(path)
  if (bytes === null) return ''
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  throw new Problem(
    'invalid_request',
    `${path} is not UTF-8, and no byte of it should be harmed: nothing was changed. Save it as UTF-8 first.`,
  )
}
