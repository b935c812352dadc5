import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installBeside } from '../install-beside.ts'

/** What people would run instead, in the versions that were compared. */
const packages = {
  'git-cliff': '2.14.2',
  changelogen: '0.6.2',
  'conventional-changelog': '8.1.3',
  'conventional-changelog-angular': '9.4.0',
  'auto-changelog': '2.7.0',
}

/** A range of commits up to `HEAD`. */
export interface BenchRange {
  name: string
  from: string
  /** Whether it is the whole history. */
  whole: boolean
}

/** The peers that can only be asked for what came after a release. */
export const knowsOnlyReleases = new Set(['conventional-changelog', 'auto-changelog'])

/** Installs the peers; null, and a word on it, when that fails. */
export function installPeers(): string | null {
  return installBeside(packages)
}

/** How each peer is asked for a range, as a program and its words. */
export function askPeers(folder: string, { from, whole }: BenchRange): Record<string, string[]> {
  const installed = (name: string) => join(folder, 'node_modules/.bin', name)
  const native = readdirSync(join(folder, 'node_modules')).find((name) => name.startsWith('git-cliff-'))!
  const conventional = ['--preset', 'angular', '--stdout', '--output-unreleased', '--release-count']
  const auto = ['--stdout', '--commit-limit', 'false', whole ? '--unreleased' : '--unreleased-only']
  return {
    // The program itself, without the script that npm puts before it.
    'git-cliff': [join(folder, 'node_modules', native, 'bin/git-cliff'), ...(whole ? [] : [`${from}..HEAD`])],
    // Without --noAuthors it asks a service on the network.
    changelogen: [installed('changelogen'), '--from', from, '--to', 'HEAD', '--noAuthors'],
    'conventional-changelog': [installed('conventional-changelog'), ...conventional, whole ? '0' : '1'],
    'auto-changelog': [installed('auto-changelog'), ...auto],
  }
}
