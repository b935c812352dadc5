import type { Change } from '../../core/change.ts'
import { undescribedFix } from './group-into-units.ts'

const minSimilar = 3
const maxSimilar = 6
const maxTitleLength = 100
const maxWords = 4
const foldableVerb = /^(?:add|allow|export|expose|support|translate)(?:s|ed|d)?$/i
// Bump undici from 6.1.0 to 6.2.0; Update dependency vite to v8
const dependencyUpdate =
  /^((?:bump|update|upgrade)(?:s|d|ed)?(?: the)?(?: dependency| package| module)?) (`?[@\w][\w@./:+-]{0,80}`?)(?: version)?(?: from (v?\d\S{0,60}))? to (v?\d\S{0,60})$/i
const objectWord = /^[\p{L}\p{N}`_./@-]{1,60}$/u
// A title with one of these words says more than a verb and its object.
const joiningWord = /^(?:and|or|to|for|in|of|on|with|from|when|by|as|at|a|an|the|more|all)$/i

/** Folds changes with the same title, updates of one dependency, and changes of one scope that differ only in their object. */
export function foldSimilarChanges(changes: Change[]): Change[] {
  const unique = fold(changes, sameTitleKey, (group) => (group.length > 1 ? joinSameTitle(group) : null))
  const updated = fold(unique, dependencyKey, (group) => (group.length > 1 ? joinUpdates(group) : null))
  return fold(updated, similarKey, (group) =>
    group.length < minSimilar || group.length > maxSimilar ? null : joinSimilar(group),
  )
}

/** Replaces each group of changes with the one that `join` returns; keeps the group when it returns null. */
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
    const joined = join(group)
    if (joined) for (const change of group) folded.set(change, change === group[0] ? joined : null)
  }
  if (folded.size === 0) return changes
  return changes.map((change) => folded.get(change) ?? change).filter((change) => folded.get(change) !== null)
}

/** The key of changes that read the same, such as a fix that reached two branches by two pull requests. */
function sameTitleKey({ title, ownText, scope, category, breaking, evidence }: Change): string | null {
  if (title === undescribedFix || category === 'Security') return null
  if (evidence.some(({ kind }) => kind === 'asked-for')) return null
  // One line of the changelog can be about several changes.
  if (ownText !== undefined) return JSON.stringify([ownText.toLowerCase()])
  return JSON.stringify([title.toLowerCase(), scope?.toLowerCase() ?? null, category, breaking])
}

/** What similar changes have in common; null for a change that keeps an entry of its own. */
function similarKey(change: Change): string | null {
  const { title, ownText, type, scope, category, breaking, advisories, evidence } = change
  if (
    ownText !== undefined ||
    scope === null ||
    breaking ||
    advisories.length > 0 ||
    title.length > maxTitleLength
  )
    return null
  // A person who includes a change against the rules wants it as an entry of its own.
  if (evidence.some(({ kind }) => kind === 'asked-for')) return null
  const [verb = '', ...objects] = title.split(' ', maxWords + 1)
  if (!foldableVerb.test(verb) || objects.length === 0 || objects.length >= maxWords) return null
  if (!objects.every((word) => objectWord.test(word) && !joiningWord.test(word))) return null
  return JSON.stringify([type, scope.toLowerCase(), category, verb.toLowerCase()])
}

/** The dependency that a change updates; null for a change that keeps an entry of its own. */
function dependencyKey({
  title,
  ownText,
  scope,
  category,
  breaking,
  advisories,
  evidence,
}: Change): string | null {
  if (ownText !== undefined || category === 'Security' || advisories.length > 0) return null
  if (evidence.some(({ kind }) => kind === 'asked-for')) return null
  const name = title.length > maxTitleLength * 2 ? undefined : dependencyUpdate.exec(title)?.[2]
  return name === undefined
    ? null
    : JSON.stringify([
        name.replaceAll('`', '').toLowerCase(),
        scope?.toLowerCase() ?? null,
        category,
        breaking,
      ])
}

/** Joins successive updates of one dependency, the oldest first, into one from the first to the last version. */
function joinUpdates(group: Change[]): Change {
  const [, verb, name, from] = dependencyUpdate.exec(group[0]!.title)!
  const to = dependencyUpdate.exec(group.at(-1)!.title)![4]!
  const title = `${verb} ${name}${from === undefined ? '' : ` from ${from}`} to ${to}`
  return joinChanges(group, title, `Combines ${group.length} updates of the same dependency.`)
}

function joinSameTitle(group: Change[]): Change {
  const detail =
    group[0]!.ownText === undefined
      ? `Combines ${group.length} changes with the same title.`
      : `Combines ${group.length} changes that one line of the changelog describes.`
  return joinChanges(group, group[0]!.title, detail)
}

function joinSimilar(group: Change[]): Change {
  const [first] = group as [Change]
  const objects = group.map(({ title }) => title.slice(title.indexOf(' ') + 1).trim())
  const verb = first.title.slice(0, first.title.indexOf(' '))
  const detail = `Combined with ${group.length - 1} more changes of the same scope and purpose.`
  return joinChanges(group, `${verb} ${objects.slice(0, -1).join(', ')} and ${objects.at(-1)}`, detail)
}

function joinRequestTexts(group: Change[]): Pick<Change, 'requestTexts'> {
  const requestTexts = group.flatMap(({ requestTexts: own = [] }) => own)
  return requestTexts.length === 0 ? {} : { requestTexts }
}

function joinChanges(group: Change[], title: string, detail: string): Change {
  const [first] = group as [Change]
  return {
    ...first,
    title,
    breaking: group.some(({ breaking }) => breaking),
    breakingNotes: [...new Set(group.flatMap(({ breakingNotes }) => breakingNotes))],
    advisories: [...new Set(group.flatMap(({ advisories }) => advisories))],
    notability: Math.max(...group.map(({ notability }) => notability)),
    importance: Math.max(...group.map(({ importance }) => importance)),
    commits: group.flatMap(({ commits }) => commits),
    messages: group.flatMap(({ messages }) => messages),
    pullRequests: [...new Set(group.flatMap(({ pullRequests }) => pullRequests))],
    authors: uniquePeople(group.flatMap(({ authors }) => authors)),
    labels: [...new Set(group.flatMap(({ labels }) => labels))],
    sources: group.flatMap(({ sources }) => sources),
    requestBodies: group.flatMap(({ requestBodies }) => requestBodies),
    ...joinRequestTexts(group),
    paths: [...new Set(group.flatMap(({ paths }) => paths))].slice(0, 50),
    ...joinFacts(group),
    evidence: [
      ...first.evidence,
      ...group
        .slice(1)
        .flatMap(({ evidence }) => evidence.filter(({ kind }) => kind === 'breaking' && !first.breaking)),
      { kind: 'folded', detail },
    ],
  }
}

const maxFacts = 20

function joinFacts(group: Change[]): Pick<Change, 'facts'> {
  const facts = group.flatMap((change) => change.facts ?? [])
  return facts.length === 0 ? {} : { facts: facts.slice(0, maxFacts) }
}

function uniquePeople(people: Change['authors']): Change['authors'] {
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()]
}
