/** Texts of warnings that the editor words itself; others are shown in the words of the server. */
export const warningStrings = {
  reversed: (from: string, to: string) => `${from} is newer than ${to}`,
  diverged: (from: string, to: string) => `${from} isn’t on ${to}`,
  divergedHint: (from: string) => `Notes cover only what ${from} lacks.`,
  between: (count: number, tag: string) =>
    count > 1 ? `${count} releases lie in this range, ${tag} is the newest` : `${tag} lies in this range`,
  wide: (from: string) => `${from} covers many commits because of merges`,
  short: 'The range starts at the first commit',
  shallow: 'This clone is shallow, so commits may be missing',
  shallowHint: 'Run git fetch --unshallow.',
  ambiguous: (ref: string) => `“${ref}” is a tag and a branch. Using the tag.`,
  moving: (ref: string) => `${ref} moves with each release`,
  newer: (tag: string, to: string) => `${tag} is newer, but it isn’t on ${to}`,
  newerHint: (branch: string | null, day: string | null) =>
    `It was released${branch === null ? '' : ` from ${branch}`}${day === null ? '' : ` on ${day}`}. Changes that are on both branches are repeated in these notes.`,
  others: (count: string) => count,
}
