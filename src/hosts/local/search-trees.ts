import { Problem } from '../../core/errors.ts'
import { type GitContext, runGit } from './git-process.ts'

// Settings of the repository must not change the output.
const grepArgs = [
  'grep',
  '--fixed-strings',
  '--ignore-case',
  '--word-regexp',
  '--only-matching',
  '-h',
  '-I',
  '--no-color',
  '--no-line-number',
  '--no-column',
  '--no-recurse-submodules',
  '--no-textconv',
  '--threads=2',
]
const maxTexts = 400
const maxOutputBytes = 4 * 1024 * 1024
const maxMs = 3000
/** `git grep` exits with 1 if it finds nothing. */
const nothingFound = 1

/**
 * Returns the texts that some file of these commits contains as whole words, apart from case; null if git does not
 * finish within the limits. One process searches for all texts, and stops as soon as it has found them.
 */
export async function searchTrees(
  context: GitContext,
  shas: string[],
  texts: string[],
): Promise<Set<string> | null> {
  context.signal.throwIfAborted()
  const found = new Set<string>()
  if (texts.length === 0 || shas.length === 0) return found
  if (!shas.every((sha) => /^[0-9a-f]{40,64}$/.test(sha))) return null
  if (texts.length > maxTexts || texts.some((text) => text === '' || /[\n\0]/.test(text))) return null
  const open = new Map(texts.map((text) => [text.toLowerCase(), text]))
  const patterns = [...open.keys()].flatMap((text) => ['-e', text])
  const limit = AbortSignal.timeout(maxMs)
  const limited = { ...context, signal: AbortSignal.any([context.signal, limit]) }
  let rest = ''
  let size = 0
  try {
    const output = runGit(limited, [...grepArgs, ...patterns, ...shas, '--'], '', [0, nothingFound])
    for await (const chunk of output) {
      size += chunk.length
      if (size > maxOutputBytes) return null
      const lines = (rest + chunk.toString('utf8')).split('\n')
      rest = lines.pop()!
      for (const line of new Set(lines)) {
        const match = line.toLowerCase()
        // git reports the longest of overlapping matches only.
        for (const [text, given] of open) {
          if (!match.includes(text)) continue
          found.add(given)
          open.delete(text)
        }
      }
      if (open.size === 0) break
    }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!limit.aborted && !(error instanceof Problem)) throw error
    return null
  }
  // git may have found everything before it received the abort.
  context.signal.throwIfAborted()
  return found
}
