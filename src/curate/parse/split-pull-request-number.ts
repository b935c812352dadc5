/** A title without its pull-request number, and that number. */
interface NumberedTitle {
  title: string
  number: number | null
}

/** Splits the pull-request number off the end of a title: `Title (#12)`, also `(!12)`. */
export function splitPullRequestNumber(subject: string): NumberedTitle {
  const found = /\s*\([#!](\d{1,9})\)\s*$/.exec(subject.slice(-24))
  if (!found) return { title: subject, number: null }
  return { title: subject.slice(0, subject.length - found[0].length), number: Number(found[1]) }
}
