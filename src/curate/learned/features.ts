import type { OmissionReason } from '../../core/change.ts'
import { isBot } from '../group/find-contributors.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { foldersOf, listPaths } from '../group/unit-paths.ts'
import { isMerge } from '../parse/parse-commits.ts'
import { stripTicket } from '../parse/parse-header.ts'
import { classifyPath, type PathKind } from '../rules/classify-path.ts'
import type { MustInclude } from '../rules/must-include.ts'
import { FeatureList, featureKind } from './feature-list.ts'
import { plainWords, stem } from './tokenise.ts'

/** What a unit shows of itself. */
export interface UnitFeatures {
  /** Those of what is done, then the other ones that mean the same in every repository, then the local ones. */
  list: FeatureList
  /** How many say what is done: the type and the verb. */
  deeds: number
  /**
   * How many mean the same in every repository. The rest means something only beside the repository's own
   * past: its folders, its people and its scopes.
   */
  common: number
}

const mostTitle = 300
const mostWords = 24
const mostOpenings = 6
const mostBody = 800
const mostBodyWords = 40
const mostPaths = 100
const word = /[\p{L}\p{N}_][\p{L}\p{N}_'.-]{0,39}/gu
const firstWord = /[\p{L}\p{N}_][\p{L}\p{N}_'.-]{0,39}/u
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
export interface FeatureInput {
  must: MustInclude
  /** What the plain rules hold against it. */
  quiet: OmissionReason | null
  mates: number
}

const kinds = {
  type: featureKind('type:'),
  action: featureKind('action:'),
  act: featureKind('act:'),
  first: featureKind('first:'),
  must: featureKind('must:'),
  quiet: featureKind('quiet:'),
  release: featureKind('release:'),
  scope: featureKind('scope:'),
  length: featureKind('length:'),
  word: featureKind('word:'),
  pair: featureKind('pair:'),
  shape: featureKind('shape:'),
  body: featureKind('body:'),
  closes: featureKind('closes'),
  bodyWord: featureKind('body-word:'),
  bot: featureKind('bot'),
  commits: featureKind('commits:'),
  commitType: featureKind('commit-type:'),
  opens: featureKind('opens:'),
  files: featureKind('files:'),
  mix: featureKind('mix:'),
  mixBy: featureKind('mix-by:'),
  ending: featureKind('ending:'),
  onlyEnding: featureKind('only-ending:'),
  author: featureKind('author:'),
  ownScope: featureKind('own-scope:'),
  folder: featureKind('folder:'),
}
const purposes = ['shipped', 'test', 'docs', 'internal'] as const
const countKinds = purposes.map((purpose) => featureKind(`count-${purpose}:`))
const shareKinds = purposes.map((purpose) => featureKind(`share-${purpose}:`))

/** Reads the traits of a unit, in time linear in its size; a list that is not needed any more may be filled anew. */
export function extractFeatures(
  unit: ChangeUnit,
  standing: FeatureInput,
  list: FeatureList = new FeatureList(),
): UnitFeatures {
  const { deeds } = extractCommonFeatures(unit, standing, list)
  const common = list.hashes.length
  list.add(kinds.author, unit.commits.at(-1)!.commit.author.name)
  if (unit.header.scope !== null) list.add(kinds.ownScope, unit.header.scope.toLowerCase())
  for (const folder of foldersOf(listPaths(unit).slice(0, mostPaths))) list.add(kinds.folder, folder)
  return { list, deeds, common }
}

/** Reads only the traits that mean the same in every repository. */
export function extractCommonFeatures(
  unit: ChangeUnit,
  { must, quiet, mates }: FeatureInput,
  list: FeatureList,
): Pick<UnitFeatures, 'list' | 'deeds'> {
  list.cut(0)
  const text = stripTicket(unit.header.description.slice(0, mostTitle))
  const words = (text.toLowerCase().match(word) ?? []).slice(0, mostWords)
  addDeeds(unit, words, list)
  for (const kind of ['breaking', 'security', 'deprecated', 'removed'] as const)
    if (must[kind]) list.add(kinds.must, kind)
  const deeds = list.hashes.length
  list.add(kinds.quiet, String(quiet))
  list.add(kinds.release, sizeOf(mates))
  addTitle(unit, { text, words }, list)
  addBody(unit, list)
  addPaths(unit, list)
  return { list, deeds }
}

function addDeeds({ header, action }: ChangeUnit, words: string[], traits: FeatureList): void {
  const { type } = header
  traits.add(kinds.type, String(type))
  traits.add(kinds.action, action?.action ?? 'none')
  traits.add(kinds.act, `${type}:${action?.verb ?? 'none'}`)
  traits.add(kinds.first, words[0] ?? '')
}

function addTitle(
  unit: ChangeUnit,
  { text, words }: { text: string; words: string[] },
  traits: FeatureList,
): void {
  const { scope } = unit.header
  if (scope !== null) traits.add(kinds.scope, scope.toLowerCase())
  traits.add(kinds.length, sizeOf(words.length))
  const stems = words.map(stem)
  traits.addAll(kinds.word, stems)
  traits.addPairs(kinds.pair, stems)
  for (const [name, pattern] of shapes) if (pattern.test(text)) traits.add(kinds.shape, name)
  if (/#\d/.test(unit.title)) traits.add(kinds.shape, 'reference')
}

function addBody({ commits }: ChangeUnit, traits: FeatureList): void {
  // Only what git knows: the numbers were learned without what hosts add, and the answer must not hang on the host.
  const [first] = commits
  const body =
    commits.length === 1
      ? first!.message.body
      : commits
          .map(({ message }) => message.body)
          .join('\n')
          .trim()
  const beginning = body.slice(0, mostBody)
  traits.add(kinds.body, lengthOf(body))
  if (beginning.includes('#') && closes.test(beginning)) traits.add(kinds.closes)
  traits.addAll(kinds.bodyWord, plainWords(beginning.toLowerCase(), mostBodyWords).map(stem))
  if (commits.every(({ commit }) => isBot(commit.author))) traits.add(kinds.bot)
  const own = commits.filter((read) => !isMerge(read)).length
  traits.add(kinds.commits, own < 2 ? '1' : own < 4 ? '2' : '4')
  const types = commits.map(({ message }) => message.header.type)
  traits.addAll(
    kinds.commitType,
    types.filter((type) => type !== null),
  )
  const openings = commits
    .slice(0, mostOpenings)
    .flatMap(({ message }) => stripTicket(message.title.slice(0, 60)).toLowerCase().match(firstWord) ?? [])
  traits.addAll(kinds.opens, openings.map(stem))
}

function lengthOf({ length }: string): string {
  return length === 0 ? '0' : length < 80 ? '1' : length < 300 ? '2' : length < 1000 ? '3' : '4'
}

function addPaths(unit: ChangeUnit, traits: FeatureList): void {
  const { header, action } = unit
  const all = listPaths(unit)
  traits.add(kinds.files, all.length === 0 ? 'unknown' : sizeOf(all.length))
  if (all.length === 0) return
  const paths = all.slice(0, mostPaths)
  const counts: Record<PathKind, number> = { shipped: 0, test: 0, docs: 0, internal: 0 }
  const endings = new Set<string>()
  for (const path of paths) {
    const kind = classifyPath(path)
    counts[kind] += 1
    endings.add(`${kind}.${endingOf(path)}`)
  }
  for (const [at, purpose] of purposes.entries()) {
    traits.add(countKinds[at]!, sizeOf(counts[purpose]))
    traits.add(shareKinds[at]!, shareOf(counts[purpose] / paths.length))
  }
  const mix = purposes.filter((purpose) => counts[purpose] > 0).join('+')
  traits.add(kinds.mix, mix)
  traits.add(kinds.mixBy, `${mix}:${header.type ?? action?.action ?? 'none'}`)
  for (const ending of endings) traits.add(kinds.ending, ending)
  if (endings.size === 1) traits.add(kinds.onlyEnding, [...endings][0]!)
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? name.slice(dot + 1) : name).toLowerCase()
}

const sizes = [0, 1, 2, 3, 5, 9, 17, 41]

function sizeOf(count: number): string {
  let at = sizes.length - 1
  while (sizes[at]! > count) at -= 1
  return String(sizes[at])
}

function shareOf(share: number): string {
  if (share === 0 || share === 1) return String(share)
  return share < 0.34 ? 'low' : share < 0.67 ? 'middle' : 'high'
}
