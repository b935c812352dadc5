import type { RefLookup } from '../../core/range.ts'
import { listRefs, type RefTip } from './ls-refs.ts'
import { type Known, peel, readHistory } from './read-history.ts'
import {
  abbreviatedIdOf,
  candidatesFor,
  depthOf,
  fullIdOf,
  idsAmong,
  type RefExpression,
  readExpression,
  tagNameOf,
  walk,
} from './ref-expression.ts'
import type { Server } from './server.ts'

type Refs = Map<string, RefTip>

/** An expression whose base is found among the refs, or is an id that the server may have. */
interface Start {
  expression: RefExpression
  id: string | null
  /** Set when nothing more need be asked: the base is a branch. */
  isSure: boolean
  tag: RefTip | null
  ambiguous: boolean
}

const mostSearched = 2000

/** Finds what two refs stand for, with one list of refs and at most one piece of history. */
export async function lookUp(server: Server, fromRef: string, toRef: string) {
  const expressions = [readExpression(fromRef), readExpression(toRef)]
  const refs = await listRefs(server, [...new Set(expressions.flatMap(prefixesFor)), 'HEAD'])
  const starts: Start[] = []
  for (const expression of expressions) starts.push(await findStart(server, refs, expression))
  const known = await readAround(server, starts)
  const [from, to] = starts.map((start) => asLookup(start, refs, known)) as [RefLookup, RefLookup]
  return { from, to, empty: !refs.has('HEAD') && to.sha === null }
}

function prefixesFor({ base }: RefExpression): string[] {
  const names = [...candidatesFor(base), tagNameOf(base)]
  return abbreviatedIdOf(base) === null ? names : [...names, 'refs/heads/', 'refs/tags/']
}

async function findStart(server: Server, refs: Refs, expression: RefExpression): Promise<Start> {
  const { base } = expression
  const idLength = (await server.capabilities()).objectFormat === 'sha1' ? 40 : 64
  const tag = refs.get(tagNameOf(base)) ?? null
  const full = fullIdOf(base, idLength)
  if (full !== null) return { expression, id: full, isSure: false, tag, ambiguous: false }
  const name = candidatesFor(base).find((each) => refs.has(each))
  if (name !== undefined) {
    const isSure = name === 'HEAD' || name.startsWith('refs/heads/')
    return { expression, id: refs.get(name)!.id, isSure, tag, ambiguous: false }
  }
  const abbreviated = abbreviatedIdOf(base)
  const ids = abbreviated === null ? [] : await findIds(server, refs, abbreviated)
  const id = ids.length === 1 ? ids[0]! : null
  return { expression, id, isSure: false, tag, ambiguous: ids.length > 1 }
}

/** The ids that begin so among the tips of refs, or else in the newest history of the default branch. */
async function findIds(server: Server, refs: Refs, start: string): Promise<string[]> {
  const tips = idsAmong(refs, start)
  const head = refs.get('HEAD')
  if (tips.length > 0 || !head) return tips
  const history = await readHistory(server, [head.id], { depth: mostSearched, most: mostSearched })
  return [...history.keys()].filter((id) => id.startsWith(start))
}

/** All that is needed of the history around the starts, in one request. */
async function readAround(server: Server, starts: Start[]): Promise<Known> {
  const needed = starts.filter(({ expression, isSure }) => !isSure || expression.steps.length > 0)
  const ids = needed.flatMap(({ id }) => id ?? [])
  const tags = starts.flatMap(({ expression, tag }) => (tag && expression.steps.length === 0 ? [tag.id] : []))
  const depth = Math.max(1, ...needed.map(({ expression }) => depthOf(expression)))
  const isEnough = (known: Known) =>
    needed.every((start) => resolve(start, known) !== null) && tags.every((id) => known.has(id))
  return readHistory(server, [...ids, ...tags], { depth, isEnough })
}

function resolve({ expression, id }: Start, known: Known): string | null {
  const base = peel(known, id)
  return base && walk(base, expression.steps, (sha) => known.get(sha)?.targets ?? null)
}

function asLookup(start: Start, refs: Refs, known: Known): RefLookup {
  const { expression, id, isSure, tag, ambiguous } = start
  const { ref, base, steps } = expression
  const plain = ref === base
  const baseSha = isSure ? id : peel(known, id)
  const day = tag && (known.get(tag.id)?.day ?? null)
  return {
    sha: steps.length === 0 ? baseSha : resolve(start, known),
    baseSha,
    tag: plain && day !== null ? { name: ref.replace(/^refs\/tags\//, ''), date: day } : null,
    isTag: tag !== null && !ref.startsWith('refs/heads/'),
    isBranch: refs.has(`refs/heads/${base}`),
    ambiguous,
  }
}
