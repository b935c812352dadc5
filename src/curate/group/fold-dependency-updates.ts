import type { Change } from '../../core/change.ts'
import { findAuthors } from './find-contributors.ts'
import type { ChangeUnit } from './group-into-units.ts'

const updatedName =
  /\b(?:bump|bumps|update|updates|upgrade|upgrades)(?: the)?(?: dependency| dependencies| package| module| action)? (`?[\w@][\w@./+-]{0,80}`?)(?= |$)/i
const notAName = /^(?:all|and|dependenc(?:y|ies)|deps|group|in|non-major|npm|the|to|version|packages?)$/i
const maxNames = 6

/** Folds all dependency updates into one change that names them, the oldest first; null when there is none. */
export function foldDependencyUpdates(units: ChangeUnit[]): Change | null {
  const [first] = units
  if (!first) return null
  const names = [...new Set(units.flatMap(({ title }) => findName(title) ?? []))]
  const shown = names.slice(0, maxNames).map((name) => `\`${name}\``)
  const more = names.length > maxNames ? [`${names.length - maxNames} more`] : []
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
    importance: 0.05,
    commits: commits.map(({ commit }) => commit.sha),
    messages: commits.map(({ message }) => message),
    pullRequests: units.flatMap(({ pullRequest }) => pullRequest ?? []),
    authors: findAuthors(commits),
    labels: [],
    sources: commits.map(({ commit }) => commit.message),
    requestBodies: [],
    paths: [],
    evidence: [{ kind: 'audience', detail: 'Included for developers only: it updates dependencies.' }],
  }
}

function findName(title: string): string | null {
  const name = updatedName.exec(title)?.[1]?.replaceAll('`', '')
  return name === undefined || notAName.test(name) ? null : name
}
