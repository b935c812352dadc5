import type { Command } from './command.ts'
import { cliFlag } from './flags.ts'
import {
  commonFlags,
  configFlags,
  dirFlag,
  fieldFlags,
  limitFlag,
  projectDirFlag,
  quietFlag,
  releaseFlags,
} from './shared-flags.ts'

const dryRunFlag = (description: string) => cliFlag('dry-run', null, description)
const jsonFlag = (description: string) => cliFlag('json', null, description)

const generate: Command = {
  name: 'generate',
  summary: 'write the notes of a range to standard output',
  usage: 'notewright generate [--dir PATH | --repo OWNER/REPO] [flags]',
  description:
    'Writes the notes for a range of commits to standard output, by default for everything since the previous release. Progress and warnings go to standard error.',
  flags: [
    dirFlag,
    ...fieldFlags,
    cliFlag('latest', null, 'Write the notes for the newest release.'),
    cliFlag('unreleased', null, 'Write the notes for everything after the newest release.'),
    cliFlag(
      'since',
      'DATE',
      'Write the notes for everything that reached the main line since a date (UTC): 2026-01-31, 2026-01-31T09:30:00Z, yesterday or "2 weeks ago". Replaces --from.',
    ),
    jsonFlag('Print the whole answer as JSON, as the HTTP API returns it.'),
    cliFlag(
      'output',
      'FILE',
      'Write to this file instead of standard output. In a repository it must be a text file or .json.',
      { short: 'o', completes: 'file' },
    ),
    ...configFlags,
    limitFlag,
    quietFlag,
  ],
  examples: [
    'notewright generate',
    'notewright generate --latest --format github_release',
    'notewright generate --from v1.4.0 --to v1.5.0 -f github_release',
    'notewright generate --dir ../widget --from v1.5.0 -f simple -q',
    "notewright generate --since '2 weeks ago'",
    'notewright generate --json -o notes.json',
    'notewright generate --paths packages/core --paths packages/cli',
  ],
  load: async () => (await import('./generate-command.ts')).generateCommand,
}

const updatedPackage =
  "The package of the configuration file whose changelog is updated, or '*' for all packages. Default: the package of the current folder."

const update: Command = {
  name: 'update',
  summary: 'add the notes to CHANGELOG.md and keep the existing text',
  usage: 'notewright update [--dir PATH | --repo OWNER/REPO] [flags]',
  description:
    'Adds notes for all changes since the last release to the changelog, under Unreleased or under a version. Existing text is never modified, and a second run changes nothing.',
  flags: [
    dirFlag,
    // Here --check looks at the file. How a model's text is checked is set by NOTEWRIGHT_CHECK.
    ...releaseFlags
      .filter(({ field }) => field !== 'check')
      .map((flag) => ({
        ...flag,
        describe: () => (flag.name === 'package' ? updatedPackage : flag.describe()),
      })),
    cliFlag(
      'file',
      'FILE',
      'The changelog, a text file of the clone. Default: the changelog nearest to --paths or to the current folder, or CHANGELOG.md.',
      { completes: 'file' },
    ),
    cliFlag('all', null, 'Add the sections of all releases that are missing, in one pass over the history.'),
    dryRunFlag('Change nothing; print the update as a unified diff.'),
    cliFlag(
      'check',
      null,
      'Change nothing; if the file is out of date, print the missing entries and exit with code 6.',
    ),
    jsonFlag('Print which files were changed and the entries that were added as JSON.'),
    cliFlag('yes', null, 'Also add more than 200 entries or 20 sections to an existing file.'),
    ...configFlags,
    limitFlag,
    quietFlag,
  ],
  examples: [
    'notewright update',
    'notewright update --version 1.5.0',
    'notewright update --to v1.5.0 --file HISTORY.md',
    'notewright update --all',
    "notewright update --package '*' --version auto",
    'notewright update --dry-run',
    'notewright update --check',
  ],
  load: async () => (await import('./update-command.ts')).updateCommand,
}

const prDescriptions = new Map([
  ['version', 'The version to release. Default: the next version, based on the changes.'],
  [
    'package',
    'One package of the configuration file, with its own pull request. Default: all packages in one pull request.',
  ],
])

const release: Command = {
  name: 'release',
  summary: 'publish the notes as a draft release or as a pull request',
  usage: 'notewright release [--repo OWNER/REPO] [--host NAME] [flags]',
  description:
    'Creates a draft release with the notes for a range, or a pull request that updates the changelog, with the token from the environment. Without --repo it uses the repository of the remote origin of the clone. Nothing is published without --publish. A second run adds only new entries.',
  flags: [
    ...releaseFlags,
    cliFlag('tag', 'TAG', 'The tag of the release. Default: the tag at --to.', { completes: 'ref' }),
    cliFlag('name', 'NAME', 'The title of the release. Default: the tag.'),
    cliFlag('prerelease', null, 'Mark the release as a pre-release.'),
    cliFlag('latest', null, 'Show the release as the latest one on GitHub. Default: GitHub decides.'),
    cliFlag('no-latest', null, 'Do not show the release as the latest one on GitHub.'),
    cliFlag(
      'draft',
      null,
      'Maintain one draft for the next version: update the draft of the last run and keep edits in it.',
    ),
    cliFlag('publish', null, 'Publish the release instead of saving it as a draft. GitLab has no drafts.'),
    cliFlag('pull-request', null, 'Open a pull request that updates the changelog instead.'),
    cliFlag(
      'file',
      'FILE',
      "The changelog that the pull request updates. Default: the repository's changelog, or CHANGELOG.md.",
      { completes: 'file' },
    ),
    cliFlag('base', 'BRANCH', 'The base branch of the pull request. Default: the default branch.', {
      completes: 'ref',
    }),
    dryRunFlag('Send nothing; print what would be sent, and where.'),
    jsonFlag('Print the result as JSON instead of only its URL.'),
    ...configFlags,
    limitFlag,
    quietFlag,
  ],
  examples: [
    'notewright release --to v1.5.0 --dry-run',
    'notewright release --draft',
    'notewright release --repo acme/widget --to v1.5.0',
    'notewright release --repo acme/widget --tag v1.5.0 --publish',
    'notewright release --repo acme/widget --pull-request --version 1.5.0',
  ],
  load: async () => (await import('./release-command.ts')).releaseCommand,
}

const releasePr: Command = {
  name: 'release-pr',
  summary: 'keep a pull request with the changelog of the next release current',
  usage: 'notewright release-pr [--repo OWNER/REPO] [--host NAME] [flags]',
  description:
    'Maintains one pull request that adds the next version to the changelog, or to the changelogs of all packages that have something to release. Run it after every push: it updates the branch notewright/release, the title and the text, keeps edits, and closes the pull request if there is no longer anything to release (exit code 7).',
  flags: [
    ...releaseFlags
      .filter(({ name }) => name !== 'from' && name !== 'to')
      .map((flag) => ({ ...flag, describe: () => prDescriptions.get(flag.name) ?? flag.describe() })),
    cliFlag(
      'file',
      'FILE',
      "The changelog. Default: the one that the configuration names, the repository's changelog, or CHANGELOG.md.",
      { completes: 'file' },
    ),
    cliFlag('base', 'BRANCH', 'The branch to release from. Default: the default branch.', {
      completes: 'ref',
    }),
    dryRunFlag('Send nothing; print what would be sent, and where.'),
    jsonFlag('Print the result as JSON instead of only its URL.'),
    ...configFlags,
    limitFlag,
    quietFlag,
  ],
  examples: [
    'notewright release-pr',
    'notewright release-pr --dry-run',
    'notewright release-pr --repo acme/widget --package core',
  ],
  load: async () => (await import('./release-pr-command.ts')).releasePrCommand,
}

const versionFields = new Set([
  'repo',
  'to',
  'host',
  'channel',
  'date',
  'paths',
  'package',
  'audience',
  'no-diffs',
])

const versionDescriptions = new Map([
  ['to', 'The commit to release. Default: HEAD.'],
  ['channel', 'Propose a pre-release of this channel, such as rc.'],
  [
    'package',
    "The package of the configuration file to release, or '*' for all: prints the name and version of each package that has something to release.",
  ],
  ['date', 'The day of the release for calendar versions, YYYY-MM-DD. Default: today.'],
])

const nextVersion: Command = {
  name: 'next-version',
  summary: 'print the version that the changes call for',
  usage: 'notewright next-version [--dir PATH | --repo OWNER/REPO] [flags]',
  description:
    'Prints the next version, based on the changes since the last release, and the reasons on standard error. Exits with code 7 and prints nothing if there is nothing to release.',
  flags: [
    dirFlag,
    ...fieldFlags
      .filter(({ name }) => versionFields.has(name))
      .map((flag) => ({ ...flag, describe: () => versionDescriptions.get(flag.name) ?? flag.describe() })),
    ...configFlags,
    cliFlag('tag', null, 'Print the tag instead of the version.'),
    jsonFlag('Print the version, its tag, the release it follows and the reasons as JSON.'),
    limitFlag,
    quietFlag,
  ],
  examples: [
    'notewright next-version',
    'notewright next-version --channel rc',
    "notewright next-version --package '*'",
    'npm version "$(notewright next-version -q)"',
    'git tag "$(notewright next-version --tag -q)"',
  ],
  load: async () => (await import('./next-version-command.ts')).nextVersionCommand,
}

const serve: Command = {
  name: 'serve',
  summary: 'start the HTTP server',
  usage: 'notewright serve [--port PORT] [--address ADDRESS] [--local DIR]',
  description:
    'Starts the HTTP server: the API (described at /docs), the editor, and the MCP tools for agents. It prints an example curl command when it is listening; logs go to standard error.',
  flags: [
    cliFlag('port', 'PORT', 'The port to listen on; 0 chooses a free port. Default: PORT, or 3000.'),
    cliFlag('address', 'ADDRESS', 'The address to listen on. Default: NOTEWRIGHT_ADDRESS, or 127.0.0.1.'),
    cliFlag(
      'local',
      'DIR',
      'Serve the repositories below this folder, or the folder itself if it is a repository. Default: NOTEWRIGHT_LOCAL_ROOT.',
      { completes: 'folder' },
    ),
  ],
  examples: [
    'notewright serve --local .',
    'notewright serve --local ~/repositories --port 8080',
    'PORT=8080 notewright serve --local .',
  ],
  load: async () => (await import('./serve-command.ts')).serveCommand,
}

const worker: Command = {
  name: 'worker',
  summary: 'process queued requests (needs Redis)',
  usage: 'notewright worker [--at-once N]',
  description:
    'Processes the requests that clients sent to `serve` with Prefer: respond-async. It needs REDIS_URL, and the same NOTEWRIGHT_SECRET (or NOTEWRIGHT_SECRET_FILE), hosts and gateway as the server.',
  flags: [cliFlag('at-once', 'N', 'The number of requests to process at the same time. Default: 8.')],
  examples: [
    'REDIS_URL=redis://localhost NOTEWRIGHT_SECRET=… notewright worker',
    'notewright worker --at-once 16',
  ],
  load: async () => (await import('./worker-command.ts')).workerCommand,
}

const mcp: Command = {
  name: 'mcp',
  summary: 'start an MCP server on standard input and output',
  usage: 'notewright mcp [--dir PATH] [--allow-dir DIR …]',
  description:
    'Starts a Model Context Protocol server on standard input and output. It reads clones without a network connection or a token, and hosts with the tokens from the environment.',
  flags: [
    cliFlag('dir', 'PATH', 'The clone to read if a call names no other. Default: the current folder.', {
      completes: 'folder',
    }),
    cliFlag(
      'allow-dir',
      'DIR',
      'Another folder in which update_changelog may write, in addition to the clone that the server is started in. Can be repeated.',
      { multiple: true, completes: 'folder' },
    ),
  ],
  examples: [
    'notewright mcp',
    'notewright mcp --dir ../widget',
    'notewright mcp --allow-dir ../widget --allow-dir ../gadget',
  ],
  load: async () => (await import('./mcp-command.ts')).mcpCommand,
}

const config: Command = {
  name: 'config',
  summary: 'check or show notewright.yml',
  usage: 'notewright config <check [FILE] | show | schema> [flags]',
  description:
    'Checks the configuration file of a repository (notewright.yml), shows the configuration that is in effect with the origin of each value, or prints the JSON Schema of such files. With an error in the file, check and show exit with code 2.',
  flags: [
    projectDirFlag,
    cliFlag('config', 'FILE', 'The file to use instead of the one in the project.', { completes: 'file' }),
    cliFlag('package', 'NAME', 'The package to show or to check. Default: the whole file.'),
    jsonFlag('Print JSON.'),
    cliFlag('quiet', null, 'With check: print nothing but errors.', { short: 'q' }),
  ],
  examples: [
    'notewright config check',
    'notewright config check ../shared/notewright.yml --json',
    'notewright config show',
    'notewright config schema > notewright.schema.json',
  ],
  words: ['check', 'show', 'schema'],
  takesFile: true,
  load: async () => (await import('./config-command.ts')).configCommand,
}

const init: Command = {
  name: 'init',
  summary: 'write notewright.yml, and instructions for agents to AGENTS.md',
  usage: 'notewright init [--dir PATH] [--yes] [--dry-run]',
  description:
    'Writes notewright.yml based on the repository: its tags, its packages, and the configuration of release-drafter, git-cliff, release-please, standard-version and .github/release.yml. Adds a section on release notes to AGENTS.md, for agents that work on the project. An existing notewright.yml is never changed, the other text of AGENTS.md is kept, and a second run changes nothing. On a terminal it asks before it writes.',
  flags: [
    projectDirFlag,
    cliFlag('yes', null, 'Accept everything that was found without asking.'),
    dryRunFlag('Print the files and write nothing.'),
    quietFlag,
  ],
  examples: ['notewright init', 'notewright init --dry-run', 'notewright init --yes --dir ../widget'],
  load: async () => (await import('./init-command.ts')).initCommand,
}

const doctor: Command = {
  name: 'doctor',
  summary: 'check a host, its token and a repository',
  usage: 'notewright doctor [--host NAME] [--repo OWNER/REPO] [--json]',
  description:
    'Checks a host step by step: prints what works, what is missing and what to change, with the status, time and size of each request. It writes nothing and prints no secret. It exits with 0 only if notes can be generated.',
  flags: [
    ...fieldFlags.filter(({ name }) => name === 'host' || name === 'repo'),
    jsonFlag('Print the steps as JSON, as POST /api/v1/doctor returns them.'),
    cliFlag('quiet', null, 'Do not print the requests of each step.', { short: 'q' }),
  ],
  examples: [
    'notewright doctor',
    'notewright doctor --host gitlab --repo group/project',
    'notewright doctor --host work --repo acme/widget --json',
  ],
  load: async () => (await import('./doctor-command.ts')).doctorCommand,
}

const completion: Command = {
  name: 'completion',
  summary: 'print a completion script for bash, zsh or fish',
  usage: 'notewright completion <bash | zsh | fish>',
  description:
    'Prints a completion script for a shell. It completes commands, flags, their values, and tags and branches of the current repository.',
  flags: [],
  examples: [
    "echo 'source <(notewright completion bash)' >> ~/.bashrc",
    "echo 'source <(notewright completion zsh)' >> ~/.zshrc",
    'notewright completion fish > ~/.config/fish/completions/notewright.fish',
  ],
  words: ['bash', 'zsh', 'fish'],
  load: async () => (await import('./completion-command.ts')).completionCommand(commands),
}

/** All commands, in the order of the help. The help and the completion scripts of shells are made from this table. */
export const commands: Command[] = [
  generate,
  update,
  release,
  releasePr,
  nextVersion,
  serve,
  worker,
  mcp,
  config,
  init,
  doctor,
  completion,
].map((command) => ({ ...command, flags: [...command.flags, ...commonFlags] }))
