/**
 * Joins a long title that a host cut with an ellipsis and continued in the body; null if it was not cut. The parts must
 * be joined before secrets are redacted, because one may have been cut in the middle.
 */
export function joinCutTitle(message: string): { title: string; rest: string } | null {
  const end = message.indexOf('\n')
  if (end === -1) return null
  const first = /^(.*?)(?:…|\.{3})$/.exec(message.slice(0, end).trimEnd())
  const next = first && /^\n\n(?:…|\.{3})([^\n]*)/.exec(message.slice(end))
  return next ? { title: first[1]! + next[1]!, rest: message.slice(end + next[0].length) } : null
}
