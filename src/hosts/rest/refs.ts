import { Problem } from '../../core/errors.ts'
import type { RefLookup } from '../../core/range.ts'
import type { ListedTag } from './range.ts'

/** The few questions about refs that every host can answer. */
export interface RefSource {
  readonly headBranch: string | null
  findTag(name: string): Promise<ListedTag | null>
  findBranch(name: string): Promise<string | null>
  /** A commit by its whole or abbreviated SHA. */
  findCommit(sha: string): Promise<string | null>
  /** The ancestor by steps such as `~3` or `^2~1`; null when the history ends before. */
  findAncestor(sha: string, steps: string): Promise<string | null>
}

interface Base {
  sha: string | null
  tag: ListedTag | null
  isBranch: boolean
}

/** Looks two refs up, with the same precedence as git: a tag before a branch, a name before a SHA. */
export async function lookUpOverRest(source: RefSource, fromRef: string, toRef: string) {
  const bases = new Map<string, Promise<Base>>()
  const baseOf = (name: string) => {
    const known = bases.get(name) ?? findBase(source, name)
    bases.set(name, known)
    return known
  }
  const lookUp = async (ref: string): Promise<RefLookup> => {
    const name = ref.replace(/[~^][~^\d]*$/, '')
    return asLookup(source, ref, { ...(await baseOf(name)), steps: ref.slice(name.length) })
  }
  const [from, to] = await Promise.all([lookUp(fromRef), lookUp(toRef)])
  return { from, to, empty: to.sha === null && (await baseOf('HEAD')).sha === null }
}

async function findBase(source: RefSource, name: string): Promise<Base> {
  if (name === 'HEAD') {
    return {
      sha: source.headBranch && (await source.findBranch(source.headBranch)),
      tag: null,
      isBranch: false,
    }
  }
  if (name.startsWith('refs/heads/')) {
    return { sha: await source.findBranch(name.slice('refs/heads/'.length)), tag: null, isBranch: false }
  }
  if (name.startsWith('refs/tags/')) {
    const tag = await source.findTag(name.slice('refs/tags/'.length))
    return { sha: tag?.sha ?? null, tag, isBranch: false }
  }
  if (isWholeSha(name))
    return { sha: await source.findCommit(name.toLowerCase()), tag: null, isBranch: false }
  const [tag, branch] = await Promise.all([source.findTag(name), source.findBranch(name)])
  const named = tag ? tag.sha : branch
  const sha =
    named === null && /^[0-9a-f]{4,63}$/i.test(name) ? await source.findCommit(name.toLowerCase()) : named
  return { sha, tag, isBranch: branch !== null }
}

/** Git takes a SHA in full as one, whatever refs there are. */
function isWholeSha(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)
}

async function asLookup(
  source: RefSource,
  ref: string,
  { steps, ...base }: Base & { steps: string },
): Promise<RefLookup> {
  const isPlain = steps === ''
  const date = base.tag?.madeAt?.slice(0, 10) ?? null
  return {
    sha: isPlain || base.sha === null ? base.sha : await findAncestor(source, base.sha, steps),
    baseSha: base.sha,
    tag: isPlain && date !== null ? { name: ref.replace(/^refs\/tags\//, ''), date } : null,
    isTag: base.tag !== null,
    isBranch: base.isBranch,
    ambiguous: false,
  }
}

async function findAncestor(source: RefSource, sha: string, steps: string): Promise<string | null> {
  return readSteps(steps).length === 0 ? sha : source.findAncestor(sha, steps)
}

interface Step {
  /** Which parent, from 1. */
  parent: number
  times: number
}

function readSteps(steps: string): Step[] {
  return [...steps.matchAll(/([~^])(\d*)/g)]
    .map(([, sign, digits]) => {
      const number = digits === '' ? 1 : Number(digits)
      return sign === '~' ? { parent: 1, times: number } : { parent: number, times: Math.min(number, 1) }
    })
    .filter((step) => step.times > 0)
}

type Parents = Map<string, string[]>

const mostWalkedPages = 100

/** Walks from a commit by steps, over pages of commits with their parents, each begun where the walk stands. */
export async function walk(
  start: string,
  steps: string,
  parentsFrom: (sha: string) => Promise<Parents>,
): Promise<string | null> {
  let at = start
  let known: Parents = new Map()
  let pages = 0
  for (const { parent, times } of readSteps(steps)) {
    for (let step = 0; step < times; step += 1) {
      if (!known.has(at)) {
        pages += 1
        if (pages > mostWalkedPages) throw tooFar(steps)
        known = await parentsFrom(at)
      }
      const parents = known.get(at)
      if (!parents) throw notListed(at)
      const next = parents[parent - 1]
      if (next === undefined) return null
      at = next
    }
  }
  return at
}

/** Without this check a wrong listing would look like the end of the history. */
function notListed(sha: string): Problem {
  return new Problem(
    'host_unusable',
    `The host's list of commits from ${sha.slice(0, 12)} on does not begin with it. Try again later, or name the commit by a tag or its SHA.`,
  )
}

function tooFar(steps: string): Problem {
  return new Problem(
    'host_unusable',
    `This host can only be walked page by page, and ${steps} is too many pages away. Name the commit by a tag or its SHA.`,
  )
}
