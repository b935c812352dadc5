const mark =
  /(?<![\w&])([#!]|GH-)(\d{1,9})(?!\d)|\/(pull|pulls|merge_requests|pull-requests|issues)\/(\d{1,9})(?!\d)|[:{][a-z-]{2,12}[:}]`(\d{1,9})`/g
const commit = /(?<![\w])[0-9a-f]{7,40}(?![\w])/g

/** Returns the pull requests, issues and commits in a text: `#12`, `!12`, their URLs and Sphinx roles, SHAs. */
export function referencesIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, sign, number, path, pathNumber, roleNumber] of text.matchAll(mark)) {
    const isMerge = sign === '!' || path === 'merge_requests'
    found.add(`${isMerge ? '!' : '#'}${number ?? pathNumber ?? roleNumber}`)
  }
  for (const [sha] of text.matchAll(commit)) if (/\d/.test(sha)) found.add(shortSha(sha))
  return found
}

/** The part of a SHA that texts are compared by. */
export function shortSha(sha: string): string {
  return sha.slice(0, 7)
}

/** Returns the references at the end of an entry that we printed. */
export function printedReferences(text: string): string[] {
  const [line = ''] = text.trimEnd().split(/\r\n|\n|\r/, 1)
  const whole = line.trimEnd()
  const end =
    /\(((?:\[?[#!]\d{1,9}\]?(?:\([^()\s]{1,300}\))?(?:, )?){1,50})\)$/.exec(whole)?.[1] ??
    / in (\S{1,400})$/.exec(whole)?.[1]
  return end === undefined ? [] : [...referencesIn(end)]
}

const maxMessage = 5000
const closing =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|back-?ports?|cherry[- ]pick(?:s|ed)?)\b([^\n]{1,200})/gi

/**
 * Returns what else a change is known by: all numbers in the titles of its commits, the pull requests that it
 * back-ports, the commits that it copies and the issues that it closes.
 */
export function messageReferences(messages: string[]): string[] {
  return messages.flatMap((message) => {
    const text = message.slice(0, maxMessage)
    const [title = ''] = text.split('\n', 1)
    const stated = [...text.matchAll(closing)].map(([, rest = '']) => firstReferences(rest))
    return [...numbersOf(title), ...stated.flat()]
  })
}

/** The references directly after a keyword: `Fixes #12, #13 and the rest of #14` states two. */
function firstReferences(text: string): string[] {
  const stated =
    /^(?:\s|:|,|&|of|and|in|from|commit|pull|request|issue|PR|\(|[#!]\d{1,9}|https?:\S{1,300}|[0-9a-f]{7,40}\b)*/i
  return [...referencesIn(stated.exec(text)?.[0] ?? '')]
}

function numbersOf(title: string): string[] {
  return [...referencesIn(title)].filter((reference) => /^[#!]/.test(reference))
}
