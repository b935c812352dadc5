import type { BumpLevel, RuleCondition } from '../../core/repository-config.ts'
import {
  addKindsOfTitles,
  addToCategory,
  type CarriedOver,
  isType,
  kindsOf,
  nothingOf,
} from './carried-over.ts'
import { asLine, asList, asPattern, asRecord, asText, asTexts } from './loose-values.ts'

/** Keys that need nothing here, or that only the Action itself needs. */
const silentKeys = new Set([
  'categories',
  'exclude-labels',
  'include-labels',
  'exclude-contributors',
  'version-resolver',
  'tag-template',
  'tag-prefix',
  'change-template',
  'template',
  'header',
  'footer',
  'sort-by',
  'sort-direction',
  'include-pre-releases',
  'include-paths',
  'exclude-paths',
  'change-title-escapes',
  'no-changes-template',
  'commitish',
  'filter-by-commitish',
  'filter-by-range',
  'latest',
  'pull-request-limit',
  'history-limit',
])

const reasons: Record<string, string> = {
  _extends: 'the other repository is not read; run init there, or copy its categories here',
  autolabeler: 'Notewright does not label pull requests; rules read titles and paths themselves',
  replacers: 'they are regular expressions; scopes.names and tickets cover many uses',
  'name-template': 'the name of a release is given by `notewright release --name`',
  'version-template': 'versions are made by `versioning`',
  'category-template': 'headings are printed by the format',
  prerelease: 'use `notewright release --channel NAME`, or versioning.channel',
  'prerelease-identifier': 'use `notewright release --channel NAME`, or versioning.channel',
  references: 'it only says when the Action runs',
}

/** Carries over the configuration of release-drafter. */
export function readReleaseDrafter(path: string, value: unknown): CarriedOver {
  const given = asRecord(value)
  const carried = nothingOf(path)
  carryFilters(given, carried)
  for (const each of asList(given.categories)) carryCategory(asRecord(each), carried)
  if (carried.categories.length > 0 && carried.other === null)
    carried.losses.push(
      'the place of changes without a category: release-drafter prints them first, without a heading; here they are the last section',
    )
  if (carried.categories.length > 0) {
    // release-drafter lists every pull request and nothing else, under its title.
    carried.lastRules = [
      { when: { pullRequest: false }, exclude: 'it has no pull request' },
      { when: { title: ['*'] }, include: true },
    ]
    carried.printing = { text: 'subject', order: 'newest' }
  }
  carryVersions(given, carried)
  carryTexts(given, carried)
  for (const key of Object.keys(given).filter((name) => !silentKeys.has(name)))
    carried.losses.push(`${key}: ${reasons[key] ?? 'there is nothing like it'}`)
  return { ...carried, categories: addKindsOfTitles(carried.categories) }
}

function carryFilters(given: Record<string, unknown>, { rules, contributors }: CarriedOver): void {
  const excluded = asTexts(given['exclude-labels']).map(asPattern)
  if (excluded.length > 0) rules.push({ when: { label: excluded }, exclude: 'its label excludes it' })
  const included = asTexts(given['include-labels']).map(asPattern)
  if (included.length > 0)
    rules.push({ when: { title: ['*'] }, unless: { label: included }, exclude: 'it has none of the labels' })
  const paths = asTexts(given['include-paths'])
  if (paths.length > 0)
    rules.push({ when: { title: ['*'] }, unless: { path: paths }, exclude: 'it touches none of the paths' })
  const ignored = asTexts(given['exclude-paths'])
  if (ignored.length > 0) rules.push({ when: { everyPath: ignored }, exclude: 'it touches only these paths' })
  const contributorsExcluded = asTexts(given['exclude-contributors']).map(asPattern)
  if (contributorsExcluded.length > 0) contributors.exclude = contributorsExcluded
}

const levels: readonly string[] = ['major', 'minor', 'patch'] satisfies BumpLevel[]

/** A category of release-drafter: by labels, or since version 7 by conditions. */
function carryCategory(given: Record<string, unknown>, carried: CarriedOver): void {
  const title = asText(given.title)
  const conditions = asList(given.when).map(asRecord)
  const labels = [
    ...asTexts(given.label),
    ...asTexts(given.labels),
    ...conditions.flatMap((when) => [...asTexts(when.label), ...asTexts(when.labels)]),
  ].map(asPattern)
  if (/exclude/.test(asText(given.type))) {
    if (labels.length > 0) carried.rules.push({ when: { label: labels }, exclude: 'its label excludes it' })
    return
  }
  const bump = levels.includes(asText(given['semver-increment'])) ? asText(given['semver-increment']) : null
  if (bump !== null && labels.length > 0)
    carried.rules.push({ when: { label: labels }, bump: bump as BumpLevel })
  // A category of the type `version-resolver` has no title and decides only the version.
  if (title === '') return
  const collapse = Number(given['collapse-after'])
  const added = Number.isInteger(collapse) && collapse > 0 ? { collapse } : {}
  let isNamed = labels.length > 0
  if (isNamed) addToCategory(carried.categories, title, { labels, kinds: kindsOf(title, labels), ...added })
  const isUsual = (type: string) => (type === 'feat' ? bump === 'minor' : type === 'fix' && bump === 'patch')
  for (const when of conditions) {
    const conventional = asRecord(when.conventional)
    const types = [...asTexts(conventional.type), ...asTexts(conventional.types)].filter(isType)
    const scopes = [...asTexts(conventional.scope), ...asTexts(conventional.scopes)].map(asPattern)
    if (conventional.breaking === true) addToCategory(carried.categories, title, { kinds: ['breaking'] })
    if (types.length > 0 && scopes.length === 0) addToCategory(carried.categories, title, { types })
    if (scopes.length > 0) {
      const condition: RuleCondition = { ...(types.length > 0 ? { type: types } : {}), scope: scopes }
      addToCategory(carried.categories, title, added)
      carried.rules.push({ when: condition, category: title })
    }
    const counted = scopes.length === 0 ? types.filter((type) => !isUsual(type)) : []
    if (bump !== null && counted.length > 0)
      carried.rules.push({ when: { type: counted, breaking: false }, bump: bump as BumpLevel })
    if (types.length > 0 || scopes.length > 0 || conventional.breaking === true) {
      isNamed = true
      addToCategory(carried.categories, title, added)
    }
  }
  // A category without labels takes what no other one takes.
  if (!isNamed) carried.other = title
}

function carryVersions(given: Record<string, unknown>, carried: CarriedOver): void {
  const resolver = asRecord(given['version-resolver'])
  for (const level of levels) {
    const labels = asTexts(asRecord(resolver[level]).labels).map(asPattern)
    if (labels.length > 0) carried.rules.push({ when: { label: labels }, bump: level as BumpLevel })
  }
  if (resolver.default !== undefined)
    carried.losses.push(
      `version-resolver.default (${asText(resolver.default)}): what has none of the labels counts by its kind; versioning.bump changes that`,
    )
  const template = asText(given['tag-template'])
  const pattern = template.replace(/\$(?:RESOLVED_VERSION|(?:NEXT_\w{1,20}_)?VERSION)/, '{version}')
  if (pattern.includes('{version}') && !pattern.includes('$')) carried.tags.pattern = [pattern]
  else if (template !== '')
    carried.losses.push(`tag-template (${template}): it has other variables than the version`)
  else if (asText(given['tag-prefix']) !== '')
    carried.tags.pattern = [`${asText(given['tag-prefix'])}{version}`]
  if (given['include-pre-releases'] === true) carried.tags.prereleases = 'separate'
}

function carryTexts(given: Record<string, unknown>, carried: CarriedOver): void {
  const sortBy = asText(given['sort-by'])
  const direction = asText(given['sort-direction'])
  if (sortBy === 'title') carried.entries.order = 'title'
  else if (direction !== '') carried.entries.order = direction === 'ascending' ? 'oldest' : 'newest'
  const change = asText(given['change-template'])
  if (change !== '') {
    const line = toEntryLine(change)
    if (line === null)
      carried.losses.push(`change-template (${change}): it has variables that entries do not have`)
    else Object.assign(carried.release, line)
  }
  const template = typeof given.template === 'string' ? given.template.slice(0, 8000) : ''
  const [before = '', after = ''] = template.includes('$CHANGES') ? template.split('$CHANGES') : [template]
  const header = toReleaseText([textOf(given.header), before].join('\n'), carried)
  const footer = toReleaseText([after, textOf(given.footer)].join('\n'), carried)
  const [, title, rest = ''] = /^#{1,3} ([^\n]{1,100})(?:\n([\s\S]*))?$/.exec(header) ?? []
  if (title !== undefined && title !== "What's Changed" && title !== 'What’s Changed')
    carried.release.title = title
  else if (template.trimStart().startsWith('$CHANGES')) carried.release.title = false
  const text = title === undefined ? header : rest.trim()
  if (text !== '') carried.release.header = text
  if (footer !== '') carried.release.footer = footer
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 8000) : ''
}

/** `* $TITLE @$AUTHOR (#$NUMBER)` as a line of ours; null if it has other variables. */
function toEntryLine(
  template: string,
): { line: string; bullet?: '-' | '*'; links?: 'inline' | 'none' } | null {
  const linked = template
    .replace(/\[#\$NUMBER\]\((?:\$URL|https:[^()\s]{1,200}\/\$NUMBER)\)/, '#$NUMBER')
    .replace(/\[@?\$AUTHOR\]\(https:[^()\s]{1,200}\/@?\$AUTHOR\)/, '@$AUTHOR')
  const [, bullet, rest = linked] = /^([-*]) {1,3}(.*)$/.exec(linked) ?? []
  if (!rest.includes('$TITLE')) return null
  const line = asLine(rest)
    .replace('$TITLE', '{text}')
    .replace(/( ?[([]?)(?:#\$NUMBER|\$URL)([)\]]?)/, '{$1references$2}')
    .replace(/( ?(?:by |thanks to |[-–] )?[([]?)@?\$AUTHORS?(?![A-Z_])([)\]]?)/i, '{$1authors$2}')
  if (line.includes('$')) return null
  return {
    line,
    ...(bullet === undefined ? {} : { bullet: bullet as '-' | '*' }),
    ...(/\]\(/.test(template) ? { links: 'inline' } : linked.includes('#$NUMBER') ? { links: 'none' } : {}),
  }
}

const variables: Record<string, string> = {
  $RESOLVED_VERSION: '{version}',
  $PREVIOUS_TAG: '{previousTag}',
}

/** Text around the changes, with our placeholders; lines that we print anyway, or cannot print, are dropped. */
function toReleaseText(text: string, carried: CarriedOver): string {
  const lines: string[] = []
  for (const raw of text.replaceAll('\r', '').split('\n')) {
    if (/\$(?:NEW_)?CONTRIBUTORS/.test(raw)) {
      // New contributors are thanked by default.
      if (!raw.includes('$NEW_')) carried.contributors.show = 'all'
      // Its heading is printed with the contributors.
      while (lines.length > 0 && /^(?:#{1,6} .*)?$/.test(lines.at(-1)!)) lines.pop()
      continue
    }
    // The link to the comparison is the built-in footer.
    if (/compare\/\$PREVIOUS_TAG/.test(raw)) continue
    const line = asLine(raw).replace(/\$[A-Z_]{2,40}/g, (name) => variables[name] ?? name)
    const unknown = /\$[A-Z_]{2,40}/.exec(line)?.[0]
    if (unknown === undefined) lines.push(line)
    else carried.losses.push(`template: the line with ${unknown} has a variable that we do not have`)
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
