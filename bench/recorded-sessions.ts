/** The calls of an agent that wrote the notes of a release. */
export interface RecordedSession {
  /** The repository on GitHub; its clone is read from a folder that the benchmark is given. */
  repo: string
  from: string
  /** The last commit before the changelog was edited. */
  to: string
  calls: [name: string, given: Record<string, unknown>][]
}

/**
 * The sessions of an agent with three public repositories, recorded after the mistakes of the tools that a
 * first attempt showed had been fixed. All sentences are the agent's own. The server numbers its drafts, so that the
 * handles of the calls are right when they are replayed.
 */
export const recordedSessions: RecordedSession[] = [
  {
    repo: 'ratatui/ratatui',
    from: 'ratatui-v0.30.0',
    to: 'ratatui-v0.30.1~2',
    calls: [
      ['resolve_range', { from: 'ratatui-v0.30.0', to: 'ratatui-v0.30.1~2' }],
      ['collect_changes', { from: 'ratatui-v0.30.0', to: 'ratatui-v0.30.1~2' }],
      ['show_change', { from: 'ratatui-v0.30.0', to: 'ratatui-v0.30.1~2', id: 'pr-2320' }],
      ['show_change', { from: 'ratatui-v0.30.0', to: 'ratatui-v0.30.1~2', id: 'pr-2371' }],
      [
        'check_notes',
        {
          from: 'ratatui-v0.30.0',
          to: 'ratatui-v0.30.1~2',
          rest: 'rules',
          entries: [
            { ids: ['pr-2150'], text: 'Cells of a table can span several columns with `column_span`' },
            { ids: ['pr-2320'], text: '`clear()` does what its contract says' },
            { ids: ['pr-2350'], text: '`ratatui-widgets` can be used without default features' },
            { ids: ['pr-2352'], text: 'The thumb of a scrollbar keeps its size while scrolling' },
            { ids: ['pr-2368'], text: '`Clear` no longer panics if its area is outside of the buffer' },
            {
              ids: ['pr-1605'],
              text: 'Add options for how a cell is compared, so that escape sequences do not count as wide cells',
            },
            { ids: ['pr-2396'], text: 'Rust 1.88.0 or newer is required' },
            { ids: ['pr-2399'], text: '`layout-cache` works in `no_std` environments' },
            { ids: ['pr-2371'], text: 'Implement `From` slices for `Line` and `Text`' },
            { ids: ['pr-2355'], text: 'Clear the screen when an inline viewport shrinks horizontally' },
            { ids: ['pr-2308'], text: 'Trailing cells are no longer updated when only their style changes' },
            { ids: ['pr-2423'], text: 'Converting `Color::Reset` to `anstyle` panics with a clear message' },
            { ids: ['pr-2416'], text: '`Terminal::flush` no longer allocates a `Vec` for every frame' },
            { ids: ['pr-2369'], text: 'A `Paragraph` inherits the alignment of its text' },
            { ids: ['pr-2437'], text: 'Bring back `Cell::skip` as a deprecated field' },
            { ids: ['pr-2485'], text: 'Resizing no longer queries the position of the cursor' },
            { ids: ['pr-2481'], text: 'Blocks can have shadows, with presets, symbols and custom effects' },
            { ids: ['pr-2426'], text: 'Lines of a `Canvas` or `Chart` can have a filled area' },
            { ids: ['pr-2520'], text: 'Add a `Fill` widget that paints its area with one symbol and style' },
            {
              ids: ['pr-2546'],
              text: 'Large values no longer overflow the scale of a `BarChart` or `Sparkline`',
            },
            { ids: ['pr-2550'], text: 'A `Chart` with a single label on its y axis no longer panics' },
            { ids: ['pr-2553'], text: '`BarChart::horizontal` ignores empty groups instead of panicking' },
          ],
          omit: [
            {
              ids: ['pr-2310', 'pr-2314', 'pr-2535', 'pr-2554', 'pr-2555', 'pr-2565', 'pr-2564'],
              reason: 'Only spelling in comments and documentation',
            },
            {
              ids: ['pr-2317', 'pr-2409', 'pr-2469', 'pr-2471', 'pr-2501', 'pr-2435', 'pr-2562'],
              reason: 'Only of interest to contributors',
            },
          ],
        },
      ],
      [
        'check_notes',
        {
          draft: 'draft-1',
          changes: [
            { id: 'pr-2423', text: 'Add a descriptive panic for converting `Color::Reset` to `anstyle`' },
            { id: 'pr-2416', text: 'Eliminate the allocation of a `Vec` per frame in `Terminal::flush`' },
          ],
        },
      ],
      ['render_notes', { draft: 'draft-2', version: '0.30.1', date: '2026-02-01' }],
      ['update_changelog', { draft: 'draft-2', version: '0.30.1', date: '2026-02-01' }],
    ],
  },
  {
    repo: 'thoughtbot/administrate',
    from: 'v0.19.0',
    to: 'v0.20.0~1',
    calls: [
      ['resolve_range', { from: 'v0.19.0', to: 'v0.20.0~1' }],
      ['collect_changes', { from: 'v0.19.0', to: 'v0.20.0~1' }],
      ['show_change', { from: 'v0.19.0', to: 'v0.20.0~1', id: 'pr-2415' }],
      ['show_change', { from: 'v0.19.0', to: 'v0.20.0~1', id: 'pr-2427' }],
      [
        'check_notes',
        {
          from: 'v0.19.0',
          to: 'v0.20.0~1',
          rest: 'rules',
          entries: [
            {
              ids: ['pr-2403'],
              text: 'The methods of `Administrate::Punditize` are module methods, so that controllers can override them',
            },
            { ids: ['pr-2415'], text: 'Choose the collection columns of a `hasMany` field' },
            { ids: ['pr-2427'], text: 'Number fields support all helpers of `ActiveSupport::NumberHelper`' },
            { ids: ['pr-2469'], text: 'Drop support for Ruby 2.7' },
            { ids: ['pr-2462'], text: 'Dependencies are no longer open-ended' },
            { ids: ['pr-2405'], text: 'Form fields can show a hint, based on a translation' },
            { ids: ['pr-2418'], text: '`Administrate::Order` builds SQL with Arel instead of strings' },
            {
              ids: ['pr-2479'],
              text: 'Use an own `ActiveSupport::Deprecation` instance, which Rails 7.1 prefers',
            },
            { ids: ['pr-2422'], text: 'Fields can be grouped on the new, edit and show pages' },
            {
              ids: ['pr-2484'],
              text: 'Creating a resource yields it to a block, for example to run a background job',
            },
          ],
          omit: [
            {
              ids: [
                'pr-2408',
                'pr-2433',
                'pr-2432',
                'pr-2442',
                'pr-2443',
                'pr-2470',
                'commit-412b06ef5d77',
                'pr-2485',
              ],
              reason: 'Only of interest to contributors',
            },
          ],
        },
      ],
      [
        'check_notes',
        {
          draft: 'draft-1',
          changes: [
            {
              id: 'pr-2415',
              text: 'Set the columns of a `hasMany` collection with `:collection_attributes`',
            },
          ],
        },
      ],
      ['render_notes', { draft: 'draft-2', version: '0.20.0', date: '2026-02-01' }],
      ['update_changelog', { draft: 'draft-2', version: '0.20.0', date: '2026-02-01' }],
    ],
  },
  {
    repo: 'rmosolgo/graphql-ruby',
    from: 'v2.5.9',
    to: 'v2.5.10~1',
    calls: [
      ['resolve_range', { from: 'v2.5.9', to: 'v2.5.10~1' }],
      ['collect_changes', { from: 'v2.5.9', to: 'v2.5.10~1' }],
      ['show_change', { from: 'v2.5.9', to: 'v2.5.10~1', id: 'pr-5370' }],
      ['show_change', { from: 'v2.5.9', to: 'v2.5.10~1', id: 'pr-5382' }],
      ['show_change', { from: 'v2.5.9', to: 'v2.5.10~1', id: 'pr-5393' }],
      [
        'check_notes',
        {
          from: 'v2.5.9',
          to: 'v2.5.10~1',
          entries: [
            { ids: ['pr-5370'], text: 'Schema: add minimal support for Ractor' },
            { ids: ['pr-5372'], text: 'SDL: improve errors about interfaces' },
            { ids: ['pr-5382'], text: 'Schema: inherit the settings that allow legacy invalid queries' },
            { ids: ['pr-5386'], text: 'Visibility: fix inheriting it with `preload: true`' },
            { ids: ['pr-5393'], text: 'Schemas from SDL resolve fields with a cached lookup' },
            { ids: ['pr-5395'], text: '`.possible_types` no longer returns other interfaces' },
            { ids: ['pr-5396'], text: 'RequiredValidator: remove hidden definitions from the error message' },
            { ids: ['pr-5398'], text: 'Fix association loads with different scopes on the same object' },
          ],
          omit: [{ ids: ['pr-5392'], reason: 'Not noticeable outside of the execution code' }],
        },
      ],
      ['render_notes', { draft: 'draft-1', version: '2.5.10', date: '2026-02-01' }],
      ['update_changelog', { draft: 'draft-1', version: '2.5.10', date: '2026-02-01' }],
    ],
  },
]
