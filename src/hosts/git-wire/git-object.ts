import type { Commit } from '../../core/commit.ts'
import { cutMessage } from '../message-limits.ts'
import { decodeText } from '../text-encoding.ts'

/** The links of a commit or tag that a history walk needs. */
export interface ObjectLinks {
  kind: 'commit' | 'tag'
  /** The parents of a commit, or the object that a tag points at. */
  targets: string[]
  /** The local date of the commit or tag; null when the object has none. */
  day: string | null
}

const latestMoment = 8.64e12

/** Reads the links and the date of a commit or tag. */
export function readLinks(kind: ObjectLinks['kind'], data: Buffer): ObjectLinks {
  const header = headerOf(data)
  const name = kind === 'commit' ? 'parent' : 'object'
  return {
    kind,
    targets: valuesOf(header, name),
    day: dayOf(header, kind === 'commit' ? 'committer' : 'tagger'),
  }
}

/** Parses a commit object and cuts a very long message; paths and tags are stored elsewhere and stay empty. */
export function readCommit(sha: string, data: Buffer): Commit {
  const header = headerOf(data)
  const encoding = valuesOf(header, 'encoding')[0] ?? null
  const textOf = (bytes: string) => decodeText(Buffer.from(bytes, 'latin1'), encoding)
  const author = readPerson(valuesOf(header, 'author')[0] ?? '')
  const committer = readPerson(valuesOf(header, 'committer')[0] ?? '')
  return {
    sha,
    parents: valuesOf(header, 'parent'),
    author: { name: textOf(author.name), email: textOf(author.email), login: null },
    authoredAt: author.stamp === null ? '' : asIsoDate(author.stamp),
    committedAt: committer.stamp?.seconds ?? 0,
    message: decodeText(cutMessage(messageOf(data)), encoding),
    paths: [],
    pathsCut: true,
    tags: [],
  }
}

/** Returns the id of a commit's tree. */
export function treeOf(data: Buffer): string | null {
  return valuesOf(headerOf(data), 'tree')[0] ?? null
}

/** Returns the header, one character a byte. */
function headerOf(data: Buffer): string {
  const end = data.indexOf('\n\n')
  return data.toString('latin1', 0, end === -1 ? data.length : end)
}

/** Returns the bytes of a commit's message. */
export function messageOf(data: Buffer): Buffer {
  const start = data.indexOf('\n\n')
  if (start === -1) return Buffer.alloc(0)
  // Git ends a message at the first NUL.
  const end = data.indexOf(0, start)
  return data.subarray(start + 2, end === -1 ? data.length : end)
}

function valuesOf(header: string, name: string): string[] {
  return header
    .split('\n')
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1))
}

interface Timestamp {
  seconds: number
  /** The offset as it is written: +0530 is 530. */
  zone: number
}

/** Parses an author or committer line as git's `split_ident_line` does, which tolerates malformed lines. */
function readPerson(line: string): { name: string; email: string; stamp: Timestamp | null } {
  const open = line.indexOf('<')
  const close = line.indexOf('>', open)
  if (open === -1 || close === -1) return { name: '', email: '', stamp: null }
  const stamp = /^\s*(\d+)\s+([+-]\d+)/.exec(line.slice(line.lastIndexOf('>') + 1))
  return {
    // One character is one byte here: trimEnd() would cut letters whose last byte is 0xA0, such as 翠.
    name: line.slice(0, open).replace(/[ \t]+$/, ''),
    email: line.slice(open + 1, close),
    stamp: stamp && asStamp(Number(stamp[1]), Number(stamp[2])),
  }
}

function asStamp(seconds: number, zone: number): Timestamp {
  const local = seconds + offsetSeconds(zone)
  return local < latestMoment && local >= 0 ? { seconds, zone } : { seconds: 0, zone: 0 }
}

function offsetSeconds(zone: number): number {
  return (Math.trunc(zone / 100) * 60 + (zone % 100)) * 60
}

/** Formats the time with its offset, as git's %aI does. */
function asIsoDate({ seconds, zone }: Timestamp): string {
  const moment = new Date((seconds + offsetSeconds(zone)) * 1000).toISOString().slice(0, -'.000Z'.length)
  const [hours, minutes] = [Math.trunc(Math.abs(zone) / 100), Math.abs(zone) % 100]
  return `${moment}${zone < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function dayOf(header: string, name: string): string | null {
  const { stamp } = readPerson(valuesOf(header, name)[0] ?? '')
  return stamp && asIsoDate(stamp).slice(0, 10)
}
