/** A commit of a public repository with statements about it: what follows from it, and what does not, by kind. */
export interface JudgedCommit {
  /** The repository on GitHub; its clone is read from a folder that the benchmark is given. */
  repo: string
  sha: string
  truths: string[]
  lies: [kind: string, text: string][]
}

/**
 * Twelve commits of four projects in four languages, each with five true statements in free words and five lies. All
 * sentences are our own. Some of the true ones state what only the diff shows, as an agent does that has read it.
 */
export const judgedCommits: JudgedCommit[] = [
  {
    repo: 'ratatui/ratatui',
    sha: '77f80064',
    truths: [
      'Resizing a terminal no longer asks for the position of the cursor',
      '`Terminal::resize()` clears without calling `get_cursor_position()`',
      'Cursor position reports no longer interfere with standard input when the terminal is resized',
      'Terminal: avoid queries of the cursor position while resizing',
      'A resize does not query where the cursor is, so that no report ends up in stdin',
    ],
    lies: [
      ['negation', 'Resizing a terminal always queries the position of the cursor first'],
      ['benefit', 'Resizing a terminal is twice as fast'],
      ['component', 'Scrolling no longer queries the position of the cursor'],
      ['name', '`Terminal::draw()` clears without calling `get_cursor_position()`'],
      ['cause', 'Cursor positions are not queried during a resize, because Windows does not report them'],
    ],
  },
  {
    repo: 'ratatui/ratatui',
    sha: '74d6a846',
    truths: [
      'Blocks can have shadows: see `Block::shadow`',
      'Add `Block::shadow` and the type `Shadow`, with presets such as `dark_shade`',
      'The shadow of a block can use a symbol of your own, set with `Shadow::symbol`',
      'A block can cast a shadow, with a preset, another symbol or a custom effect',
      'Shadows of blocks can be moved with an offset',
    ],
    lies: [
      ['scope', 'All widgets support shadows'],
      ['name', 'Blocks can have shadows: see `Block::with_shadow`'],
      ['direction', 'Shadows of blocks were removed'],
      ['promise', 'Blocks can have shadows; animated shadows will follow in the next release'],
      ['count', 'Blocks can have shadows, with eight presets to choose from'],
    ],
  },
  {
    repo: 'ratatui/ratatui',
    sha: 'e27a22a9',
    truths: [
      'A `Paragraph` keeps the alignment of the text that it is made from',
      'Paragraphs of centered text are rendered centered instead of left-aligned',
      '`Paragraph::new` inherits the alignment of its text',
      'Fix paragraphs that ignored the alignment of their text',
      'A paragraph created from a centered `Text` is no longer aligned to the left',
    ],
    lies: [
      ['swap', 'A text inherits the alignment of the `Paragraph` that it is in'],
      ['direction', 'Paragraphs of centered text are rendered left-aligned instead of centered'],
      ['component', 'A `Table` inherits the alignment of its text'],
      ['scope', 'All widgets inherit alignment, style and wrapping of their text'],
      ['instruction', 'Call `Paragraph::inherit_alignment` to keep the alignment of a text'],
    ],
  },
  {
    repo: 'ratatui/ratatui',
    sha: '4d304206',
    truths: [
      '`CellDiffOption::AlwaysUpdate` updates a cell even if its content has not changed',
      'New option `CellDiffOption::AlwaysUpdate` that forces the update of cells',
      'Cells can be updated on every diff, also with identical content',
      'Add an option to force cell updates',
      'With `AlwaysUpdate`, cells are written although their content is the same',
    ],
    lies: [
      ['negation', '`CellDiffOption::AlwaysUpdate` does not update cells whose content is identical'],
      ['direction', 'Cells are always updated by default, even when their content is identical'],
      ['name', '`CellDiffOption::ForceUpdate` updates a cell even if its content has not changed'],
      ['benefit', '`CellDiffOption::AlwaysUpdate` reduces flickering and saves memory'],
      ['exaggeration', '`CellDiffOption::AlwaysUpdate` guarantees that a terminal is never out of date'],
    ],
  },
  {
    repo: 'rollup/rollup',
    sha: 'd96ed9562',
    truths: [
      'Static dependencies that manual chunks import are put into chunks of their own',
      'Manual chunks are treated as entry points when modules are assigned to chunks',
      'Manual chunks no longer import back from entry chunks, which avoids cycles',
      'Static dependencies of manual chunks go into separate chunks; this may create more chunks',
      'Extract static dependencies of manual chunks into separate chunks',
    ],
    lies: [
      ['swap', 'Manual chunks are extracted into their static dependencies'],
      ['scope', 'Static and dynamic dependencies of all chunks are put into separate chunks'],
      ['benefit', 'Bundles with manual chunks are smaller, because their static dependencies are separate'],
      ['direction', 'Static dependencies of manual chunks are merged into the manual chunk'],
      ['other', 'Manual chunks are deprecated in favour of automatic code splitting'],
    ],
  },
  {
    repo: 'rollup/rollup',
    sha: '91b6dc4de',
    truths: [
      'The process report excludes the network, so that no PTR lookup blocks the start',
      'Avoid blocking reverse DNS lookups when the report of the process is read',
      '`report.excludeNetwork` is set before `getReport()` is called',
      'Loading the native binary no longer waits for PTR lookups',
      'Fix blocking PTR lookups by leaving the network out of the report',
    ],
    lies: [
      ['negation', 'The report includes the network, so that PTR lookups are possible'],
      ['swap', '`getReport()` is called before `report.excludeNetwork` is set'],
      ['name', '`report.skipNetwork` is set before `getReport()` is called'],
      ['number', 'PTR lookups are limited to 500 ms'],
      ['component', 'The watcher no longer blocks on PTR lookups'],
    ],
  },
  {
    repo: 'rollup/rollup',
    sha: '1ba1fc238',
    truths: [
      'The number that resolves a conflict of names comes before the first extension: `chunk2.d.ts`',
      'Conflicting chunk names such as `chunk.d.ts` become `chunk2.d.ts` and not `chunk.d2.ts`',
      'File names with several extensions keep all of them when they are made unique',
      'Deduplicated chunks of TypeScript declarations keep their `.d.ts` extension',
      'Insert the number of a conflict before all extensions of a filename',
    ],
    lies: [
      ['swap', 'Conflicting chunk names such as `chunk.d.ts` become `chunk.d2.ts` and not `chunk2.d.ts`'],
      ['direction', 'The number that resolves a conflict of names comes after the last extension'],
      ['cause', 'Conflict numbers come before the first extension, because Windows rejects the other names'],
      ['scope', 'Conflict numbers are no longer added to any filename'],
      ['version', 'Conflict numbers come before the first extension, as since TypeScript 5.4'],
    ],
  },
  {
    repo: 'gitleaks/gitleaks',
    sha: '3821f30b',
    truths: [
      'A configuration can state the minimum version of Gitleaks that it needs with `minVersion`',
      'New setting `minVersion`: a warning is logged if the running version is older',
      'Configs can require a minimum version',
      'The default config sets `minVersion` to `v8.25.0`',
      'An invalid `minVersion` is an error',
    ],
    lies: [
      ['number', 'The default config sets `minVersion` to `v8.30.0`'],
      ['direction', 'Gitleaks refuses to start if the running version is older than `minVersion`'],
      ['name', 'A configuration can state the oldest version that it needs with `requiredVersion`'],
      ['merge', 'Configs can require a minimum and a maximum version'],
      ['promise', 'A `minVersion` will be mandatory in the next major release'],
    ],
  },
  {
    repo: 'gitleaks/gitleaks',
    sha: 'c5ccbb94',
    truths: [
      'Contexts with timeouts are respected',
      'Add `--timeout`, a limit in seconds for all commands',
      'Commands end when the timeout of their context is reached',
      'By default no timeout is set; `--timeout` sets one in seconds',
      'Scans respect the timeout of a context',
    ],
    lies: [
      ['number', 'Commands end after 60 seconds by default'],
      ['negation', 'Timeouts of contexts are no longer respected'],
      ['name', 'Add `--deadline`, a limit in seconds for all commands'],
      ['direction', '`--timeout` was removed'],
      ['benefit', 'Scans are faster and need less memory, because timeouts are respected'],
    ],
  },
  {
    repo: 'gitleaks/gitleaks',
    sha: 'd2237187',
    truths: [
      'Rules are also validated if the config uses `[extend]`',
      'Config: validate rules when another configuration is extended',
      'Fix missing validation of rules in configs with `[extend]`',
      'A rule without id is an error, also in a config that extends another one',
      'The error about a missing rule id names its description, regex and path',
    ],
    lies: [
      ['negation', 'Rules are not validated when `[extend]` is used'],
      ['scope', 'Allowlists and reports are validated when `[extend]` is used'],
      ['name', 'Rules are also validated if the config uses `[include]`'],
      ['exaggeration', 'Invalid configs can never be loaded any more'],
      ['cause', 'Rules of extended configs are validated, because remote configs could run code'],
    ],
  },
  {
    repo: 'apache/maven',
    sha: '229e9d7046',
    truths: [
      'The number of threads may have spaces around it, such as ` 1C `',
      'Spaces before and after `threadConfiguration` are ignored',
      'Accept a thread configuration that is surrounded with spaces',
      'Whole numbers of threads are trimmed as well',
      'Trim the configured number of threads before it is parsed',
    ],
    lies: [
      ['direction', 'A thread configuration that is surrounded with spaces is rejected'],
      ['scope', 'All options of the command line are trimmed'],
      ['number', 'The default thread configuration is `2C`'],
      ['component', 'Spaces before and after goals are ignored'],
      ['benefit', 'Builds with several threads are faster'],
    ],
  },
  {
    repo: 'apache/maven',
    sha: 'c2e4be2ee0',
    truths: [
      'Java 8 may be written as 8 or 1.8 in version ranges, too',
      'Version ranges of plugin prerequisites understand both 8 and 1.8',
      'The check of the Java version that a plugin needs handles 8 and 1.8 in ranges',
      'Plugins can require a range of Java versions with `1.8` or `8`',
      '`8` and `1.8` mean the same Java version in ranges, as they did for a single version',
    ],
    lies: [
      ['version', 'Java 11 may be written as 11 or 1.11 in version ranges'],
      ['negation', 'Java 8 can no longer be written as 1.8 in version ranges'],
      ['scope', 'Java versions below 1.8 are handled in ranges as well'],
      ['component', 'Version ranges of dependencies understand both 8 and 1.8'],
      ['other', 'Support for Java 8 was dropped'],
    ],
  },
]
