import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  type YAMLMap,
} from 'yaml'
import { findInvisible } from '../../text/clean-text.ts'

/** Where a value is in a file: the offsets of its key and of itself. */
interface ValuePlace {
  /** Null for the items of a list and for the file itself. */
  key: number | null
  value: number
  /** What the file says, for a value that is not a collection. */
  source?: string | undefined
}

/** Something that is wrong or suspicious, before its line is known. */
export interface FoundRemark {
  pointer: string
  detail: string
  /** Where it is, if that is not the place of the value. */
  offset?: number | undefined
  /** Whether the key is wrong, or something is missing, instead of the value. */
  about?: 'key' | 'missing' | undefined
}

/** A file as plain values, with the place of each. */
export interface ParsedYaml {
  /** Undefined where the file has no values, or cannot be read. */
  value: unknown
  places: Map<string, ValuePlace>
  faults: FoundRemark[]
  lineAt: (offset: number) => { line: number; column: number }
}

const maxNesting = 12
const maxMessage = 160

/**
 * Parses a YAML 1.2 or JSON file as plain values. Anchors, aliases, tags, merge keys, duplicate keys and further
 * documents are faults, and so are characters that cannot be seen.
 */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter()
  const lineAt = (offset: number) => {
    const { line, col } = lines.linePos(Math.min(offset, text.length))
    // An empty file has no lines.
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const fail = (offset: number, detail: string): ParsedYaml => ({
    value: undefined,
    places: new Map(),
    faults: [{ pointer: '#', offset, detail }],
    lineAt,
  })
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  // The composer is recursive and takes long with a stack overflow.
  const tooDeep = findDeepToken(tokens)
  if (tooDeep !== null) return fail(tooDeep, `is nested deeper than ${maxNesting} levels`)

  const documents = composeDocuments(tokens)
  const [document, second] = documents as [Document.Parsed, Document.Parsed?]
  const reader = new ValueReader(text)
  const value = reader.readTop(document)
  const faults = [
    ...document.errors.map(({ pos, message }) => ({
      pointer: '#',
      offset: pos[0],
      detail: `is not valid YAML: ${message.split('\n', 1)[0]!.slice(0, maxMessage)}`,
    })),
    ...reader.faults,
    ...(second
      ? [{ pointer: '#', offset: second.range[0], detail: 'has a second document; a file has only one' }]
      : []),
  ]
  return { value, places: reader.places, faults, lineAt }
}

function composeDocuments(tokens: CST.Token[]): Document.Parsed[] {
  // A hostile file can have an error in each of its bytes, and recording their stacks takes seconds.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    const composer = new Composer({
      version: '1.2',
      schema: 'core',
      merge: false,
      stringKeys: true,
      // Comparing every key with all others takes quadratic time.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    })
    const documents: Document.Parsed[] = []
    for (const document of composer.compose(tokens, true)) {
      documents.push(document as Document.Parsed)
      if (documents.length === 2) break
    }
    return documents
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The offset of the first token that is nested too deep; null if none is. */
function findDeepToken(tokens: CST.Token[]): number | null {
  const pending: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { token, depth } = next
    if (token.type === 'document' && token.value) pending.push({ token: token.value, depth })
    if (!('items' in token)) continue
    if (depth >= maxNesting) return token.offset
    for (const { key, value } of token.items) {
      if (key) pending.push({ token: key, depth: depth + 1 })
      if (value) pending.push({ token: value, depth: depth + 1 })
    }
  }
  return null
}

/** Reads the values of a document, and collects what a configuration must not contain. */
class ValueReader {
  readonly places = new Map<string, ValuePlace>()
  readonly faults: FoundRemark[] = []
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  readTop({ contents }: Document.Parsed): unknown {
    const isEmpty = contents === null || (isScalar(contents) && contents.value === null && !contents.source)
    if (isEmpty) return undefined
    if (isMap(contents)) return this.#read(contents, '#', null)
    this.#fault('#', contents, 'must be a mapping of keys, such as `learn: false`')
    return undefined
  }

  #read(node: unknown, pointer: string, key: number | null): unknown {
    if (isAlias(node)) {
      this.#fault(pointer, node, 'must not be an alias; write the value out')
      this.places.set(pointer, { key, value: offsetOf(node) })
      return undefined
    }
    const value = node as Node | null
    this.places.set(pointer, {
      key,
      value: value?.range ? value.range[0] : (key ?? 0),
      source: isScalar(value) ? this.#text.slice(value.range![0], value.range![1]) : undefined,
    })
    if (value === null) return null
    if ((isScalar(value) || isMap(value) || isSeq(value)) && value.anchor !== undefined)
      this.#fault(pointer, value, `must not have an anchor (&${value.anchor.slice(0, 40)})`)
    if (value.tag !== undefined)
      this.#fault(pointer, value, `must not have a tag (${value.tag.slice(0, 60)})`)
    if (isMap(value)) return this.#readMap(value, pointer)
    if (isSeq(value)) return value.items.map((item, index) => this.#read(item, `${pointer}/${index}`, null))
    const plain: unknown = isScalar(value) ? value.value : undefined
    if (typeof plain === 'string') this.#checkCharacters(pointer, value, plain)
    return typeof plain === 'bigint' ? Number(plain) : plain
  }

  #readMap(map: YAMLMap, pointer: string): Record<string, unknown> {
    // Without a prototype a key such as `__proto__` is a key like any other.
    const read: Record<string, unknown> = Object.create(null)
    for (const pair of map.items) {
      const { key } = pair
      if (!isScalar(key)) {
        this.#fault(pointer, key as Node, 'must have plain keys')
        continue
      }
      const name = String(key.value ?? '')
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      this.#checkCharacters(at, key, name)
      if (key.anchor !== undefined) this.#fault(at, key, 'must not have an anchor')
      if (name === '<<') this.#fault(at, key, 'is a merge key; write the values out')
      else if (name === '__proto__') this.#fault(at, key, 'is not a known key')
      else if (name in read) this.#fault(at, key, 'is a duplicate key; keep one of them')
      else read[name] = this.#read(pair.value, at, offsetOf(key))
    }
    return read
  }

  #checkCharacters(pointer: string, node: Node, text: string): void {
    const found = findInvisible(text)
    if (found !== null) this.#fault(pointer, node, `contains the invisible character ${found}; remove it`)
  }

  #fault(pointer: string, node: Node | null, detail: string): void {
    this.faults.push({ pointer, offset: offsetOf(node), detail })
  }
}

function offsetOf(node: Node | null): number {
  return node?.range?.[0] ?? 0
}
