import type { ContentChange } from '../../core/commit.ts'
import { protocolError } from './protocol-errors.ts'

/** An entry of a tree: a file, a folder or a submodule. Names have one character a byte. */
interface TreeItem {
  name: string
  mode: string
  id: string
}

const folderMode = '40000'

/** Returns the content of a tree; null when it is not available. */
export type ReadTree = (id: string) => Buffer | null

/** The files in which two trees differ. */
interface TreeDifference {
  paths: string[]
  /** The ids of the content of each path. */
  contents: ContentChange[]
  /** Whether there are more. */
  cut: boolean
}

/**
 * Returns the files in which two trees differ, in git's order, at most `most` of them; null when a tree that must
 * be compared is not available. Names have one character a byte.
 */
export function diffTrees(
  before: string | null,
  after: string | null,
  { read, most, idBytes }: { read: ReadTree; most: number; idBytes: number },
): TreeDifference | null {
  const paths: string[] = []
  const contents: ContentChange[] = []
  // An explicit stack, because a repository can nest folders deeper than the call stack allows.
  const open: { folder: string; before: string | null; after: string | null; file: boolean }[] = [
    { folder: '', before, after, file: false },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.file) {
      if (paths.length >= most) return { paths, contents, cut: true }
      paths.push(next.folder)
      contents.push({ before: next.before, after: next.after })
      continue
    }
    const [old, young] = [next.before, next.after].map((id) => itemsOf(id, read, idBytes))
    if (!old || !young) return null
    const { folder } = next
    const changed = pairs(old, young).map(([one, other]) => {
      const item = (one ?? other)!
      return {
        folder: folder + item.name,
        before: one?.id ?? null,
        after: other?.id ?? null,
        file: item.mode !== folderMode,
      }
    })
    for (const each of changed.reverse()) open.push(each.file ? each : { ...each, folder: `${each.folder}/` })
  }
  return { paths, contents, cut: false }
}

function itemsOf(id: string | null, read: ReadTree, idBytes: number): TreeItem[] | null {
  if (id === null) return []
  const data = read(id)
  return data && readTree(data, idBytes)
}

/** Parses the entries of a tree. */
export function readTree(data: Buffer, idBytes: number): TreeItem[] {
  const items: TreeItem[] = []
  for (let start = 0; start < data.length; ) {
    const space = data.indexOf(32, start)
    const end = data.indexOf(0, space)
    const next = end + 1 + idBytes
    if (space === -1 || end === -1 || next > data.length) throw protocolError('a tree of the pack is damaged')
    items.push({
      mode: data.toString('latin1', start, space),
      name: data.toString('latin1', space + 1, end),
      id: data.toString('hex', end + 1, next),
    })
    start = next
  }
  return items
}

/** Pairs the entries in which two folders differ; a file and a folder of the same name are different entries. */
function pairs(old: TreeItem[], young: TreeItem[]): [TreeItem | null, TreeItem | null][] {
  const found: [TreeItem | null, TreeItem | null][] = []
  let [at, to] = [0, 0]
  while (at < old.length || to < young.length) {
    const [one, other] = [old[at], young[to]]
    const order = !one ? 1 : !other ? -1 : compare(keyOf(one), keyOf(other))
    if (order === 0) {
      if (one!.id !== other!.id || one!.mode !== other!.mode) found.push([one!, other!])
    } else found.push(order < 0 ? [one!, null] : [null, other!])
    if (order <= 0) at += 1
    if (order >= 0) to += 1
  }
  return found
}

/** Git sorts a folder as if its name ended with a slash. */
function keyOf({ name, mode }: TreeItem): string {
  return mode === folderMode ? `${name}/` : name
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
