import { intoCode, type Piece } from '../text/inline-text.ts'

const extensions =
  'ts|tsx|js|jsx|mjs|cjs|json|jsonc|yaml|yml|toml|md|rst|adoc|txt|csv|py|rb|go|rs|c|h|cc|cpp|hpp|java|kt|swift|php|lua|vim|zig|dart|scala|pl|ex|exs|ps1|bat|cmake|nix|tf|cs|css|scss|html|sh|xml|lock|ini|cfg|conf|env|sql|proto|vue|svelte|gradle'

/** The patterns of code in a title, each with an example. */
const shapes = [
  /(?<![\w$-])(?:--[a-z][\w-]*(?:=[\w./-]+)?|-[a-zA-Z])(?![\w-])/, // --legacy-output, -v
  /(?<![\w/.@])@[\w.-]+\/[\w.-]+/, // @scope/package
  /(?<![\w/.:)}])\/[a-z_{:][\w{}:.-]*(?:\/[\w{}:.*-]+)*/i, // /orders/{id}
  /(?<![\w./@-])(?:\.{1,2}\/|\.)?\w[\w.-]*(?:\/[\w.-]+)+\.[a-z]{1,6}\b/i, // src/main.ts, .github/release.yml
  new RegExp(
    `(?<![\\w.])(?![A-Z][a-z]+\\.js\\b)[\\w-]+(?:\\.[\\w-]+)*\\.(?:${extensions})\\b(?![\\w(]|\\.\\w)`,
  ), // config.json
  /(?<![\w./)-])\*?\.[a-z][a-z-]*[a-z](?![\w(]|\.\w)/, // .versionrc, *.md
  /(?<![\w./@-])\*?(?:[a-z][A-Za-z0-9]*|[A-Z][a-z0-9]+[A-Z]\w*)\.[A-Z][a-z]\w*(?![\w(-]|\.\w)/, // bytes.Clone, WebAssembly.Global, globalThis.Buffer
  /(?<![\w./@-])[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*){0,4}\.[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*(?![\w(-]|\.\w)/, // web.routePrefix
  /(?<![\w\]!])\[(?!redacted\])[a-z][\w.-]{1,40}\](?![\w([:])/, // [extend]
  /\b[A-Za-z]\w*(?:::\w+){0,5}#[a-z_]\w*[!?]?/, // Session#process
  /\b\w+(?:::\w+)+(?:<[\w<>, ]{1,40}>|\(\))?/, // std::vector<T>
  /\b[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(\)(?:\/[A-Za-z_$][\w$]*\(\)){0,5}/, // parse(), router.use(), rate()/increase()
  /(?<![\w.])(?:import\.meta|module\.exports|process\.env)(?:\.\w+)*/, // import.meta.glob
  /\b[A-Z][A-Za-z]+<[\w<>, ]{1,40}>/, // Vec<T>
  /(?<![\w.-])__\w+__(?![\w-])/, // __init__
  /(?<![\w.-])[A-Za-z]\w*_(?:\([\w|]{1,60}\)|\{[\w,]{1,60}\})\w*/, // ts_of_(min|max)_over_time, THEME_{DARK,LIGHT}
  /(?<![\w.-])[A-Za-z_]\w*(?:->[A-Za-z_]\w*)+/, // db->avg_ttl
  /(?<![\w.-])[A-Za-z]\w*_\*/, // FZF_DEFAULT_*
  /(?<![\w.-])_*[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?:_|[!?](?=\s+[a-z]))?(?![\w-])/, // max_size, MAX_SIZE, insert_all!
  /(?<![\w.-]|\w\()_[A-Za-z][A-Za-z0-9]*(?![\w-])/, // _total
  /(?<![\w.:-])(?!(?:iOS|iPadOS|iPhone|iPad|macOS|watchOS|tvOS|visionOS|eBay|jQuery|mTLS|gRPC|eBPF|pH|openSUSE|webOS)\b)[a-z]+[0-9]*[A-Z][A-Za-z0-9]*(?:\/[A-Za-z][A-Za-z0-9]*){0,3}(?![\w-])/, // useState, mainFields/conditions
  /(?<![\w$])\$[A-Za-z_]\w*(?:\{[\w,]{1,60}\})?/, // $HOME, $fish_color_{normal,comment}
]
const codeShape = new RegExp(shapes.map((shape) => shape.source).join('|'))

// Every pattern needs one of these characters; many titles have none.
const codeSigns = /[-@/.:(<_[*$#]|[a-z0-9][A-Z]/

/** Puts identifiers, flags, paths and file names into code spans. */
export function markCode(pieces: Piece[]): Piece[] {
  return pieces.some(({ value }) => codeSigns.test(value)) ? withFolders(intoCode(pieces, codeShape)) : pieces
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
