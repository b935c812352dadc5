import type { RefLookup } from '../../core/range.ts'
import type { End } from './answers.ts'

/** A ref taken apart: what it starts at, and the steps back from there. */
export interface RefWords {
  ref: string
  base: string
  steps: string
}

/** What GitHub said about full names and expressions; what was not asked is not in the maps. */
export interface Known {
  refs: Map<string, End | null>
  expressions: Map<string, End | null>
  defaultBranch: { name: string; sha: string } | null
  /** The parents of the commits seen so far. */
  parents: Map<string, string[]>
}

// GraphQL no longer resolves HEAD (changesets/ghcommit#23), and the default branch's name is not known
// before the first answer: the usual names are tried in the same query, which costs nothing.
const usualBranches = ['main', 'master', 'develop', 'trunk']

/** Takes a ref apart. */
export function splitRef(ref: string): RefWords {
  const base = ref.replace(/[~^][~^\d]*$/, '')
  return { ref, base, steps: ref.slice(base.length) }
}

const isFullSha = (text: string) => /^[0-9a-f]{40}$/.test(text)

/** The full names that tell what kind of ref it is. */
export function namesToAsk({ base }: RefWords): string[] {
  if (base === 'HEAD' || isFullSha(base)) return []
  return base.startsWith('refs/') ? [base] : [`refs/tags/${base}`, `refs/heads/${base}`]
}

/** The expressions that give its commit, whatever kind it is. */
export function expressionsToAsk(words: RefWords, defaultBranch: string | null): string[] {
  const { base, steps } = words
  if (base !== 'HEAD') {
    return [base, ...(steps === '' ? [] : [base, ...namesToAsk(words)].map((name) => name + steps))]
  }
  if (steps === '') return []
  const branches = defaultBranch === null ? usualBranches : [defaultBranch]
  return [
    ...branches.map((name) => `refs/heads/${name}${steps}`),
    ...(defaultBranch === null ? [`HEAD${steps}`] : []),
  ]
}

/** What is known of a ref; undefined while more must be asked. */
export function readRef(words: RefWords, known: Known): RefLookup | undefined {
  const { ref, base, steps } = words
  if (base === 'HEAD') return readHead(words, known)
  const tag = known.refs.get(base.startsWith('refs/tags/') ? base : `refs/tags/${base}`) ?? null
  const branch = known.refs.get(`refs/heads/${base}`) ?? null
  // Git takes the tag before the branch, where GitHub's own look-up may not.
  const named = tag ?? branch ?? known.refs.get(base) ?? known.expressions.get(base) ?? null
  const prefix = base.startsWith('refs/') ? '' : tag ? 'refs/tags/' : branch ? 'refs/heads/' : ''
  const found = named && peel(named)
  const stepped = steps === '' ? found : peel(known.expressions.get(prefix + ref) ?? null)
  return {
    sha: stepped?.sha ?? null,
    baseSha: found?.sha ?? null,
    tag:
      tag && found?.day && steps === '' ? { name: ref.replace(/^refs\/tags\//, ''), date: found.day } : null,
    isTag: tag !== null,
    isBranch: branch !== null,
    ambiguous: false,
  }
}

function readHead({ steps }: RefWords, known: Known): RefLookup | undefined {
  const baseSha = known.defaultBranch?.sha ?? null
  const sha = baseSha === null ? null : stepsFromHead(steps, known)
  if (sha === undefined) return undefined
  return { sha, baseSha, tag: null, isTag: false, isBranch: false, ambiguous: false }
}

function stepsFromHead(steps: string, known: Known): string | null | undefined {
  const { name, sha } = known.defaultBranch!
  if (steps === '') return sha
  const answer = known.expressions.get(`refs/heads/${name}${steps}`)
  if (answer !== undefined) return peel(answer)?.sha ?? null
  return peel(known.expressions.get(`HEAD${steps}`) ?? null)?.sha ?? walk(sha, steps, known.parents)
}

/** Goes `~n` and `^n` back; null when the history ends before, undefined when it is not known that far. */
export function walk(
  start: string,
  steps: string,
  parents: Map<string, string[]>,
): string | null | undefined {
  let sha = start
  for (const [, sign, digits] of steps.matchAll(/([~^])(\d*)/g)) {
    const number = digits === '' ? 1 : Number(digits)
    const turns = sign === '~' ? number : Math.min(number, 1)
    for (let turn = 0; turn < turns; turn += 1) {
      const line = parents.get(sha)
      if (!line) return undefined
      const next = line[sign === '~' ? 0 : number - 1]
      if (next === undefined) return null
      sha = next
    }
  }
  return sha
}

/** The commit under tags, and the day the tag was made, else that of the commit, where it was made. */
export function peel(found: End | null): { sha: string; day: string | null } | null {
  if (!found) return null
  if (found.__typename === 'Commit')
    return { sha: found.oid, day: found.committer?.date?.slice(0, 10) ?? null }
  const under = found.__typename === 'Tag' ? peel(found.target ?? null) : null
  return under && { sha: under.sha, day: found.tagger?.date?.slice(0, 10) ?? under.day }
}

/** A ref that is not there. */
export const nowhere: RefLookup = {
  sha: null,
  baseSha: null,
  tag: null,
  isTag: false,
  isBranch: false,
  ambiguous: false,
}
