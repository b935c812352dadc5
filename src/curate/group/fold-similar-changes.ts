import type { Change } from '../../core/change.ts'

const leastAlike = 3
const mostAlike = 6
const mostTitle = 100
const mostWords = 4
const verbs = /^(?:add|allow|export|expose|support|translate)(?:s|ed|d)?$/i
const thing = /^[\p{L}\p{N}`_./@-]{1,60}$/u
// With one of these a title says more than what it is about.
const joining = /^(?:and|or|to|for|in|of|on|with|from|when|by|as|at|a|an|the|more|all)$/i

/** Makes one change of several that would be told in the same words, or that differ only in what they are about. */
export function foldSimilarChanges(changes: Change[]): Change[] {
  const once = fold(changes, sameWords, (group) => (group.length > 1 ? joinSame(group) : null))
  return fold(once, keyOf, (group) =>
    group.length < leastAlike || group.length > mostAlike ? null : joinAlike(group),
  )
}

/** Puts one change in the place of each group, where there is one to put. */
function fold(
  changes: Change[],
  keyOf: (change: Change) => string | null,
  join: (group: Change[]) => Change | null,
): Change[] {
  const groups = new Map<string, Change[]>()
  for (const change of changes) {
    const key = keyOf(change)
    const group = key === null ? undefined : groups.get(key)
    if (group) group.push(change)
    else if (key !== null) groups.set(key, [change])
  }
  const folded = new Map<Change, Change | null>()
  for (const group of groups.values()) {
    const one = join(group)
    if (one) for (const change of group) folded.set(change, change === group[0] ? one : null)
  }
  if (folded.size === 0) return changes
  return changes.map((change) => folded.get(change) ?? change).filter((change) => folded.get(change) !== null)
}

/** What makes two changes the same to a reader, as a fix that came to two branches by two pull requests. */
function sameWords({ title, scope, category, breaking, evidence }: Change): string | null {
  if (evidence.some(({ kind }) => kind === 'asked-for')) return null
  return JSON.stringify([title.toLowerCase(), scope?.toLowerCase() ?? null, category, breaking])
}

/** What changes must have in common to be told as one; null where a change is told for itself. */
function keyOf(change: Change): string | null {
  const { title, type, scope, category, breaking, advisories, evidence } = change
  if (scope === null || breaking || advisories.length > 0 || title.length > mostTitle) return null
  // What somebody told against the rules was asked for by itself.
  if (evidence.some(({ kind }) => kind === 'asked-for')) return null
  const [verb = '', ...things] = title.split(' ', mostWords + 1)
  if (!verbs.test(verb) || things.length === 0 || things.length >= mostWords) return null
  if (!things.every((word) => thing.test(word) && !joining.test(word))) return null
  return JSON.stringify([type, scope.toLowerCase(), category, verb.toLowerCase()])
}

function joinSame(group: Change[]): Change {
  const detail = `Told once for ${group.length} changes of the same title.`
  return joined(group, group[0]!.title, detail)
}

function joinAlike(group: Change[]): Change {
  const [first] = group as [Change]
  const things = group.map(({ title }) => title.slice(title.indexOf(' ') + 1).trim())
  const verb = first.title.slice(0, first.title.indexOf(' '))
  const detail = `Told with ${group.length - 1} more changes of the same scope and purpose.`
  return joined(group, `${verb} ${things.slice(0, -1).join(', ')} and ${things.at(-1)}`, detail)
}

function joined(group: Change[], title: string, detail: string): Change {
  const [first] = group as [Change]
  return {
    ...first,
    title,
    breakingNotes: [...new Set(group.flatMap(({ breakingNotes }) => breakingNotes))],
    advisories: [...new Set(group.flatMap(({ advisories }) => advisories))],
    notability: Math.max(...group.map(({ notability }) => notability)),
    commits: group.flatMap(({ commits }) => commits),
    messages: group.flatMap(({ messages }) => messages),
    pullRequests: [...new Set(group.flatMap(({ pullRequests }) => pullRequests))],
    authors: onlyOnce(group.flatMap(({ authors }) => authors)),
    labels: [...new Set(group.flatMap(({ labels }) => labels))],
    sources: group.flatMap(({ sources }) => sources),
    requestBodies: group.flatMap(({ requestBodies }) => requestBodies),
    paths: [...new Set(group.flatMap(({ paths }) => paths))].slice(0, 50),
    evidence: [...first.evidence, { kind: 'folded', detail }],
  }
}

function onlyOnce(people: Change['authors']): Change['authors'] {
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()]
}
