import { expect, test } from 'vitest'
import { printPieces, readPieces } from '../text/inline-text.ts'
import { markCode, markPhrases } from './mark-code.ts'

test.each([
  ['Add --legacy-output', 'Add `--legacy-output`'],
  ['Add -v', 'Add `-v`'],
  ['Add --format=json now', 'Add `--format=json` now'],
  ['Update @acme/core', 'Update `@acme/core`'],
  ['Add /orders/{id} to the API', 'Add `/orders/{id}` to the API'],
  ['Move src/main.ts', 'Move `src/main.ts`'],
  ['Read .github/release.yml', 'Read `.github/release.yml`'],
  ['Run ./bin/run.sh or ../run/all.sh', 'Run `./bin/run.sh` or `../run/all.sh`'],
  ['Serve llms.txt', 'Serve `llms.txt`'],
  ['Shrink _select.lua', 'Shrink `_select.lua`'],
  ['Read config.json', 'Read `config.json`'],
  ['Read package.json.', 'Read `package.json`.'],
  ['Grow std::vector', 'Grow `std::vector`'],
  ['Call parse() twice', 'Call `parse()` twice'],
  ['Call router.use() once', 'Call `router.use()` once'],
  ['Box Vec<T>', 'Box `Vec<T>`'],
  ['Set max_size and MAX_SIZE', 'Set `max_size` and `MAX_SIZE`'],
  ['Fix postgresql/schema_dumper', 'Fix `postgresql/schema_dumper`'],
  ['Skip it for insert_all! since it is slow', 'Skip it for `insert_all!` since it is slow'],
  ['Fix Proc#source_location and A::B#process', 'Fix `Proc#source_location` and `A::B#process`'],
  ['Use __init__', 'Use `__init__`'],
  ['Memoize useState', 'Memoize `useState`'],
  ['Respect $HOME', 'Respect `$HOME`'],
  ['Colours by $fish_color_{normal,comment}', 'Colours by `$fish_color_{normal,comment}`'],
  ['Follow .versionrc and .env', 'Follow `.versionrc` and `.env`'],
  ['Use bytes.Clone and unwrap WebAssembly.Global', 'Use `bytes.Clone` and unwrap `WebAssembly.Global`'],
  ['Support errors.As.', 'Support `errors.As`.'],
  ['Do without globalThis.Buffer', 'Do without `globalThis.Buffer`'],
  ['Redirect when web.routePrefix is set', 'Redirect when `web.routePrefix` is set'],
  ['Annotate rate()/increase() over gauges', 'Annotate `rate()/increase()` over gauges'],
  ['Add ts_of_(min|max)_over_time', 'Add `ts_of_(min|max)_over_time`'],
  ['Append no _total to sums', 'Append no `_total` to sums'],
  ['Let sort(_ro) be asked', 'Let sort(_ro) be asked'],
  ['Read THEME_{DARK,LIGHT}', 'Read `THEME_{DARK,LIGHT}`'],
  ['Handle every REDIR_CODE_ there is', 'Handle every `REDIR_CODE_` there is'],
  ['Reset db->avg_ttl', 'Reset `db->avg_ttl`'],
  ['Keep import.meta.url and module.exports', 'Keep `import.meta.url` and `module.exports`'],
  ['Expose mainFields/conditions', 'Expose `mainFields/conditions`'],
  ['Close a *os.File and read *.md', 'Close a `*os.File` and read `*.md`'],
  ['Nullify FZF_DEFAULT_* variables', 'Nullify `FZF_DEFAULT_*` variables'],
  ['Validate rules when [extend] is used', 'Validate rules when `[extend]` is used'],
  ['Warn when `hook.<name>`.jobs is set', 'Warn when `hook.<name>.jobs` is set'],
  ['Fix WEBrick::HTTPUtils.parse_query', 'Fix `WEBrick::HTTPUtils.parse_query`'],
  ['Like URI.open beside URI#open', 'Like `URI.open` beside `URI#open`'],
  ['Handle Subscription.unsubscribe/2', 'Handle `Subscription.unsubscribe/2`'],
  ['Correct output.html.integrity', 'Correct `output.html.integrity`'],
  ['Add :registry_strategy and :discouraged-var', 'Add `:registry_strategy` and `:discouraged-var`'],
  ['Use github.com/acme/tool', 'Use `github.com/acme/tool`'],
  ['Close a RotatingFileHandler', 'Close a `RotatingFileHandler`'],
  ['Raise a TypeError', 'Raise a `TypeError`'],
  ['Set buftype=nofile', 'Set `buftype=nofile`'],
  ['Refactor -r pylock.toml', 'Refactor `-r pylock.toml`'],
  ['Read "max_size" and \'min_size\'', 'Read `max_size` and `min_size`'],
  ['Handle __typeof', 'Handle `__typeof`'],
  ['Use it in DocView:get_x_offset', 'Use it in `DocView:get_x_offset`'],
  ['Fix `parse()` and render()', 'Fix `parse()` and `render()`'],
])('%j is written %j', (text, marked) => {
  expect(printPieces(markCode(readPieces(text)))).toBe(marked)
})

test.each([
  'Support macOS, iOS and jQuery',
  'Support Node.js and Vue.js',
  'Open example.org or socket.io',
  'Use OpenStreetMap, PostgreSQL and GraphQL',
  'Note: this is it',
  'Wait at 10:30',
  'A well-known read-only end-to-end case',
  'either/or and 1/2',
  'GitHub and TypeScript',
  'e.g. this, i.e. that',
  'From 1.2.3 to 2.0.0',
  'A dash - like this',
  'Targets {current}/{active}',
  'Typings for vite:preloadError',
  'Run on .NET, ASP.NET and Terminal.app',
  'Wait...then go. And go',
  '[a](b) and [x][y] and [Draft]',
])('%j has no code in it', (text) => {
  expect(printPieces(markCode(readPieces(text)))).toBe(text)
})

test.each([
  ['Return Map<String, List<int>> twice', 'Return `Map<String, List<int>>` twice'],
  ['Return Vec<Option<Box<T>>>', 'Return `Vec<Option<Box<T>>>`'],
  ['Add --output <file>', 'Add `--output <file>`'],
  ['Add --jobs N', 'Add `--jobs N`'],
  ['Respect create_additions: false', 'Respect `create_additions: false`'],
  ['Add #[must_use] to types', 'Add `#[must_use]` to types'],
  ['Run "zellij run --session x" once', 'Run `zellij run --session x` once'],
  ['Keep `a < b` and "quotes"', 'Keep `a < b` and "quotes"'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
])('the phrase in %j is marked: %j', (text, marked) => {
  expect(markPhrases(text)).toBe(marked)
})

test.each(['a<', 'a<b', 'x.', 'A.', 'Aa', '--a ', ':a', '"a -b', '_a', 'a=', '#['])(
  'a title full of %j is handled',
  (piece) => {
    const text = piece.repeat(600 / piece.length)
    expect(printPieces(markCode(readPieces(markPhrases(text)))).length).toBeGreaterThan(500)
  },
)
