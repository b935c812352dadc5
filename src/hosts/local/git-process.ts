import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { Problem } from '../../core/errors.ts'

/** Where and how git is run. */
export interface GitContext {
  gitDir: string
  workDir: string
  searchPath: string
  signal: AbortSignal
}

const keptErrorBytes = 4096
const mostAnswerBytes = 10 * 1024 * 1024

/** Runs git by an argument array, never through a shell, and yields what it prints. */
export async function* runGit(context: GitContext, words: string[], input = ''): AsyncGenerator<Buffer> {
  const child = start(context, words)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  // The failure is looked at below; until then nobody waits for it.
  ended.catch(() => {})
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, keptErrorBytes)
  })
  // git may end before it has read all; what that means is told by its exit code.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    yield* child.stdout
    const code = await ended
    // git may have been faster than the word to stop.
    context.signal.throwIfAborted()
    if (code !== 0) throw unreadable(code, complaint)
  } catch (error) {
    context.signal.throwIfAborted()
    throw asHostProblem(error)
  } finally {
    child.kill()
  }
}

/** What git prints, whole; only for short answers. */
export async function readGit(context: GitContext, words: string[], input = ''): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of runGit(context, words, input)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostAnswerBytes) {
      throw new Problem(
        'host_unusable',
        'git listed more than 10 MiB of tags and branches, and the list was not read. Name the refs instead of having them looked for.',
      )
    }
  }
  return Buffer.concat(chunks)
}

function start(context: GitContext, words: string[]): ChildProcessWithoutNullStreams {
  const settings = [
    // A repository's own configuration may name programs to run; none of these is let through.
    'log.showSignature=false',
    'core.fsmonitor=false',
    'core.quotePath=false',
    'log.showRoot=true',
    // A partial clone would fetch what it lacks; this host never goes to the network.
    'protocol.allow=never',
  ]
  return spawn(
    'git',
    [
      '--no-pager',
      '--literal-pathspecs',
      `--git-dir=${context.gitDir}`,
      ...settings.flatMap((setting) => ['-c', setting]),
      ...words,
    ],
    {
      cwd: context.workDir,
      signal: context.signal,
      env: {
        PATH: context.searchPath,
        LC_ALL: 'C',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_NO_LAZY_FETCH: '1',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_TERMINAL_PROMPT: '0',
      },
    },
  )
}

function unreadable(code: number | null, complaint: string): Problem {
  // Git's own words may name folders of the server: they go to the log, not to the caller.
  return new Problem(
    'host_unusable',
    `git could not read the repository (it ended with ${code ?? 'a signal'}). The repository may be damaged or a partial clone; \`git fsck\` on the machine that holds it tells more.`,
    { cause: complaint },
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
