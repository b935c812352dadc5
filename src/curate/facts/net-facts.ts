import type { DiffFact } from '../../core/diff-fact.ts'
import {
  bareName,
  compareContents,
  createEffectFinder,
  type EditEffects,
  type FileFact,
  keyOf,
} from './compare-contents.ts'
import { findRaisedVersions } from './find-minimum-versions.ts'

/** A file at the start and at the end of a range; null where it does not exist. */
export interface FileAtEnds {
  path: string
  before: string | null
  after: string | null
}

/**
 * Returns what a range did to names, by comparing only its start with its end: what was added and withdrawn in between
 * is no fact. A name that moved to another file is none either. Unless all files were read, a name that is gone from
 * one may be in another, so no removal is stated.
 */
export function netFacts(files: FileAtEnds[], isComplete: boolean): DiffFact[] {
  const facts = files.flatMap(({ path, before, after }) => compareContents(path, before, after))
  const gone = new Set(facts.flatMap(namesGone))
  const fresh = new Set(facts.flatMap(namesAdded))
  const listed = new Set<string>()
  return facts.flatMap((fact): DiffFact[] => {
    const net = withoutMoved(fact, gone, fresh)
    if (net === null || (!isComplete && net.action === 'removed')) return []
    const key = `${net.action} ${net.kind === 'minimum-version' ? net.path : ''} ${keyOf(net)}`
    if (listed.has(key)) return []
    listed.add(key)
    const { isImplied, ...stated } = net
    return isImplied ? [] : [stated]
  })
}

function namesGone({ kind, action, name, from }: FileFact): string[] {
  if (action === 'removed') return namesOf(kind, name)
  return action === 'renamed' ? namesOf(kind, from!) : []
}

function namesAdded({ kind, action, name }: FileFact): string[] {
  return action === 'added' || action === 'renamed' ? namesOf(kind, name) : []
}

/** The keys of a name: with its class, and without it, because methods move between classes and their modules. */
function namesOf(kind: DiffFact['kind'], name: string): string[] {
  return kind === 'export' ? [keyOf({ kind, name }), methodKey(name)] : [keyOf({ kind, name })]
}

function methodKey(name: string): string {
  return `method ${bareName(name)}`
}

function isMethod({ kind, name }: FileFact): boolean {
  return kind === 'export' && bareName(name) !== name
}

/** The part of a fact that is left if names which other files have at the other end are none; null for nothing. */
function withoutMoved(
  fact: FileFact,
  gone: ReadonlySet<string>,
  fresh: ReadonlySet<string>,
): FileFact | null {
  const { kind, action, name, from, path } = fact
  if (action === 'added') return gone.has(keyOf(fact)) ? null : fact
  if (action === 'removed')
    return fresh.has(keyOf(fact)) || (isMethod(fact) && fresh.has(methodKey(name))) ? null : fact
  if (action !== 'renamed') return fact
  const existedBefore = gone.has(keyOf(fact))
  const stillExists = fresh.has(keyOf({ kind, name: from! }))
  if (existedBefore && stillExists) return null
  if (existedBefore) return { kind, action: 'removed', name: from!, path }
  return stillExists ? { kind, action: 'added', name, path } : fact
}

/** An edit of a file by one commit. */
export interface FileEdit {
  sha: string
  before: string | null
  after: string | null
}

/**
 * Assigns facts to the commits that made them: the newest whose edit has the effect. `editsOf` returns the edits of a
 * file, newest first. A fact that no commit made, such as one of a merge, is left out.
 */
export function assignFacts(
  facts: DiffFact[],
  editsOf: (path: string) => FileEdit[],
): Map<string, DiffFact[]> {
  const bySha = new Map<string, DiffFact[]>()
  const findEffects = createEffectFinder()
  for (const [path, ofFile] of Map.groupBy(facts, (fact) => fact.path)) {
    const edits = editsOf(path)
    const effects =
      edits.length < 2
        ? []
        : edits.map((edit) => ({ ...edit, ...findEffects(path, edit.before, edit.after) }))
    for (const fact of ofFile) {
      const makers = edits.length < 2 ? edits : findMakers(fact, effects)
      for (const sha of new Set(makers.map((edit) => edit.sha))) {
        const others = bySha.get(sha)
        if (others) others.push(fact)
        else bySha.set(sha, [fact])
      }
    }
  }
  return bySha
}

function findMakers(fact: DiffFact, edits: (FileEdit & EditEffects)[]): FileEdit[] {
  const { kind, action, path, name, from, to } = fact
  const find = (hasEffect: (edit: FileEdit & EditEffects) => boolean) => edits.find(hasEffect) ?? []
  const adds = find(({ added }) => added.has(keyOf({ kind, name })))
  if (action === 'added') return [adds].flat()
  if (action === 'removed') return [find(({ removed }) => removed.has(keyOf({ kind, name })))].flat()
  if (action === 'renamed')
    return [adds, find(({ removed }) => removed.has(keyOf({ kind, name: from! })))].flat()
  if (action === 'changed')
    return [find(({ before, after }) => (after ?? '').includes(to!) && !(before ?? '').includes(to!))].flat()
  return [
    find(({ before, after }) =>
      findRaisedVersions(path, before ?? '', after ?? '').some((each) => each.name === name),
    ),
  ].flat()
}
