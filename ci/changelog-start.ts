import { execFileSync } from 'node:child_process'

/**
 * The commit after which entries of our own changelog may be missing: the last release, or before the first release the
 * last commit that edited the changelog, which was reviewed as a whole then.
 */
export function changelogStart(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')
  } catch {
    return git('log', '-1', '--format=%H', '--', 'CHANGELOG.md')
  }
}
