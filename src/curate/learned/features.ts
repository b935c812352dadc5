import type { OmissionReason } from '../../types.ts'
import type { Unit } from '../find-units.ts'
import type { MustTell } from '../must-tell.ts'
import { kindOfPath, type PathKind } from '../path-kind.ts'
import { isBot } from '../people.ts'
import { isMerge } from '../read-commit.ts'
import { withoutTicket } from '../read-header.ts'

/** What a unit shows of itself, each trait as a short name such as `type:fix` or `word:crash`. */
export interface Traits {
  /** Traits that mean the same in every repository; those of what is done come first. */
  common: string[]
  /** How many of the common ones say what is done: the type and the verb. */
  deeds: number
  /** Traits that mean something only beside the repository's own past: its folders, its people and its scopes. */
  local: string[]
}

const mostTitle = 300
const mostWords = 24
const mostOpenings = 6
const mostBody = 1200
const mostBodyWords = 60
const mostPaths = 100
const mostFolders = 20
const word = /[\p{L}\p{N}_][\p{L}\p{N}_'.-]{0,39}/gu
const firstWord = /[\p{L}\p{N}_][\p{L}\p{N}_'.-]{0,39}/u
const plainWord = /[a-z][a-z'-]{2,20}/g
const closes = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? (?:[\w./-]{1,60})?#\d/i
const shapes: [name: string, pattern: RegExp][] = [
  ['code', /`/],
  ['camel', /[a-z][A-Z]/],
  ['snake', /[a-z]_[a-z]/],
  ['flag', /(?:^|\s)--?[a-z]/],
  ['call', /::|\(\)/],
  ['version', /\d\.\d/],
  ['small', /^[a-z]/],
  ['stop', /\.$/],
]

/** What the rules found out about a unit, and how many units its release has. */
export interface Standing {
  must: MustTell
  /** What the plain rules hold against it. */
  quiet: OmissionReason | null
  mates: number
}

/** Reads the traits of a unit, in time linear in its size. */
export function traitsOf(unit: Unit, { must, quiet, mates }: Standing): Traits {
  const words = wordsOf(unit)
  const common = deedsOf(unit, words)
  for (const kind of ['breaking', 'security', 'deprecated', 'removed'] as const)
    if (must[kind]) common.push(`must:${kind}`)
  const deeds = common.length
  common.push(`quiet:${quiet}`, `release:${sizeOf(mates)}`)
  addTitle(unit, words, common)
  addBody(unit, common)
  const local = [`author:${unit.commits.at(-1)!.commit.author.name}`]
  if (unit.header.scope !== null) local.push(`own-scope:${unit.header.scope.toLowerCase()}`)
  addPaths(unit, common, local)
  return { common, deeds, local }
}

function textOf({ header }: Unit): string {
  return withoutTicket(header.description.slice(0, mostTitle))
}

function wordsOf(unit: Unit): string[] {
  return (textOf(unit).toLowerCase().match(word) ?? []).slice(0, mostWords)
}

function deedsOf({ header, action }: Unit, words: string[]): string[] {
  const { type } = header
  return [
    `type:${type}`,
    `action:${action?.action ?? 'none'}`,
    `act:${type}:${action?.verb ?? 'none'}`,
    `first:${words[0] ?? ''}`,
  ]
}

function addTitle(unit: Unit, words: string[], traits: string[]): void {
  const { scope } = unit.header
  if (scope !== null) traits.push(`scope:${scope.toLowerCase()}`)
  traits.push(`length:${sizeOf(words.length)}`)
  const stems = words.map(stem)
  for (const each of new Set(stems)) traits.push(`word:${each}`)
  const pairs = stems.slice(1).map((each, at) => `pair:${stems[at]} ${each}`)
  for (const pair of new Set(pairs)) traits.push(pair)
  const text = textOf(unit)
  for (const [name, pattern] of shapes) if (pattern.test(text)) traits.push(`shape:${name}`)
  if (/#\d/.test(unit.title)) traits.push('shape:reference')
}

function addBody({ commits }: Unit, traits: string[]): void {
  // Only what git knows: the numbers were learned without what hosts add, and the answer must not hang on the host.
  const body = commits
    .map(({ message }) => message.body)
    .join('\n')
    .trim()
  const beginning = body.slice(0, mostBody)
  traits.push(
    `body:${body.length === 0 ? 0 : body.length < 80 ? 1 : body.length < 300 ? 2 : body.length < 1000 ? 3 : 4}`,
  )
  if (closes.test(beginning)) traits.push('closes')
  const words = (beginning.toLowerCase().match(plainWord) ?? []).slice(0, mostBodyWords)
  for (const each of new Set(words.map(stem))) traits.push(`body-word:${each}`)
  if (commits.every(({ commit }) => isBot(commit.author))) traits.push('bot')
  const own = commits.filter((read) => !isMerge(read)).length
  traits.push(`commits:${own < 2 ? 1 : own < 4 ? 2 : 4}`)
  for (const type of new Set(commits.map(({ message }) => message.header.type)))
    if (type !== null) traits.push(`commit-type:${type}`)
  const openings = commits
    .slice(0, mostOpenings)
    .flatMap(({ message }) => withoutTicket(message.title.slice(0, 60)).toLowerCase().match(firstWord) ?? [])
  for (const each of new Set(openings.map(stem))) traits.push(`opens:${each}`)
}

function addPaths({ header, action, commits, known }: Unit, traits: string[], local: string[]): void {
  const all = new Set(commits.flatMap(({ commit }) => commit.paths).concat(known?.paths ?? []))
  if (all.size === 0) {
    traits.push('files:unknown')
    return
  }
  const paths = [...all].slice(0, mostPaths)
  const counts: Record<PathKind, number> = { shipped: 0, test: 0, docs: 0, internal: 0 }
  const endings = new Set<string>()
  const folders = new Set<string>()
  for (const path of paths) {
    const kind = kindOfPath(path)
    counts[kind] += 1
    endings.add(`${kind}.${endingOf(path)}`)
    if (folders.size < mostFolders) for (const folder of foldersOf(path)) folders.add(folder)
  }
  traits.push(`files:${sizeOf(all.size)}`)
  for (const kind of ['shipped', 'test', 'docs', 'internal'] as const) {
    traits.push(
      `count-${kind}:${sizeOf(counts[kind])}`,
      `share-${kind}:${shareOf(counts[kind] / paths.length)}`,
    )
  }
  const mix = (['shipped', 'test', 'docs', 'internal'] as const).filter((kind) => counts[kind] > 0).join('+')
  traits.push(`mix:${mix}`, `mix-by:${mix}:${header.type ?? action?.action ?? 'none'}`)
  for (const ending of endings) traits.push(`ending:${ending}`)
  if (endings.size === 1) traits.push(`only-ending:${[...endings][0]}`)
  for (const folder of folders) local.push(`folder:${folder}`)
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? name.slice(dot + 1) : name).toLowerCase()
}

/** The first three folders of a path, each with those before it; a file at the top stands for itself. */
function foldersOf(path: string): string[] {
  const folders: string[] = []
  let slash = path.indexOf('/')
  for (; slash !== -1 && folders.length < 3; slash = path.indexOf('/', slash + 1))
    folders.push(path.slice(0, slash))
  return folders.length === 0 ? [path] : folders
}

const sizes = [0, 1, 2, 3, 5, 9, 17, 41]

function sizeOf(count: number): number {
  return sizes.findLast((least) => count >= least)!
}

function shareOf(share: number): string {
  if (share === 0 || share === 1) return String(share)
  return share < 0.34 ? 'low' : share < 0.67 ? 'middle' : 'high'
}

/** A word without its ending, so that `crashes` and `crashed` count as one; numbers count as one too. */
export function stem(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  const bare = last < 48 ? text.replace(/[.'-]{1,40}$/, '') : text
  if (last < 58 && /^v?\d[\d.]*$/.test(bare)) return '#'
  if (bare.length > 5 && bare.endsWith('ing')) return bare.slice(0, -3)
  if (bare.length > 4 && (bare.endsWith('ed') || bare.endsWith('es'))) return bare.slice(0, -2)
  if (bare.length > 3 && bare.endsWith('s') && !bare.endsWith('ss')) return bare.slice(0, -1)
  return bare.length > 4 && bare.endsWith('e') ? bare.slice(0, -1) : bare
}
