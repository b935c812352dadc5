import type { Change } from '../../core/change.ts'
import { findAuthors } from './find-contributors.ts'
import type { ChangeUnit } from './group-into-units.ts'

const named =
  /\b(?:bump|bumps|update|updates|upgrade|upgrades)(?: the)?(?: dependency| dependencies| package| module| action)? (`?[\w@][\w@./+-]{0,80}`?)(?= |$)/i
const plainWords = /^(?:all|and|dependenc(?:y|ies)|deps|group|in|non-major|npm|the|to|version|packages?)$/i
const mostNamed = 6

/** One line for all updates of dependencies: their names, the oldest first, and how many more there are. */
export function foldDependencyUpdates(units: ChangeUnit[]): Change | null {
  const [first] = units
  if (!first) return null
  const names = [...new Set(units.flatMap(({ title }) => nameIn(title) ?? []))]
  const shown = names.slice(0, mostNamed).map((name) => `\`${name}\``)
  const more = names.length > mostNamed ? [`${names.length - mostNamed} more`] : []
  const listed = [...shown, ...more]
  const list = listed.length < 2 ? listed.join('') : `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`
  const commits = units.flatMap((unit) => unit.commits)
  return {
    id: 'dependencies',
    title: list === '' ? 'Update dependencies' : `Update ${list}`,
    type: null,
    scope: null,
    category: 'Changed',
    breaking: false,
    breakingNotes: [],
    advisories: [],
    notability: 0.1,
    commits: commits.map(({ commit }) => commit.sha),
    messages: commits.map(({ message }) => message),
    pullRequests: units.flatMap(({ pullRequest }) => pullRequest ?? []),
    authors: findAuthors(commits),
    labels: [],
    sources: commits.map(({ commit }) => commit.message),
    requestBodies: [],
    paths: [],
    evidence: [{ kind: 'audience', detail: 'Told to developers only: it updates dependencies.' }],
  }
}

function nameIn(title: string): string | null {
  const name = named.exec(title)?.[1]?.replaceAll('`', '')
  return name === undefined || plainWords.test(name) ? null : name
}
