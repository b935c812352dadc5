import type { EntryOrder, RuleConfig } from '../../core/repository-config.ts'
import { addToCategory, type CarriedOver, nothingOf } from './carried-over.ts'
import { asList, asPattern, asRecord, asText } from './loose-values.ts'
import { literalOf, parseCommitPattern, splitAlternatives } from './parse-commit-pattern.ts'
import { type CliffLine, readCliffLine } from './read-cliff-line.ts'

/** Carries over the plain patterns of `cliff.toml`, the configuration of git-cliff. */
export function readCliff(path: string, value: unknown): CarriedOver {
  const carried = nothingOf(path)
  const { git, changelog, bump } = asRecord(value)
  const given = asRecord(git)
  const template = asRecord(changelog).body
  const body = typeof template === 'string' ? template.slice(0, maxBody) : ''
  const taken = carryParsers(asList(given.commit_parsers).slice(0, 300).map(asRecord), { carried, body })
  if (given.conventional_commits !== false) {
    if (given.filter_commits !== true && carried.other === null) carryOtherTypes(taken, { carried, body })
    carryFilters(given, taken, carried)
  }
  carryTags(given, carried)
  carryBumps(asRecord(bump), carried)
  for (const each of asList(given.link_parsers).map(asRecord)) carryLink(each, carried)
  const line = carryLine(body, given, carried)
  const templates = ['header', 'body', 'footer'].filter(
    (key) => asText(asRecord(changelog)[key]) !== '' && (key !== 'body' || line === null),
  )
  if (templates.length > 0)
    carried.losses.push(
      `changelog.${templates.join(', changelog.')}: Tera templates; entries.line and formats take their place`,
    )
  if (asList(given.commit_preprocessors).length > 0 || asList(asRecord(changelog).postprocessors).length > 0)
    carried.losses.push(
      'commit_preprocessors and postprocessors: regular expressions and programs are not run',
    )
  if (given.split_commits === true) carried.losses.push('split_commits: one commit has one outcome')
  if (asText(given.skip_tags) !== '')
    carried.losses.push(
      `skip_tags (${asText(given.skip_tags)}): commits are never dropped; pre-releases are collected into the next release`,
    )
  return carried
}

const maxBody = 20_000

/** How the body prints entries and orders them. */
function carryLine(body: string, given: Record<string, unknown>, carried: CarriedOver): CliffLine | null {
  const sorted: EntryOrder = asText(given.sort_commits) === 'newest' ? 'newest' : 'oldest'
  const isByScope = /sort\(attribute\s*=\s*"scope"\)/.test(body)
  const isScopedFirst = isByScope && /filter\(attribute\s*=\s*"scope"\)/.test(body)
  if (isByScope) carried.entries.order = [...(isScopedFirst ? (['scoped'] as const) : []), 'scope', sorted]
  else if (given.sort_commits !== undefined) carried.entries.order = sorted
  const preprocessors = asList(given.commit_preprocessors)
    .map(asRecord)
    .filter(({ pattern }) => /#\(?(?:\[0-9\]|\\d)/.test(asText(pattern)))
  const line = readCliffLine(body, {
    dropsNumbers: preprocessors.some(({ replace }) => replace === ''),
    linksNumbers: preprocessors.some(({ replace }) => /\]\(/.test(asText(replace))),
  })
  if (line === null) return null
  carried.printing = line
  if (!line.line?.includes('scope')) carried.scopes = { show: 'hide' }
  return line
}

const usualTypes = [
  'build',
  'chore',
  'ci',
  'docs',
  'feat',
  'fix',
  'perf',
  'refactor',
  'revert',
  'style',
  'test',
]

/** A type that no parser takes is a group of its own, of the same name. */
function carryOtherTypes(taken: Set<string>, { carried, body }: BodyContext): void {
  const isCapital = body === '' || /group[^}\n]{0,80}\|\s*(?:upper_first|title|capitalize)/.test(body)
  for (const type of usualTypes.filter((each) => !taken.has(each))) {
    const title = isCapital ? type.charAt(0).toUpperCase() + type.slice(1) : type
    addToCategory(carried.categories, title, { types: [type] })
  }
}

/** git-cliff lists every commit with a type. */
function carryFilters(given: Record<string, unknown>, taken: Set<string>, carried: CarriedOver): void {
  if (carried.categories.length === 0) return
  const everything: RuleConfig = { when: { title: ['*'] }, include: true }
  if (given.filter_commits === true && taken.size > 0) {
    const exclude = `no parser in ${carried.path} takes it`
    carried.lastRules = [{ when: { title: ['*'] }, unless: { type: [...taken] }, exclude }, everything]
  } else if (given.filter_unconventional === false) carried.lastRules = [everything]
  else
    carried.lastRules = [
      // A word before a colon that is no usual type is one for git-cliff.
      { when: { scope: ['*'] }, include: true },
      { when: { title: ['*'] }, unless: { type: ['*'] }, exclude: 'it has no type' },
      everything,
    ]
}

interface BodyContext {
  carried: CarriedOver
  body: string
}

/**
 * The groups, in the order of their numbers (`<!-- 0 -->`); else in that of their names if the body sorts them, else in
 * that of the parsers. Returns the types that parsers take as a whole.
 */
function carryParsers(parsers: Record<string, unknown>[], { carried, body }: BodyContext): Set<string> {
  const numbers = new Map<string, string>()
  const taken = new Set<string>()
  const seen = new Map<string, string>()
  for (const parser of parsers) {
    const raw = asText(parser.group)
    const title = raw
      .replace(/<!--(.{0,40}?)-->/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    const number = /<!--\s*(.{0,40}?)\s*-->/.exec(raw)?.[1]
    if (number !== undefined && !numbers.has(title)) numbers.set(title, number)
    if (!carryParser(parser, title, { carried, taken })) {
      const source = describeParser(parser)
      if (!seen.has(source)) carried.losses.push(`${source}: it is not a plain pattern`)
      seen.set(source, title)
    }
  }
  if (numbers.size > 0)
    carried.categories.sort((one, other) =>
      (numbers.get(one.title) ?? '~').localeCompare(numbers.get(other.title) ?? '~', 'en', { numeric: true }),
    )
  else if (body === '' || /group_by\(attribute\s*=\s*"group"\)/.test(body))
    carried.categories.sort((one, other) => (one.title < other.title ? -1 : 1))
  return taken
}

function describeParser(parser: Record<string, unknown>): string {
  const key = ['message', 'body', 'footer', 'pattern', 'sha'].find((name) => asText(parser[name]) !== '')
  const field = asText(parser.field)
  return `commit_parsers ${field === '' ? (key ?? '') : field} '${asText(parser[key ?? '']).slice(0, 80)}'`
}

interface ParserContext {
  carried: CarriedOver
  /** The types that an earlier parser took as a whole. */
  taken: Set<string>
}

/** Carries over one parser; false if it cannot be expressed. */
function carryParser(
  parser: Record<string, unknown>,
  title: string,
  { carried, taken }: ParserContext,
): boolean {
  const [message, body, footer] = [asText(parser.message), asText(parser.body), asText(parser.footer)]
  const isSkip = parser.skip === true
  // The first parser that fits decides, so that later ones leave the types of earlier ones alone.
  const unless = (when: RuleConfig['when']) =>
    when.type === undefined && taken.size > 0 ? { unless: { type: [...taken] } } : {}
  if (!isSkip && title === '') return message === '' && body === '' && footer === ''
  const add = (when: RuleConfig['when']) => {
    if (isSkip) carried.rules.push({ when, ...unless(when), exclude: `skipped in ${carried.path}` })
    else {
      addToCategory(carried.categories, title, {})
      carried.rules.push({ when, ...unless(when), category: title })
    }
    return true
  }
  const addKind = (kind: 'breaking' | 'security') => {
    if (taken.size > 0) return add({ kind: [kind] })
    addToCategory(carried.categories, title, { kinds: [kind] })
    return true
  }
  if (message !== '') {
    const patterns = parseCommitPattern(message)
    if (patterns === null) return false
    if (patterns === 'everything') {
      // Skipping all the rest is filter_commits by another name.
      if (isSkip) return false
      carried.other ??= title
      return true
    }
    for (const { types, verbs, scope, title: rest } of patterns) {
      const left = types.filter((type) => !taken.has(type))
      if (types.length > 0 && left.length === 0) continue
      const isWhole = scope === null && rest === null
      if (isWhole) for (const type of left) taken.add(type)
      if (isWhole && !isSkip) addToCategory(carried.categories, title, { types: left, verbs })
      else
        add({
          ...(left.length > 0 ? { type: left } : {}),
          ...(scope === null ? {} : { scope: [scope] }),
          ...(rest === null ? {} : { title: [rest] }),
        })
    }
    return true
  }
  if (body !== '') {
    if (isSkip || !/^\^?(?:\.\*)?\(?security\)?(?:\.\*)?\$?$/i.test(body)) return false
    return addKind('security')
  }
  const pattern = asText(parser.pattern)
  if (footer !== '') {
    const text = literalOf(footer.replace(/^\^/, '').replace(/ \?/, ' ').replace(/\$$/, ''))
    return text === null ? false : add({ trailer: [`${asPattern(text)}${footer.endsWith('$') ? '' : '*'}`] })
  }
  const texts = splitAlternatives(pattern || asText(parser.sha)).map((each) =>
    literalOf(each.replace(/^\^/, '').replace(/\$$/, '')),
  )
  if (texts.some((text) => text === null || text === '')) return false
  const values = texts as string[]
  switch (asText(parser.field) || (asText(parser.sha) === '' ? '' : 'id')) {
    case 'id':
      return values.every((sha) => /^[0-9a-f]{7,64}$/i.test(sha)) && add({ commit: values })
    case 'breaking':
      return !isSkip && values[0] === 'true' && addKind('breaking')
    case 'author.name':
    case 'github.username':
    case 'remote.username':
      return add({ author: values.map(asPattern) })
    case 'github.pr_labels':
    case 'remote.pr_labels':
    case 'gitlab.pr_labels':
    case 'gitea.pr_labels':
      if (isSkip) return add({ label: values.map(asPattern) })
      addToCategory(carried.categories, title, { labels: values.map(asPattern) })
      return true
    default:
      return false
  }
}

function carryTags(given: Record<string, unknown>, carried: CarriedOver): void {
  const wanted = asText(given.tag_pattern)
  // `v[0-9].*`, `^v\d+\.\d+\.\d+$` and `v*` all mean a v before a version.
  const [, prefix, optional] =
    /^\^?((?:\\?[\w@/-]){0,60}?)(\??)(?:\(?\[0-9\]|\(?\\d|\*|\.\*)/.exec(wanted) ?? []
  if (prefix !== undefined) {
    const text = prefix.replaceAll('\\', '')
    const shorter = optional === '?' ? [`${text.slice(0, -1)}{version}`] : []
    carried.tags.pattern = [`${text}{version}`, ...shorter]
  } else if (wanted !== '') carried.losses.push(`tag_pattern (${wanted}): it is not a plain prefix`)
  const ignored = asText(given.ignore_tags)
  if (ignored === '') return
  const patterns = splitAlternatives(
    ignored.replace(/^\.\*|\.\*$/g, '').replace(/^\((?:\?:)?(.*)\)$/, '$1'),
  ).map((each) => {
    const text = literalOf(each.replace(/^\^|\$$/g, '').replace(/^\.\*|\.\*$/g, ''))
    if (text === null || text === '') return null
    return `${each.startsWith('^') ? '' : '*'}${asPattern(text)}${each.endsWith('$') ? '' : '*'}`
  })
  if (patterns.every((each) => each !== null)) carried.tags.ignore = patterns
  else carried.losses.push(`ignore_tags (${ignored}): it is not a list of plain words`)
}

function carryBumps(given: Record<string, unknown>, carried: CarriedOver): void {
  const [features, breaking] = [given.features_always_bump_minor, given.breaking_always_bump_major]
  if (features === false && breaking !== false)
    carried.losses.push(
      'bump.features_always_bump_minor = false alone: while the major version is 0, a feature would be patch and a break major; versioning.zero has no such mode',
    )
  else if (breaking === true) carried.versioning.zero = 'leave'
  else if (breaking === false && features === false) carried.versioning.zero = 'shift'
  const initial = asText(given.initial_tag).replace(/^v/, '')
  if (initial !== '' && initial !== '0.1.0') carried.versioning.initial = initial
  if (given.custom_major_increment_regex !== undefined || given.custom_minor_increment_regex !== undefined)
    carried.losses.push('bump.custom_…_increment_regex: use rules with `bump`')
}

/** `RFC(\d+)` with an address becomes a ticket. */
function carryLink({ pattern, href }: Record<string, unknown>, carried: CarriedOver): void {
  const source = asText(pattern)
  const [, prefix] = /^([A-Za-z][\w-]{0,18})\((?:\\d\+|\[0-9\]\+)\)$/.exec(source) ?? []
  const url = asText(href).replace(/\$(?:1|\{1\})/, '{number}')
  if (prefix !== undefined && /^https:/.test(url) && !url.includes('$')) carried.tickets.push({ prefix, url })
  // Numbers of pull requests and issues are linked anyway.
  else if (!source.startsWith('#'))
    carried.losses.push(`link_parsers '${source}': it is no prefix and a number`)
}
