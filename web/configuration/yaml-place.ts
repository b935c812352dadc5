/** What the user is typing at a place of a YAML file. */
export interface YamlPlace {
  /** The keys that lead there; `*` is an item of a list. */
  path: string[]
  kind: 'key' | 'value'
  /** What stands before the cursor of the key or value. */
  prefix: string
  /** The keys that the mapping has already. */
  siblings: string[]
}

interface Line {
  /** The columns of the `-` of list items. */
  markers: number[]
  /** Where the rest begins. */
  column: number
  rest: string
  key: string | null
}

const keyForm = /^(?:"([^"]{0,200})"|'([^']{0,200})'|([^\s"'{}[\],:#][^\s{}[\],:#]{0,200}))\s{0,20}:(?=\s|$)/

/** Finds the key or value that is typed at an offset, by indentation and brackets; the file need not be valid. */
export function findYamlPlace(text: string, offset: number): YamlPlace | null {
  const before = text.slice(0, offset).split('\n')
  const current = readLine(before.pop()!)
  if (current.rest.startsWith('#')) return null
  const flow = findFlow([...before.map(readLine), current])
  if (flow) return flow
  const lines = before.map(readLine)
  const after = text.slice(offset).split('\n').slice(1, 200).map(readLine)
  const parents = findParents(lines, current)
  const [matched] = keyForm.exec(current.rest) ?? []
  if (matched !== undefined) {
    const value = current.rest.slice(matched.length).trimStart()
    return { path: [...parents, current.key!], kind: 'value', prefix: value, siblings: [] }
  }
  if (/[:\s]/.test(current.rest)) return null
  return { path: parents, kind: 'key', prefix: current.rest, siblings: findSiblings(lines, after, current) }
}

function readLine(text: string): Line {
  const markers: number[] = []
  let column = /^ {0,200}/.exec(text)![0].length
  for (
    let marker = /^- {1,20}|^-$/.exec(text.slice(column));
    marker;
    marker = /^- {1,20}|^-$/.exec(text.slice(column))
  ) {
    markers.push(column)
    column += marker[0].length
  }
  const rest = text.slice(column)
  const [, double, single, plain] = keyForm.exec(rest) ?? []
  return { markers, column, rest, key: double ?? single ?? plain ?? null }
}

function isBlank({ rest, markers }: Line): boolean {
  return (rest.trim() === '' && markers.length === 0) || rest.startsWith('#')
}

/** The keys above a line, from the outermost. */
function findParents(lines: Line[], { markers, column }: Line): string[] {
  const path: string[] = markers.map(() => '*')
  let limit = markers[0] ?? column
  let isItem = markers.length > 0
  for (const line of lines.toReversed()) {
    if (isBlank(line)) continue
    const isFirstKey = line.markers.length > 0 && line.column === limit && !isItem
    if (isFirstKey) {
      path.unshift(...line.markers.map(() => '*'))
      ;[limit, isItem] = [line.markers[0]!, true]
    } else if (
      line.key !== null &&
      (line.column < limit || (isItem && line.column === limit && line.markers.length === 0))
    ) {
      path.unshift(...line.markers.map(() => '*'), line.key)
      ;[limit, isItem] = line.markers.length > 0 ? [line.markers[0]!, true] : [line.column, false]
    }
    if (limit === 0 && !isItem) break
  }
  return path
}

function findSiblings(before: Line[], after: Line[], { column, markers }: Line): string[] {
  const collect = (lines: Line[], isUp: boolean) => {
    const keys: string[] = []
    for (const line of lines) {
      if (isBlank(line)) continue
      if (line.column < column) break
      if (line.column === column && line.key !== null) {
        if (line.markers.length > 0 && !isUp) break
        keys.push(line.key)
      }
      if (line.markers.length > 0 && line.column === column) break
    }
    return keys
  }
  return [...(markers.length > 0 ? [] : collect(before.toReversed(), true)), ...collect(after, false)]
}

interface Bracket {
  isList: boolean
  /** The key whose value is being read. */
  key: string | null
  keys: string[]
}

const maxFlowLines = 50

/** Finds the place inside of brackets; null if the cursor is in none. */
function findFlow(lines: Line[]): YamlPlace | null {
  for (let start = Math.max(0, lines.length - maxFlowLines); start < lines.length; start += 1) {
    const line = lines[start]!
    const [matched = ''] = keyForm.exec(line.rest) ?? []
    const value = line.rest.slice(matched.length)
    if (!/^\s{0,20}[[{]/.test(value)) continue
    const found = readFlow([value, ...lines.slice(start + 1).map(({ rest }) => rest)].join('\n'))
    if (!found) continue
    const parents = findParents(lines.slice(0, start), line)
    const base = line.key === null ? parents : [...parents, line.key]
    return { ...found, path: [...base, ...found.path] }
  }
  return null
}

/** Reads an unfinished value in brackets; null if its brackets are closed. */
function readFlow(text: string): YamlPlace | null {
  const open: Bracket[] = []
  let token = ''
  let quote = ''
  for (const character of text) {
    const top = open.at(-1)
    if (quote !== '') {
      if (character === quote) quote = ''
      token += character
    } else if ((character === '"' || character === "'") && token.trim() === '') {
      quote = character
      token += character
    } else if (character === '{' || character === '[') {
      open.push({ isList: character === '[', key: null, keys: [] })
      token = ''
    } else if (character === '}' || character === ']') {
      open.pop()
      token = ''
      if (open.length === 0) return null
    } else if (character === ',') {
      if (top) top.key = null
      token = ''
    } else if (character === ' ' && token.trimEnd().endsWith(':') && top && !top.isList && top.key === null) {
      top.key = unquote(token.trim().slice(0, -1))
      top.keys.push(top.key)
      token = ''
    } else token += character
  }
  const top = open.at(-1)
  if (!top) return null
  const path = open.slice(0, -1).flatMap(({ isList, key }) => (isList ? ['*'] : key === null ? [] : [key]))
  const prefix = token.trimStart()
  if (top.isList) return { path: [...path, '*'], kind: 'value', prefix, siblings: [] }
  if (top.key !== null) return { path: [...path, top.key], kind: 'value', prefix, siblings: [] }
  return { path, kind: 'key', prefix, siblings: top.keys }
}

function unquote(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text
}
