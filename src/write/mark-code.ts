import { intoCode, type Piece, printPieces, readPieces } from '../text/inline-text.ts'

const extensions =
  'ts|tsx|js|jsx|mjs|cjs|json|jsonc|yaml|yml|toml|md|rst|adoc|txt|csv|py|rb|go|rs|c|h|cc|cpp|hpp|java|kt|swift|php|lua|vim|zig|dart|scala|pl|ex|exs|ps1|bat|cmake|nix|tf|cs|css|scss|html|sh|xml|lock|ini|cfg|conf|env|sql|proto|vue|svelte|gradle'

const topLevel = 'com|org|net|io|dev|app|ai|co|me|info|js'

/** Code that contains spaces or angle brackets, each with an example; it is marked before anything else. */
const phrases = [
  /(?<![\w.:-])[A-Za-z_][\w.:]{0,60}<(?=[\w&'?*])(?:[^<>\n]|<(?:[^<>\n]|<[^<>\n]{0,40}>){0,40}>){1,60}>(?:::\w+)?/, // Map<String, List<int>>
  /(?<![\w$-])--?[a-zA-Z][\w-]*[= ]<[\w .|-]{1,30}>/, // --output <file>
  /(?<![\w$-])--[a-z][\w-]*[= ](?:N|[A-Z_]{0,12}(?:PATH|FILE|DIR|NAME|URL|NUM|COUNT|VALUE|SIZE|MODE|LEVEL|FORMAT))(?![\w-])/, // --jobs N
  /(?<![\w.:/-])[A-Za-z_]\w*(?:[.-]\w+){0,4}: (?:true|false|nil|null|None|True|False|undefined)(?![\w-])/, // create_additions: false
  /#!?\[\w[\w:(), =*"-]{1,60}\]/, // #[must_use]
]
const phrase = new RegExp(phrases.map((shape) => shape.source).join('|'))
const phraseSigns = /<|--[a-z]|: (?:[tf]|n[iu]|N|T|F|u)|#!?\[/
// "widget run --all": a quoted command with a flag.
const quotedCommand =
  /(?<![\w"'])(["'“])([a-z][^"'“”`\n]{0,80}? --?[a-z][^"'“”`\n]{0,60}|--?[a-z][^"'“”`\n]{0,60})(["'”])(?![\w"'])/g

/** The patterns of code in a title, each with an example. */
const shapes = [
  /(?<![\w$-])(?:--[a-z][\w-]*(?:=[\w./:@,*-]*[\w*/])?|-[a-zA-Z])(?![\w-])/, // --legacy-output, -v
  /(?<![\w/.@])@[\w.-]+\/[\w.-]+/, // @scope/package
  /(?<![\w./@-])(?:[a-z0-9-]{1,40}\.){1,4}(?:com|org|net|io|dev)\/[\w./-]*[\w/]/, // github.com/acme/tool
  /(?<![\w/.:)}])\/[a-z_{:][\w{}:.-]*(?:\/[\w{}:.*-]+)*/i, // /orders/{id}
  /(?<![\w./@-])(?:\.{1,2}\/|\.)?\w[\w.-]*(?:\/[\w.-]+)+\.[a-z]{1,6}\b/i, // src/main.ts, .github/release.yml
  new RegExp(
    `(?<![\\w.])(?![A-Z][a-z]+\\.js\\b)[\\w-]+(?:\\.[\\w-]+)*\\.(?:${extensions})\\b(?![\\w(]|\\.\\w)`,
  ), // config.json
  /(?<![\w./)-])\*?\.[a-z][a-z-]*[a-z](?![\w(]|\.\w)/, // .versionrc, *.md
  /(?<![\w./@-])\*?(?:[a-z][A-Za-z0-9]*|[A-Z][a-z0-9]+[A-Z]\w*)\.[A-Z][a-z]\w*(?![\w(-]|\.\w)/, // bytes.Clone, WebAssembly.Global, globalThis.Buffer
  /(?<![\w./@-])[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*){0,4}\.[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*(?![\w(-]|\.\w)/, // web.routePrefix
  new RegExp(
    `(?<![\\w./@-])(?:[A-Z][A-Za-z0-9]+\\.|[A-Z]\\.(?=[A-Z]\\w)){1,4}(?!(?:${topLevel}|NET|NEXT)\\b)[A-Za-z_][A-Za-z0-9_]+[!?]?(?:\\/\\d{1,2})?(?![\\w(-]|\\.\\w)`,
  ), // URI.open, Cache.Watch, Subscription.unsubscribe/2
  new RegExp(
    `(?<![\\w./@:-])[a-z][a-z0-9_]+(?:\\.[a-z][a-z0-9_]+){0,5}\\.(?!(?:${topLevel})\\b)[a-z_][a-z0-9_]+(?![\\w(-]|\\.\\w)`,
  ), // output.html.integrity, timers.promises
  /(?<![\w\]!#])\[(?!redacted\])[a-z][\w.-]{1,40}\](?![\w([:])/, // [extend]
  /\b[A-Za-z]\w*(?:::\w+){0,5}#[a-z_]\w*[!?]?/, // Session#process
  /\b\w+(?:::\w+)+(?:[.#][a-z_]\w*[!?]?)?(?:<[\w<>, ]{1,40}>|\(\))?/, // std::vector<T>, A::B.parse_query
  /\b[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(\)(?:\/[A-Za-z_$][\w$]*\(\)){0,5}/, // parse(), router.use(), rate()/increase()
  /(?<![\w.])(?:import\.meta|module\.exports|process\.env)(?:\.\w+)*/, // import.meta.glob
  /\b[A-Z][A-Za-z]+<[\w<>, ]{1,40}>/, // Vec<T>
  /(?<![\w.-])__\w+/, // __init__, __typeof
  /(?<![\w.-])[A-Za-z]\w*_(?:\([\w|]{1,60}\)|\{[\w,]{1,60}\})\w*/, // ts_of_(min|max)_over_time, THEME_{DARK,LIGHT}
  /(?<![\w.-])[A-Za-z_]\w*(?:->[A-Za-z_]\w*)+/, // db->avg_ttl
  /(?<![\w./-])[a-z][\w.]*=(?![=>])["']?[\w./:-]*\w["']?(?![\w=])/i, // buftype=nofile
  /(?<![\w.-])[A-Za-z]\w*_\*/, // FZF_DEFAULT_*
  /(?<![\w.-])(?:[A-Z]\w*)?[:#]?_*[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?:_|[!?](?=\s+[a-z])|\/\d(?![\w.]))?(?![\w-])/, // max_size, MAX_SIZE, insert_all!, :max_size, before_reset/0
  /(?<![\w.-]|\w\()_[A-Za-z][A-Za-z0-9]*(?![\w-])/, // _total
  /(?<![\w.:-])(?!(?:iOS|iPadOS|iPhone|iPad|macOS|watchOS|tvOS|visionOS|eBay|jQuery|mTLS|gRPC|eBPF|pH|openSUSE|webOS)\b)[a-z]+[0-9]*[A-Z][A-Za-z0-9]*(?:\/[A-Za-z][A-Za-z0-9]*){0,3}(?![\w-])/, // useState, mainFields/conditions
  /(?<![\w.:/-])(?!JavaScriptCore|OpenStreetMap)(?:[A-Z]+[a-z0-9]+){3,8}(?![\w-])/, // RotatingFileHandler
  /(?<![\w.:/-])[A-Z][a-z][A-Za-z]*(?:Error|Exception)(?![\w-])/, // TypeError
  /(?<![\w$])\$[A-Za-z_]\w*(?:\{[\w,]{1,60}\})?/, // $HOME, $fish_color_{normal,comment}
  /(?<![\w:.`"'\])]):[a-z][\w-]*[a-z0-9](?:[?!](?=\s))?(?![\w:])/, // :discouraged-var
]
const codeShape = new RegExp(shapes.map((shape) => shape.source).join('|'))

// Every pattern needs one of these characters; many titles have none.
const codeSigns =
  /[@/_$#=<*]|[a-z0-9][A-Z]|[\w*)]\.\w|(?:^|[^\w.)])\.[a-z]|::|->|(?:^|[^\w:]):[a-z_]|\(\)|\[[a-z]|(?:^|[^\w$-])--?[A-Za-z]/

/** Puts quoted commands and code with spaces or angle brackets into code spans: `Map<String, int>`, `--output <file>`. */
export function markPhrases(text: string): string {
  if (!phraseSigns.test(text) && !/["'“][^"'”]{0,80}-[a-z]/.test(text)) return text
  const pieces = readPieces(text).flatMap((piece) =>
    piece.kind === 'code' ? [piece] : readPieces(piece.value.replace(quotedCommand, '`$2`')),
  )
  return printPieces(intoCode(pieces, phrase))
}

/** Puts identifiers, flags, paths and file names into code spans. */
export function markCode(pieces: Piece[]): Piece[] {
  if (!pieces.some(({ value }) => codeSigns.test(value))) return pieces
  return withoutQuotes(joinArguments(withFolders(intoCode(pieces, codeShape))))
}

/** Joins a flag and the file after it: `-r pylock.toml`. */
function joinArguments(pieces: Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const [index, piece] of pieces.entries()) {
    const flag = joined.at(-2)
    const isArgument =
      piece.kind === 'code' &&
      pieces[index - 1]?.value === ' ' &&
      flag?.kind === 'code' &&
      /^--?[a-z][\w-]*$/i.test(flag.value) &&
      /^[\w./-]*\.\w{1,6}$/.test(piece.value)
    if (isArgument) joined.splice(-2, 2, { kind: 'code', value: `${flag.value} ${piece.value}` })
    else joined.push(piece)
  }
  return joined
}

/** Drops the quotation marks around a code span: "max_size" becomes `max_size`. */
function withoutQuotes(pieces: Piece[]): Piece[] {
  const bare = pieces.map((piece, index): Piece => {
    if (piece.kind === 'code') return piece
    const isBefore = pieces[index + 1] !== undefined && isQuoted(pieces, index + 1)
    const isAfter = index > 0 && isQuoted(pieces, index - 1)
    return { kind: 'text', value: piece.value.slice(isAfter ? 1 : 0, isBefore ? -1 : undefined) }
  })
  return bare.filter(({ value }) => value !== '')
}

function isQuoted(pieces: Piece[], index: number): boolean {
  const open = pieces[index - 1]?.value.at(-1)
  return (open === '"' || open === "'") && pieces[index + 1]?.value.charAt(0) === open
}

/** Moves the folders before a name into its code span: `postgresql/schema_dumper`. */
function withFolders(pieces: Piece[]): Piece[] {
  for (const [index, code] of pieces.entries()) {
    const before = pieces[index - 1]
    if (code.kind !== 'code' || !before?.value.endsWith('/') || !/^\w/.test(code.value)) continue
    const [folders = ''] = /(?:[\w-]{1,40}\/){1,5}$/.exec(before.value) ?? []
    pieces[index] = { kind: 'code', value: folders + code.value }
    pieces[index - 1] = { kind: 'text', value: before.value.slice(0, before.value.length - folders.length) }
  }
  return pieces
}
