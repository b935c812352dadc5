import { spawnSync } from 'node:child_process'

/** What became of a clone that may be shallow; null if it was complete. */
export type FetchedHistory = { fetched: true } | { fetched: false; reason: string } | null

/**
 * Fetches the whole history and the tags of a shallow clone, with the credentials that the checkout left in it.
 * Nothing is asked for: without credentials the fetch fails.
 */
export function fetchHistory(dir: string): FetchedHistory {
  const shallow = git(dir, ['rev-parse', '--is-shallow-repository'])
  if (shallow.status !== 0 || shallow.stdout.trim() !== 'true') return null
  const fetched = git(dir, [
    'fetch',
    '--quiet',
    '--unshallow',
    '--tags',
    '--force',
    '--no-recurse-submodules',
    'origin',
  ])
  if (fetched.status === 0) return { fetched: true }
  const lines = fetched.stderr.split('\n').filter((line) => line.trim() !== '')
  return { fetched: false, reason: (lines.at(-1) ?? 'git failed').slice(0, 300) }
}

function git(dir: string, args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', dir, ...args], {
    encoding: 'utf8',
    timeout: 600_000,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  })
  return { status, stdout: stdout ?? '', stderr: error?.message ?? stderr ?? '' }
}
