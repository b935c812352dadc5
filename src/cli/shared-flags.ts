import { colorChoices } from './colors.ts'
import { cliFlag, requestFlags } from './flags.ts'
import { defaultMaxCommits } from './open-repository.ts'

const fromDescription =
  'The start of the range, exclusive: a tag, branch or SHA, optionally followed by ~n or ^. Default: previous-release, the release before --to.'

/** The flags for the fields of a request. */
export const fieldFlags = requestFlags().map((flag) => ({
  ...flag,
  describe: () => (flag.name === 'from' ? fromDescription : flag.describe()),
}))

/** How some flags differ for a release, which may not have a tag yet. */
const releaseDescriptions = new Map([
  ['from', fromDescription],
  ['version', 'The version in the heading. Default: the version of the tag at --to.'],
  [
    'date',
    'The date in the heading, YYYY-MM-DD. Default: the date of the tag at --to, or today if the version has no tag yet.',
  ],
])

/** The flags for the fields of a release request: its start is optional and its layout is fixed. */
export const releaseFlags = fieldFlags
  .filter(({ name }) => name !== 'format' && name !== 'part')
  .map((flag) => ({ ...flag, describe: () => releaseDescriptions.get(flag.name) ?? flag.describe() }))

/** `--dir`: the clone to read. */
export const dirFlag = cliFlag(
  'dir',
  'PATH',
  'The clone to read with git; needs no network and no token. Default: the current folder.',
  { completes: 'folder' },
)

/** `--dir` of commands that work on a project and need no clone. */
export const projectDirFlag = cliFlag(
  'dir',
  'PATH',
  'The folder of the project. Default: the current folder.',
  {
    completes: 'folder',
  },
)

/** `--config` and `--no-config`: another configuration file, or none. */
export const configFlags = [
  cliFlag(
    'config',
    'FILE',
    'The configuration file to use. Default: notewright.yml of the clone, or of the commit at --to for --repo.',
    { completes: 'file' },
  ),
  cliFlag('no-config', null, 'Ignore the configuration file.'),
]

/** `--max-commits`: the largest range to accept. */
export const limitFlag = cliFlag(
  'max-commits',
  'N',
  `Reject ranges with more commits. Default: NOTEWRIGHT_MAX_COMMITS, or ${defaultMaxCommits}.`,
)

/** `--quiet`: print only the result. */
export const quietFlag = cliFlag('quiet', null, 'Print nothing but the result and errors.', { short: 'q' })

/** The flags that every command has. */
export const commonFlags = [
  cliFlag(
    'color',
    'WHEN',
    'When to use colours: auto (on a terminal, unless NO_COLOR is set), always or never. Default: auto.',
    { choices: () => colorChoices },
  ),
  cliFlag('help', null, 'Show this help.', { short: 'h' }),
]
