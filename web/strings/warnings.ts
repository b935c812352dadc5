const number = (value: number) => value.toLocaleString('en')
const count = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`

/** Texts of warnings that the editor words itself; others are shown in the words of the server. */
export const warningStrings = {
  reversed: (from: string, to: string) => `${from} is newer than ${to}`,
  diverged: (from: string, to: string) => `${from} isn’t on ${to}`,
  divergedHint: (from: string, same: number) =>
    `Notes cover only what ${from} lacks.${same === 0 ? '' : ` ${count(same, 'commit')} with the same change ${same === 1 ? 'is' : 'are'} excluded.`}`,
  between: (releases: number, tag: string) =>
    releases > 1
      ? `${number(releases)} releases lie in this range, ${tag} is the newest`
      : `${tag} lies in this range`,
  wide: (from: string, commits: number) => `${from} covers ${count(commits, 'commit')} because of merges`,
  short: 'The range starts at the first commit',
  shallow: 'This clone is shallow, so commits may be missing',
  shallowHint: 'Run git fetch --unshallow.',
  ambiguous: (ref: string) => `“${ref}” is a tag and a branch. Using the tag.`,
  moving: (ref: string) => `${ref} moves with each release`,
  secrets: (secrets: number) => `${count(secrets, 'secret')} found in commits and hidden here`,
  secretsHint: (secrets: number) =>
    secrets === 1
      ? 'Rotate it: it’s still in the repository.'
      : 'Rotate them: they’re still in the repository.',
  newer: (tag: string, to: string) => `${tag} is newer, but it isn’t on ${to}`,
  newerHint: (branch: string | null, day: string | null) =>
    `It was released${branch === null ? '' : ` from ${branch}`}${day === null ? '' : ` on ${day}`}. Changes that are on both branches are repeated in these notes.`,
  others: (count: string) => count,
}
