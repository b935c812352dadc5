import { decodeText } from '../text-encoding.ts'

/** The arguments of `git log` for `readAddedLines`. */
export const addedLinesArgs = [
  'log',
  '--format=%x00%H',
  '--patch',
  '--unified=0',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--submodule=short',
  '--no-renames',
  '--diff-merges=off',
]

const maxBytes = 20 * 1024 * 1024
const maxLines = 200

/** Reads the lines that each commit added to a file, by SHA; from very long output only the newest commits. */
export async function readAddedLines(output: AsyncIterable<Buffer>): Promise<Map<string, string[]>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of output) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  const added = new Map<string, string[]>()
  for (const part of decodeText(Buffer.concat(chunks), null).split('\0').slice(1)) {
    const [sha = '', ...lines] = part.split('\n')
    const first = lines.findIndex((line) => line.startsWith('@@'))
    const own = first === -1 ? [] : lines.slice(first).filter((line) => line.startsWith('+'))
    added.set(
      sha,
      own.slice(0, maxLines).map((line) => line.slice(1)),
    )
  }
  return added
}
