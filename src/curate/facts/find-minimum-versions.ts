/** The lowest version of a platform that a project supports. */
interface MinimumVersion {
  /** The platform, as it is usually written: `Node.js`, `Python`. */
  name: string
  /** As the manifest writes it. */
  constraint: string
}

/** A platform whose minimum version a change raised. */
export interface RaisedVersion {
  name: string
  from: string
  to: string
}

const value = String.raw`["']([^"'\n]{1,80})["']`

/** For each manifest the lines that state a minimum version; every pattern captures the version. */
const patterns: [file: RegExp, rows: [name: string, pattern: RegExp][]][] = [
  [/(?:^|\/)go\.mod$/, [['Go', /^go (\d[\w.]{0,20})$/m]]],
  [/(?:^|\/)Cargo\.toml$/, [['Rust', new RegExp(String.raw`^rust-version\s*=\s*${value}`, 'm')]]],
  [
    /(?:^|\/)pyproject\.toml$/,
    [['Python', new RegExp(String.raw`^(?:requires-python|python)\s*=\s*${value}`, 'm')]],
  ],
  [/(?:^|\/)setup\.(?:py|cfg)$/, [['Python', /^\s*python_requires\s*=\s*["']?([^"'\n#]{1,60})["']?/m]]],
  [
    /\.gemspec$/,
    [['Ruby', /\brequired_ruby_version\s*=\s*(?:Gem::Requirement\.new\()?\[?\s*["']([^"'\n]{1,60})["']/]],
  ],
  [
    /(?:^|\/)Package\.swift$/,
    [
      ['Swift', /^\/\/ ?swift-tools-version:\s?(\d[\d.]{0,20})/m],
      ['macOS', /\.macOS\(\.v(\d[\d_]{0,10})\)/],
      ['iOS', /\.iOS\(\.v(\d[\d_]{0,10})\)/],
      ['tvOS', /\.tvOS\(\.v(\d[\d_]{0,10})\)/],
      ['watchOS', /\.watchOS\(\.v(\d[\d_]{0,10})\)/],
    ],
  ],
  [
    /\.podspec$/,
    [
      ['iOS', /\bios\.deployment_target\s*=\s*["'](\d[\d.]{0,10})["']/],
      ['macOS', /\bosx\.deployment_target\s*=\s*["'](\d[\d.]{0,10})["']/],
    ],
  ],
  [/(?:^|\/)mix\.exs$/, [['Elixir', new RegExp(String.raw`^\s*elixir:\s*${value}`, 'm')]]],
  [
    /(?:^|\/)pubspec\.yaml$/,
    [
      ['Dart', /^\s+sdk:\s*["']?([\^>=<\d][^"'\n]{1,60})["']?$/m],
      ['Flutter', /^\s+flutter:\s*["']?([\^>=]{1,2}\s?\d[^"'\n]{0,60})["']?$/m],
    ],
  ],
  [
    /(?:^|\/)pom\.xml$/,
    [['Java', /<(?:maven\.compiler\.(?:release|source)|java\.version)>(\d[\d.]{0,10})</]],
  ],
  [
    /(?:^|\/)build\.gradle(?:\.kts)?$/,
    [
      ['Java', /\b(?:source|target)Compatibility\s*=?\s*(?:JavaVersion\.VERSION_)?["']?(\d[\d._]{0,10})/],
      ['Android API level', /\bminSdk(?:Version)?\s*=?\s*\(?(\d{1,3})\b/],
    ],
  ],
  [/(?:^|\/)CMakeLists\.txt$/, [['CMake', /^cmake_minimum_required\s*\(\s*VERSION\s+(\d[\d.]{0,20})/im]]],
  [/\.(?:cs|fs|vb)proj$|(?:^|\/)Directory\.Build\.props$/, [['.NET', /<TargetFrameworks?>([^<\n]{1,120})</]]],
]

/** Returns the platforms whose minimum version is higher in the second version of a manifest. */
export function findRaisedVersions(path: string, before: string, after: string): RaisedVersion[] {
  const old = readMinimumVersions(path, before)
  const young = new Map(readMinimumVersions(path, after).map(({ name, constraint }) => [name, constraint]))
  return old.flatMap(({ name, constraint }) => {
    const to = young.get(name)
    if (to === undefined || !isRaised(name, constraint, to)) return []
    return [{ name, from: constraint, to }]
  })
}

function readMinimumVersions(path: string, text: string): MinimumVersion[] {
  if (/(?:^|\/)(?:package|composer)\.json$/.test(path)) return readJson(path, text)
  const rows = patterns.find(([file]) => file.test(path))?.[1] ?? []
  return rows.flatMap(([name, pattern]) => {
    const constraint = pattern.exec(text)?.[1]?.trim()
    return constraint === undefined ? [] : [{ name, constraint }]
  })
}

const engines = new Map([
  ['node', 'Node.js'],
  ['npm', 'npm'],
  ['vscode', 'VS Code'],
])

function readJson(path: string, text: string): MinimumVersion[] {
  const manifest = parseObject(text)
  if (path.endsWith('composer.json')) {
    const php = asObject(manifest.require).php
    return typeof php === 'string' ? [{ name: 'PHP', constraint: php.slice(0, 80) }] : []
  }
  // The root of a workspace is not published.
  if (manifest.private === true && manifest.workspaces !== undefined) return []
  return Object.entries(asObject(manifest.engines)).flatMap(([key, constraint]) => {
    const name = engines.get(key)
    return name === undefined || typeof constraint !== 'string'
      ? []
      : [{ name, constraint: constraint.slice(0, 80) }]
  })
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch {
    // A manifest that is not JSON states nothing.
    return {}
  }
}

function asObject(read: unknown): Record<string, unknown> {
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Record<string, unknown>)
    : {}
}

/** The lowest version that a constraint accepts, as numbers; null if it has none. */
function lowestVersion(name: string, constraint: string): number[] | null {
  const alternatives = name === '.NET' ? constraint.split(';') : constraint.split(/\|\|?/)
  const lowest = alternatives.flatMap((alternative) => {
    const version = name === '.NET' ? versionOfFramework(alternative.trim()) : firstLowerBound(alternative)
    return version ? [version] : []
  })
  return lowest.length === 0 ? null : lowest.reduce((one, other) => (compare(one, other) <= 0 ? one : other))
}

function firstLowerBound(alternative: string): number[] | null {
  const bounds = alternative.replace(/(?:<=?|!=)\s*v?\d[\w.*-]*/g, ' ')
  const found = /(\d+)(?:[._](\d+))?/.exec(bounds)
  return found && [Number(found[1]), Number(found[2] ?? 0)]
}

/** `net8.0` is newer than all of .NET Standard and the old framework, which are not compared with it. */
function versionOfFramework(framework: string): number[] | null {
  const found = /^net(?:coreapp)?(\d{1,2})\.(\d)(?:-|$)/.exec(framework)
  return found && [Number(found[1]), Number(found[2])]
}

function isRaised(name: string, from: string, to: string): boolean {
  const [old, young] = [lowestVersion(name, from), lowestVersion(name, to)]
  if (!old || !young) return false
  // Another list of frameworks is a raised minimum only if all of them can be compared.
  if (
    name === '.NET' &&
    [from, to].some((each) => each.split(';').some((one) => !versionOfFramework(one.trim())))
  )
    return false
  return compare(young, old) > 0
}

function compare(one: number[], other: number[]): number {
  return one[0]! - other[0]! || one[1]! - other[1]!
}
