import { isUtf8 } from 'node:buffer'
import type { Commit } from '../../core/commit.ts'
import { cutMessage, maxMessageBytes, tooMuchText } from '../message-limits.ts'
import { decodeText } from '../text-encoding.ts'

/**
 * The arguments of `git log` for `readGitLog`. Each commit begins with an empty field, which no path can be, and
 * every field ends with a NUL, which no message can contain.
 */
export const gitLogArgs = [
  'log',
  '-z',
  '--name-only',
  '--no-renames',
  '--diff-merges=off',
  '--encoding=UTF-8',
  '--decorate-refs=refs/tags/*',
  '--format=%x00%H%x00%P%x00%an%x00%ae%x00%aI%x00%ct%x00%D%x00%B',
]

const fieldCount = 8
const maxPaths = 2000
const maxHeldBytes = 256 * 1024
// Later steps cut longer messages.
const longBytes = 16 * 1024

/** Parses the output of `git log` with these arguments, one commit at a time. */
export async function* readGitLog(output: AsyncIterable<Buffer>): AsyncGenerator<Commit> {
  let fields: string[] | null = null
  let paths: string[] = []
  let messageBytes = 0
  for await (const { tokens, dropped } of splitAtNul(output)) {
    messageBytes += dropped
    for (const token of tokens) {
      if (fields && fields.length < fieldCount) {
        fields.push(token)
        if (fields.length === fieldCount) messageBytes += token.length
        if (messageBytes > maxMessageBytes) throw tooMuchText()
      } else if (token === '') {
        if (fields) yield asCommit(fields, paths)
        fields = []
        paths = []
      } else if (paths.length <= maxPaths) {
        paths.push(token)
      }
    }
  }
  if (fields?.length === fieldCount) yield asCommit(fields, paths)
}

/** Fields that are complete, and the bytes of the last one that were dropped because it is too long. */
interface Fields {
  tokens: string[]
  dropped: number
}

/** Splits the output into fields; only the beginning of a very long one is kept. */
async function* splitAtNul(output: AsyncIterable<Buffer>): AsyncGenerator<Fields> {
  let waiting: Buffer[] = []
  let held = 0
  let dropped = 0
  const hold = (bytes: Buffer) => {
    if (held < maxHeldBytes) waiting.push(bytes)
    else dropped += bytes.length
    held += bytes.length
  }
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(0)
    if (end === -1) {
      hold(chunk)
      continue
    }
    // The rest of a field that is too long is not needed.
    const start = dropped > 0 ? chunk.indexOf(0) : 0
    yield {
      tokens: asTokens(Buffer.concat([...waiting, chunk.subarray(start, end)])),
      dropped: dropped + start,
    }
    waiting = []
    held = 0
    dropped = 0
    hold(chunk.subarray(end + 1))
  }
  const rest = Buffer.concat(waiting)
  if (rest.length > 0) yield { tokens: asTokens(rest), dropped }
}

function asTokens(bytes: Buffer): string[] {
  const ends: number[] = []
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, end + 1)) ends.push(end)
  ends.push(bytes.length)
  const isLong = ends.some((end, index) => end - (ends[index - 1] ?? 0) > longBytes)
  // The parts of a text keep all of it in memory, so one with a field that will be cut is decoded field by field.
  if (!isLong && isUtf8(bytes)) return bytes.toString('utf8').split('\0')
  return ends.map((end, index) =>
    decodeText(cutMessage(bytes.subarray(index === 0 ? 0 : ends[index - 1]! + 1, end)), null),
  )
}

function asCommit(fields: string[], paths: string[]): Commit {
  const [sha, parents, name, email, authoredAt, committedAt, decoration, message] = fields as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return {
    sha,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name, email, login: null },
    // Some versions of git write Z for UTC; all hosts must return the same text.
    authoredAt: authoredAt.replace(/Z$/, '+00:00'),
    committedAt: Number(committedAt),
    message,
    // Git writes a line feed before the first path of a commit.
    paths: paths.slice(0, maxPaths).map((path, at) => (at === 0 ? path.replace(/^\n/, '') : path)),
    pathsCut: paths.length > maxPaths,
    tags: decoration
      .split(', ')
      .filter((name) => name.startsWith('tag: '))
      .map((name) => name.slice('tag: '.length)),
  }
}
