/** A change with statements about it: what follows from its message, and what does not, by kind. */
export interface JudgedChange {
  message: string
  truths: string[]
  lies: [kind: string, text: string][]
}

/** Twelve invented changes, each with five true statements in free words and five lies. */
export const judgedChanges: JudgedChange[] = [
  {
    message:
      'fix(client): retry requests that the server answers with 503 (#1)\n\nUp to three attempts, with a delay of 200 ms between them. Set `maxAttempts` to change that.',
    truths: [
      'The client tries again when a server responds with 503, at most three times',
      'Requests answered with 503 are repeated after 200 ms',
      '`maxAttempts` sets how often a request is repeated',
      'A 503 of the server no longer ends a request at once: the client retries it',
      'Retry requests on status 503, with up to three attempts by default',
    ],
    lies: [
      ['negation', 'Requests are no longer retried when the server answers 503'],
      ['number', 'Requests that the server answers with 503 are retried up to five times'],
      ['number', 'Requests that the server answers with 503 are retried after 2 seconds'],
      ['name', '`retryLimit` sets how often a request is retried'],
      ['scope', 'Requests that fail for whatever reason are retried, also with status 404 and 500'],
    ],
  },
  {
    message:
      'feat(cli): add --json to the list command (#2)\n\nPrints one object per line. Tables stay the default.',
    truths: [
      '`list` can print JSON with `--json`, one object per line',
      'New option `--json` for the `list` command',
      'The list command understands `--json`; without it, tables are printed as before',
      'With `--json`, `list` writes one JSON object on each line',
      'Lists can be printed as JSON objects',
    ],
    lies: [
      ['direction', 'JSON is now the default output of the `list` command'],
      ['name', '`list` can print YAML with `--yaml`'],
      ['component', 'The `export` command can print JSON with `--json`'],
      ['benefit', '`--json` makes the `list` command twice as fast'],
      ['promise', '`--json` of the list command will come to all commands in the next release'],
    ],
  },
  {
    message:
      'fix(cache): truncate entries before writing them (#3)\n\nAn entry that was shorter than the one before kept the end of the old one.',
    truths: [
      'Cache entries are truncated before they are written',
      'A shorter cache entry no longer keeps the end of the one it replaces',
      'Truncate an entry of the cache before writing it, so that no old bytes are kept at its end',
      'Fix cache entries that ended with a part of the old entry',
      'Writing a shorter entry to the cache no longer leaves the end of the old entry behind',
    ],
    lies: [
      ['benefit', 'Cache entries are truncated before writing, which reduces memory use'],
      ['cause', 'Cache entries are truncated before writing because of a race between two processes'],
      ['component', 'Log files are truncated before they are written'],
      ['swap', 'Cache entries are written before they are truncated'],
      ['exaggeration', 'The cache can never be corrupted any more'],
    ],
  },
  {
    message:
      'feat!: drop support for Node 18 (#4)\n\nBREAKING CHANGE: Node 20.11 is the oldest supported version.',
    truths: [
      'Node 18 is no longer supported; the oldest supported version is Node 20.11',
      'Support for Node 18 was dropped',
      'Node 20.11 or newer is required',
      'Drop Node 18: at least Node 20.11 is needed from now on',
      'The minimum version of Node is 20.11',
    ],
    lies: [
      ['version', 'Node 22 or newer is required'],
      ['version', 'Support for Node 16 was dropped'],
      ['direction', 'Node 18 is supported again'],
      ['component', 'Support for Deno 18 was dropped'],
      ['cause', 'Node 18 is dropped because it has reached its end of life and CVE-2026-1111 stays open'],
    ],
  },
  {
    message:
      'fix(auth): reject expired refresh tokens (#5)\n\nThey were accepted for up to an hour after they had expired.',
    truths: [
      'Expired refresh tokens are rejected',
      'Refresh tokens are no longer accepted after they expire',
      'A refresh token that has expired was accepted for up to an hour and is rejected now',
      'Reject refresh tokens once they have expired',
      'Authentication: a refresh token is not accepted after its expiry any more',
    ],
    lies: [
      ['negation', 'Expired refresh tokens are never rejected'],
      ['number', 'Refresh tokens expire after 24 hours'],
      ['scope', 'All expired credentials and passwords are rejected'],
      ['swap', 'Expired access tokens of Google are rejected'],
      ['benefit', 'Sign-in is safer and faster, because expired refresh tokens are rejected'],
    ],
  },
  {
    message:
      'perf(export): stream files over 100 MB (#6)\n\nThe memory of an export of 1 GB falls from 2.1 GB to 80 MB.',
    truths: [
      'Files over 100 MB are streamed on export',
      'Exports of large files need far less memory: 80 MB instead of 2.1 GB for a file of 1 GB',
      'Stream exported files that are larger than 100 MB',
      'An export of 1 GB uses 80 MB of memory instead of 2.1 GB',
      'Exporting streams files of more than 100 MB',
    ],
    lies: [
      ['number', 'Files over 10 MB are streamed on export'],
      ['benefit', 'Exports of large files are 40 % faster'],
      ['direction', 'The memory of an export of 1 GB rises from 80 MB to 2.1 GB'],
      ['scope', 'All files are streamed on import and export'],
      ['component', 'Uploads to S3 are streamed for files over 100 MB'],
    ],
  },
  {
    message: 'Deprecate --legacy-output (#7)\n\nIt will be removed in 2.0. Use --output-format instead.',
    truths: [
      '`--legacy-output` is deprecated; use `--output-format` instead',
      'The flag `--legacy-output` will be removed in 2.0',
      '`--legacy-output` is deprecated and will go away with version 2.0',
      'Deprecated: `--legacy-output`, in favour of `--output-format`',
      'Use `--output-format` in place of `--legacy-output`, which is deprecated',
    ],
    lies: [
      ['direction', '`--legacy-output` was removed'],
      ['version', '`--legacy-output` is deprecated and will be removed in 3.0'],
      ['swap', '`--output-format` is deprecated; use `--legacy-output` instead'],
      ['name', '`--legacy-output` is deprecated; use `--format` instead'],
      ['promise', '`--legacy-output` is deprecated, and a migration tool for it will follow'],
    ],
  },
  {
    message:
      'feat(search): match words with different accents (#8)\n\n`cafe` finds `café`. Off for languages in which accents make another letter, such as Swedish.',
    truths: [
      'Search finds words with other accents: `cafe` matches `café`',
      'The search ignores accents, except in languages such as Swedish',
      'Words match in the search also if their accents differ',
      'Searching for `cafe` also finds `café`',
      'Search: words with different accents match, but not in Swedish',
    ],
    lies: [
      ['scope', 'Search ignores accents in all languages, also in Swedish'],
      ['name', 'Search finds synonyms with the help of Elasticsearch'],
      ['benefit', 'Search is faster because accents are ignored'],
      ['component', 'The spelling checker ignores accents'],
      ['merge', 'Search ignores accents and the case of letters, and understands regular expressions'],
    ],
  },
  {
    message: 'fix: crash when the config file is empty (#9)\n\n`app.yml` without content was read as null.',
    truths: [
      'An empty config file no longer causes a crash',
      'Fix a crash on start with an empty `app.yml`',
      'An `app.yml` without content is no longer read as null and does not crash',
      'Empty config files do not crash the program any more',
      'The crash with an empty configuration file is fixed',
    ],
    lies: [
      ['scope', 'Config files with invalid YAML no longer cause a crash'],
      ['name', 'An empty `settings.toml` no longer causes a crash'],
      ['cause', 'A memory leak that crashed the program when the config file was empty is fixed'],
      ['merge', 'An empty config file no longer causes a crash, and a missing one is created with defaults'],
      ['exaggeration', 'The program never crashes any more'],
    ],
  },
  {
    message:
      'feat(api): add cursor pagination to /orders (#10)\n\nPass `after` with the id of the last order. `page` still works.',
    truths: [
      '`/orders` can be paged with a cursor: pass `after` with the id of the last order',
      'Cursor pagination for `/orders`',
      'Page through `/orders` by a cursor; `page` still works',
      'The endpoint `/orders` takes `after`, the id of the last order, for pagination',
      'API: add pagination by cursor to `/orders`',
    ],
    lies: [
      ['component', '`/customers` can be paged with a cursor'],
      ['direction', '`page` was removed from `/orders` in favour of a cursor'],
      ['name', 'Page through `/orders` with `before` and `limit`'],
      ['number', '`/orders` returns 500 orders per page'],
      ['benefit', 'Cursor pagination makes `/orders` more reliable under heavy load'],
    ],
  },
  {
    message:
      'Remove the `holt_winters` alias (#11)\n\nIt was renamed to `double_exponential_smoothing` in 1.3.',
    truths: [
      'The alias `holt_winters` is removed',
      '`holt_winters` is gone; the function is named `double_exponential_smoothing` since 1.3',
      'Remove `holt_winters`, the old name of `double_exponential_smoothing`',
      'The old alias `holt_winters` of `double_exponential_smoothing` was removed',
      '`holt_winters` no longer exists as an alias',
    ],
    lies: [
      ['swap', 'The function `double_exponential_smoothing` is removed'],
      ['direction', 'The alias `holt_winters` is deprecated and still works'],
      ['version', '`holt_winters` was renamed to `double_exponential_smoothing` in 1.5'],
      ['name', 'The alias `holt_winters` is replaced by `triple_smoothing`'],
      ['merge', 'The aliases `holt_winters` and `irate` are removed'],
    ],
  },
  {
    message:
      'fix(editor): keep the cursor visible after a crash of the terminal (#12)\n\nThe escape sequence that shows it was not sent on SIGHUP.',
    truths: [
      'The cursor stays visible after the terminal crashes',
      'Editor: show the cursor again on SIGHUP',
      'The cursor is no longer hidden after a crash of the terminal',
      'The escape sequence that shows the cursor is also sent on SIGHUP',
      'A terminal that crashes does not leave the cursor hidden any more',
    ],
    lies: [
      ['name', 'Editor: show the cursor again on SIGKILL'],
      ['cause', 'The cursor stays visible after a crash, because the editor saves its state to a file'],
      ['component', 'The mouse pointer stays visible after the browser crashes'],
      ['exaggeration', 'The editor survives every crash of the terminal without loss of text'],
      ['negation', 'The cursor is no longer visible after a crash of the terminal'],
    ],
  },
]
