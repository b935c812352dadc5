import type { OmissionReason } from '../../core/change.ts'
import { isBot } from '../group/find-contributors.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import { listPaths } from '../group/unit-paths.ts'
import { isMerge } from '../parse/parse-commits.ts'
import { stripTicket } from '../parse/parse-header.ts'
import { classifyPath, type PathKind } from '../rules/classify-path.ts'
import type { MustInclude } from '../rules/must-include.ts'
import { FeatureList, featureKind } from './feature-list.ts'
import { findLowercaseWords, stem } from './tokenise.ts'

/** The features of a unit, from which the model predicts. */
export interface UnitFeatures {
  /** The features of the action, then the other common ones, then the local ones. */
  list: FeatureList
  /** How many features describe the action: type, verb, and what must be included. */
  actions: number
  /**
   * How many features mean the same in every repository. The others, its folders, authors and scopes, only help
   * together with the repository's own past.
   */
  common: number
}

const maxTitleLength = 300
const maxTitleWords = 24
const maxOpenings = 6
const maxBodyLength = 800
const maxBodyWords = 40
const maxPaths = 100
const word = /[\p{L}\p{N}_][\p{L}\p{N}_'.-]{0,39}/gu
const firstWord = /[\p{L}\p{N}_][\p{L}\p{N}_'.-]{0,39}/u
const closesIssue = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? (?:[\w./-]{1,60})?#\d/i
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

/** What the rules found out about a unit, and the size of its release. */
export interface FeatureInput {
  mustInclude: MustInclude
  /** Why the exclusion rules exclude it. */
  exclusion: OmissionReason | null
  /** How many units the release has. */
  releaseSize: number
}

const kinds = {
  type: featureKind('type:'),
  action: featureKind('action:'),
  act: featureKind('act:'),
  first: featureKind('first:'),
  must: featureKind('must:'),
  exclusion: featureKind('quiet:'),
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

/** Extracts all features of a unit in linear time; reuses the given list. */
export function extractFeatures(
  unit: ChangeUnit,
  input: FeatureInput,
  list: FeatureList = new FeatureList(),
): UnitFeatures {
  const { actions } = extractCommonFeatures(unit, input, list)
  const common = list.hashes.length
  list.add(kinds.author, unit.commits.at(-1)!.commit.author.name)
  if (unit.header.scope !== null) list.add(kinds.ownScope, unit.header.scope.toLowerCase())
  for (const folder of listFolders(listPaths(unit).slice(0, maxPaths))) list.add(kinds.folder, folder)
  return { list, actions, common }
}

/** Extracts only the features that mean the same in every repository. */
export function extractCommonFeatures(
  unit: ChangeUnit,
  { mustInclude, exclusion, releaseSize }: FeatureInput,
  list: FeatureList,
): Pick<UnitFeatures, 'list' | 'actions'> {
  list.truncate(0)
  const text = stripTicket(unit.header.description.slice(0, maxTitleLength))
  const words = (text.toLowerCase().match(word) ?? []).slice(0, maxTitleWords)
  addActions(unit, words, list)
  for (const kind of ['breaking', 'security', 'deprecated', 'removed'] as const)
    if (mustInclude[kind]) list.add(kinds.must, kind)
  const actions = list.hashes.length
  list.add(kinds.exclusion, String(exclusion))
  list.add(kinds.release, bucketCount(releaseSize))
  addTitle(unit, { text, words }, list)
  addBody(unit, list)
  addPaths(unit, list)
  return { list, actions }
}

function addActions({ header, action }: ChangeUnit, words: string[], features: FeatureList): void {
  const { type } = header
  features.add(kinds.type, String(type))
  features.add(kinds.action, action?.action ?? 'none')
  features.add(kinds.act, `${type}:${action?.verb ?? 'none'}`)
  features.add(kinds.first, words[0] ?? '')
}

function addTitle(
  unit: ChangeUnit,
  { text, words }: { text: string; words: string[] },
  features: FeatureList,
): void {
  const { scope } = unit.header
  if (scope !== null) features.add(kinds.scope, scope.toLowerCase())
  features.add(kinds.length, bucketCount(words.length))
  const stems = words.map(stem)
  features.addAll(kinds.word, stems)
  features.addPairs(kinds.pair, stems)
  for (const [name, pattern] of shapes) if (pattern.test(text)) features.add(kinds.shape, name)
  if (/#\d/.test(unit.title)) features.add(kinds.shape, 'reference')
}

function addBody({ commits }: ChangeUnit, features: FeatureList): void {
  // Only data from git: the model was trained without host data, and the result must not depend on the host.
  const [first] = commits
  const body =
    commits.length === 1
      ? first!.message.body
      : commits
          .map(({ message }) => message.body)
          .join('\n')
          .trim()
  const beginning = body.slice(0, maxBodyLength)
  features.add(kinds.body, bucketLength(body))
  if (beginning.includes('#') && closesIssue.test(beginning)) features.add(kinds.closes)
  features.addAll(kinds.bodyWord, findLowercaseWords(beginning.toLowerCase(), maxBodyWords).map(stem))
  if (commits.every(({ commit }) => isBot(commit.author))) features.add(kinds.bot)
  const own = commits.filter((read) => !isMerge(read)).length
  features.add(kinds.commits, own < 2 ? '1' : own < 4 ? '2' : '4')
  const types = commits.map(({ message }) => message.header.type)
  features.addAll(
    kinds.commitType,
    types.filter((type) => type !== null),
  )
  const openings = commits
    .slice(0, maxOpenings)
    .flatMap(({ message }) => stripTicket(message.title.slice(0, 60)).toLowerCase().match(firstWord) ?? [])
  features.addAll(kinds.opens, openings.map(stem))
}

function bucketLength({ length }: string): string {
  return length === 0 ? '0' : length < 80 ? '1' : length < 300 ? '2' : length < 1000 ? '3' : '4'
}

function addPaths(unit: ChangeUnit, features: FeatureList): void {
  const { header, action } = unit
  const all = listPaths(unit)
  features.add(kinds.files, all.length === 0 ? 'unknown' : bucketCount(all.length))
  if (all.length === 0) return
  const paths = all.slice(0, maxPaths)
  const counts: Record<PathKind, number> = { shipped: 0, test: 0, docs: 0, internal: 0 }
  const endings = new Set<string>()
  for (const path of paths) {
    const kind = classifyPath(path)
    counts[kind] += 1
    endings.add(`${kind}.${extensionOf(path)}`)
  }
  for (const [at, purpose] of purposes.entries()) {
    features.add(countKinds[at]!, bucketCount(counts[purpose]))
    features.add(shareKinds[at]!, bucketShare(counts[purpose] / paths.length))
  }
  const mix = purposes.filter((purpose) => counts[purpose] > 0).join('+')
  features.add(kinds.mix, mix)
  features.add(kinds.mixBy, `${mix}:${header.type ?? action?.action ?? 'none'}`)
  for (const ending of endings) features.add(kinds.ending, ending)
  if (endings.size === 1) features.add(kinds.onlyEnding, [...endings][0]!)
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? name.slice(dot + 1) : name).toLowerCase()
}

const countBuckets = [0, 1, 2, 3, 5, 9, 17, 41]

function bucketCount(count: number): string {
  let at = countBuckets.length - 1
  while (countBuckets[at]! > count) at -= 1
  return String(countBuckets[at])
}

function bucketShare(share: number): string {
  if (share === 0 || share === 1) return String(share)
  return share < 0.34 ? 'low' : share < 0.67 ? 'middle' : 'high'
}

const maxFolders = 20

/** The first three folders of each path, each with its parents; a file at the root stands for itself. */
function listFolders(paths: string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    if (folders.size >= maxFolders) break
    let slash = path.indexOf('/')
    if (slash === -1) folders.add(path)
    for (let depth = 0; slash !== -1 && depth < 3; depth += 1) {
      folders.add(path.slice(0, slash))
      slash = path.indexOf('/', slash + 1)
    }
  }
  return folders
}
