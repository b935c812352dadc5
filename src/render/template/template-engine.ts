import { Drop, Liquid } from 'liquidjs'

/** The tags that a template can use. */
const allowedTags = new Set([
  'if',
  'unless',
  'case',
  'for',
  'break',
  'continue',
  'assign',
  'comment',
  'raw',
  '#',
])

/** The filters that a template can use. */
const allowedFilters = new Set(
  `append capitalize compact date default downcase first group_by join last map minus plus prepend reject remove replace
  reverse size slice sort split strip truncate uniq upcase where`.split(/\s+/),
)

const limits = { parseLimit: 16_384, renderLimit: 500, memoryLimit: 10_000_000 }

const noFiles = {
  readFile: () => Promise.reject(new Error('there are no files')),
  readFileSync: () => {
    throw new Error('there are no files')
  },
  exists: () => Promise.resolve(false),
  existsSync: () => false,
  resolve: (_folder: string, file: string) => file,
  contains: () => Promise.resolve(false),
  containsSync: () => false,
}

/** Creates the engine for the templates of strangers: nothing but allowed tags and filters, and no files. */
export function createTemplateEngine(escapeOutput: (value: unknown) => string): Liquid {
  const engine = new Liquid({
    ...limits,
    fs: noFiles,
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    dynamicPartials: false,
    relativeReference: false,
    outputEscape: escapeOutput,
  })
  for (const name of Object.keys(engine.tags)) if (!allowedTags.has(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!allowedFilters.has(name)) delete engine.filters[name]
  return engine
}

/** Markdown that Notewright wrote itself: it is printed as it is, and a filter makes it plain text again. */
export class SafeMarkdown extends Drop {
  readonly #text: string
  readonly #onUse: () => void

  constructor(text: string, onUse: () => void) {
    super()
    this.#text = text
    this.#onUse = onUse
  }

  override valueOf(): string {
    this.#onUse()
    return this.#text
  }

  override toString(): string {
    return this.valueOf()
  }
}
