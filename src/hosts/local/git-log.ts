import { isUtf8 } from 'node:buffer'
import type { Commit } from '../../core/commit.ts'
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

/** Parses the output of `git log` with these arguments, one commit at a time. */
export async function* readGitLog(output: AsyncIterable<Buffer>): AsyncGenerator<Commit> {
  let fields: string[] | null = null
  let paths: string[] = []
  for await (const tokens of splitAtNul(output)) {
    for (const token of tokens) {
      if (fields && fields.length < fieldCount) {
        fields.push(token)
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

async function* splitAtNul(output: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let waiting: Buffer[] = []
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(0)
    if (end === -1) {
      waiting.push(chunk)
      continue
    }
    yield asTokens(Buffer.concat([...waiting, chunk.subarray(0, end)]))
    waiting = [chunk.subarray(end + 1)]
  }
  const rest = Buffer.concat(waiting)
  if (rest.length > 0) yield asTokens(rest)
}

function asTokens(bytes: Buffer): string[] {
  if (isUtf8(bytes)) return bytes.toString('utf8').split('\0')
  const tokens: string[] = []
  let start = 0
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    tokens.push(decodeText(bytes.subarray(start, end), null))
    start = end + 1
  }
  tokens.push(decodeText(bytes.subarray(start), null))
  return tokens
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
