import type { Category } from '../../core/category.ts'

/** What a project itself says about a change. */
export interface ProjectOverride {
  /** Whether readers are told such a change. */
  told: boolean
  /** Where it is filed; null where nothing is said about that. */
  category: Category | null
  /** By a note that came with the change, or by settings of the whole project. */
  kind: 'fragment' | 'type-config'
  detail: string
}

// towncrier, scriv, changie, reno, changesets, and what GitLab used: a folder for what is not released yet.
const folder =
  /^(?:[\w.-]+\/){0,4}(?:newsfragments|news\.d|changelog\.d|changes\.d|changelog[_-]fragments|changelog\/fragments|\.changes\/unreleased|changelogs\/unreleased|releasenotes\/notes|\.changeset)\/([^/]{1,200})$/i
const keptFiles = /^(?:readme|config|template|\.git|changelog)/i

const kinds: [words: RegExp, told: boolean, category: Category | null][] = [
  [
    /^(?:misc|trivial|internal|docs?|documentation|dev|contrib|chore|tests?|ci|build|packaging)$/,
    false,
    null,
  ],
  [/^security$/, true, 'Security'],
  [/^deprecat(?:ion|ed|e|ions)$/, true, 'Deprecated'],
  [/^remov(?:al|ed|e|als)$/, true, 'Removed'],
  [/^(?:feat(?:ure)?s?|add(?:ed|ition)?|new|enhancements?)$/, true, 'Added'],
  [/^(?:bug(?:fix|fixes|s)?|fix(?:ed|es)?)$/, true, 'Fixed'],
  [/^(?:changed?|changes|improvements?|perf(?:ormance)?|breaking|update[sd]?)$/, true, 'Changed'],
]

/** More than so many are gathered by a release, and say nothing about the one change. */
const mostOfOne = 3

/** Finds the fragment that came with a change; null when none did, or too many to be its own. */
export function findFragment(paths: string[]): ProjectOverride | null {
  const found = paths.filter((path) => {
    // Each of the folders has one of these in its name; most paths have none.
    const name = /news|chang|notes/i.test(path) ? folder.exec(path)?.[1] : undefined
    return name !== undefined && !keptFiles.test(name)
  })
  if (found.length === 0 || found.length > mostOfOne) return null
  const read = found.map(asFragment)
  return (
    read.find(({ told, category }) => told && category !== null) ?? read.find(({ told }) => told) ?? read[0]!
  )
}

function asFragment(path: string): ProjectOverride {
  // 123.bugfix.rst, Added-20260102-030405.yaml: the kind is one of the words of the name.
  const words = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[.\-_+]/)
  const kind = words.flatMap((word) => kinds.find(([pattern]) => pattern.test(word)) ?? [])
  const [, told = true, category = null] = kind as [RegExp?, boolean?, (Category | null)?]
  const detail = told
    ? `It brings a note of its own, ${path}.`
    : `Its own note, ${path}, is of a kind that is not told.`
  return { told, category, kind: 'fragment', detail }
}
