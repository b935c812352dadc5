import { Problem } from '../../core/errors.ts'
import type { GitCommand, StartGit } from './start-git.ts'

/** Where and how to run git. */
export interface GitContext {
  gitDir: string
  workDir: string
  searchPath: string
  signal: AbortSignal
  /** How git is started. */
  start: StartGit
}

const maxAnswerBytes = 10 * 1024 * 1024

/** Runs git with an argument array, never through a shell, and yields its output; other exit codes are errors. */
export async function* runGit(
  context: GitContext,
  args: string[],
  input = '',
  exitCodes = [0],
): AsyncGenerator<Buffer> {
  const { start, signal } = context
  const git = await start({ ...commandFor(context, args), input })
  signal.addEventListener('abort', git.kill, { once: true })
  try {
    signal.throwIfAborted()
    yield* git.output
    const { code, errorOutput } = await git.ended
    // git may have finished before it received the abort.
    signal.throwIfAborted()
    if (code === null || !exitCodes.includes(code)) throw unreadable(code, errorOutput)
  } catch (error) {
    signal.throwIfAborted()
    throw asHostProblem(error)
  } finally {
    signal.removeEventListener('abort', git.kill)
    git.kill()
  }
}

/** Runs git and returns its whole output, which must be short. */
export async function readGit(context: GitContext, args: string[], input = ''): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of runGit(context, args, input)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxAnswerBytes) {
      throw new Problem(
        'host_unusable',
        'git listed more than 10 MiB of tags and branches, which is too much to read. Name the refs instead of listing them.',
      )
    }
  }
  return Buffer.concat(chunks)
}

function commandFor(context: GitContext, args: string[]): Omit<GitCommand, 'input'> {
  const settings = [
    // The configuration of a repository can name programs to run; these settings prevent that.
    'log.showSignature=false',
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    // With `diff`, git would start itself in the submodule, whose configuration can name programs as well.
    'diff.submodule=short',
    'core.quotePath=false',
    'log.showRoot=true',
    // A partial clone would fetch missing objects; this host never uses the network.
    'protocol.allow=never',
  ]
  return {
    args: [
      '--no-pager',
      '--literal-pathspecs',
      `--git-dir=${context.gitDir}`,
      ...settings.flatMap((setting) => ['-c', setting]),
      ...args,
    ],
    cwd: context.workDir,
    env: {
      PATH: context.searchPath,
      LC_ALL: 'C',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
      // The configuration of a repository can allow a protocol that runs a command; no setting of it overrides this.
      GIT_ALLOW_PROTOCOL: 'none',
      // Versions of git before 2.45 ignore this.
      GIT_NO_LAZY_FETCH: '1',
      // Replaced and grafted commits exist only in this clone; no host would return them.
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_GRAFT_FILE: '/dev/null',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
    },
  }
}

function unreadable(code: number | null, errorOutput: string): Problem {
  if (/promisor remote|lazy fetching disabled/.test(errorOutput)) {
    return new Problem(
      'history_incomplete',
      'The clone is partial and does not have all objects of the range. Run `git config --unset remote.origin.partialclonefilter` and `git fetch --refetch`, or clone without --filter (--filter=blob:none works too).',
      { cause: errorOutput },
    )
  }
  // Git's error output may name folders of the server, so it only goes to the log.
  return new Problem(
    'host_unusable',
    `git could not read the repository (${code === null ? 'it was killed by a signal' : `exit code ${code}`}). The repository may be damaged or a partial clone: run \`git fsck\` on the machine that holds it.`,
    { cause: errorOutput },
  )
}

function asHostProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') return error
  return new Problem(
    'host_unusable',
    'git was not found on the PATH. Install git 2.36 or newer on the machine that runs Notewright.',
    { cause: error },
  )
}
