import { categories } from '../../core/category.ts'
import { formats } from '../../core/format.ts'
import { defaultOther } from '../../core/repository-config.ts'
import { suggestName } from '../../text/suggest-name.ts'
import type { FoundRemark } from './parse-yaml.ts'
import { maxPackagePathsPerFile, maxPathPatternsPerFile, maxPatternsPerFile } from './schema.ts'

type Values = Record<string, unknown>

/** Whether neither a value nor anything below it has an error. */
type IsSound = (pointer: string) => boolean

/**
 * Checks what the keys of a file say about each other. The values may be of any type: those with errors of their own
 * are skipped, so that one mistake is reported once.
 */
export function checkReferences(value: Values, isSound: IsSound): FoundRemark[] {
  const packages = listOf(value.packages)
  return [
    ...checkSettings(value, '#', value, isSound),
    ...packages.flatMap((each, index) => {
      const own = asValues(each)
      return checkSettings(own, `#/packages/${index}`, value, isSound)
    }),
    ...findRepeated(packages, '#/packages', 'name', 'is the name of another package as well'),
    ...checkCounts(value),
  ]
}

/** Checks the keys that the file and its packages have in common. */
function checkSettings(settings: Values, at: string, file: Values, isSound: IsSound): FoundRemark[] {
  const own = listOf(settings.categories)
  const given = settings.categories === undefined ? listOf(file.categories) : own
  const titles = given.map((each) => asValues(each).title).filter((title) => typeof title === 'string')
  const other = typeof file.other === 'string' ? file.other : defaultOther
  const known = [...(given.length > 0 ? titles : categories), other]
  const rules = [...listOf(settings.rules), ...(at === '#' ? [] : listOf(file.rules))].map(asValues)
  // A package may use the categories of the file in rules of its own.
  const ruled = new Set(
    [...rules, ...(at === '#' ? listOf(file.packages).flatMap((each) => listOf(asValues(each).rules)) : [])]
      .map(asValues)
      .map(({ category }) => category),
  )
  const categoriesAreSound = isSound(`${at}/categories`) && (at === '#' || isSound('#/categories'))
  return [
    ...own.flatMap((each, index): FoundRemark[] => {
      const pointer = `${at}/categories/${index}`
      const category = asValues(each)
      const namesSomething = ['labels', 'types', 'verbs', 'kinds'].some((key) => !isEmpty(category[key]))
      if (namesSomething || ruled.has(category.title) || !isSound(pointer)) return []
      return [
        {
          pointer,
          detail:
            'names no labels, types, verbs or kinds, and no rule names it, so nothing is ever put there',
        },
      ]
    }),
    ...findRepeated(own, `${at}/categories`, 'title', 'is the title of another category as well'),
    ...listOf(settings.rules).flatMap((each, index): FoundRemark[] => {
      const pointer = `${at}/rules/${index}/category`
      const { category } = asValues(each)
      if (typeof category !== 'string' || known.includes(category)) return []
      if (!categoriesAreSound || !isSound(pointer)) return []
      const nearest = suggestName(category, known)
      const advice =
        nearest === null ? `; there are ${known.map((title) => JSON.stringify(title)).join(', ')}` : ''
      return [
        {
          pointer,
          detail: `is not the title of a category${nearest === null ? advice : `; did you mean ${JSON.stringify(nearest)}?`}`,
        },
      ]
    }),
    ...checkFormats(settings, at, file),
  ]
}

function checkFormats(settings: Values, at: string, file: Values): FoundRemark[] {
  const faults: FoundRemark[] = []
  for (const [name, each] of Object.entries(asValues(settings.formats))) {
    if (asValues(each).base !== undefined && formats.some((format) => format === name))
      faults.push({
        pointer: `${at}/formats/${name}/base`,
        detail: `${name} is a built-in format and has no other base`,
        about: 'key',
      })
  }
  const { format } = settings
  const known = [...formats, ...Object.keys(asValues(file.formats))]
  if (at === '#' && typeof format === 'string' && !known.includes(format)) {
    const nearest = suggestName(format, known)
    faults.push({
      pointer: '#/format',
      detail: `is not a format${nearest === null ? `; there are ${known.join(', ')}` : `; did you mean ${JSON.stringify(nearest)}?`}`,
    })
  }
  return faults
}

function findRepeated(list: unknown[], at: string, key: string, detail: string): FoundRemark[] {
  const seen = new Set<unknown>()
  return list.flatMap((each, index): FoundRemark[] => {
    const name = asValues(each)[key]
    if (typeof name !== 'string') return []
    if (seen.has(name)) return [{ pointer: `${at}/${index}/${key}`, detail }]
    seen.add(name)
    return []
  })
}

const packagePathKeys = new Set(['path', 'ignore', 'shared'])
const rulePathKeys = new Set(['path', 'everyPath'])
const patternKeys = new Set([
  ...[...packagePathKeys, ...rulePathKeys],
  ...['labels', 'type', 'scope', 'label', 'author', 'title', 'trailer'],
])

/**
 * Checks how many patterns the whole file has. The paths of packages count by themselves: a request compares files with
 * those of its package alone, and with every path pattern of the rules.
 */
function checkCounts(value: Values): FoundRemark[] {
  const counts = { all: 0, paths: 0, packagePaths: 0 }
  const count = (node: unknown, parent: string) => {
    const isCondition = parent === 'when' || parent === 'unless'
    for (const [key, each] of Object.entries(asValues(node))) {
      const number = each === undefined ? 0 : Array.isArray(each) ? each.length : 1
      if (!isCondition && parent !== 'tags' && packagePathKeys.has(key)) counts.packagePaths += number
      else if (patternKeys.has(key)) {
        counts.all += number
        if (isCondition && rulePathKeys.has(key)) counts.paths += number
      }
      if (key === 'names') counts.all += Object.keys(asValues(each)).length
      else for (const item of Array.isArray(each) ? each : [each]) count(item, key)
    }
  }
  count(value, '')
  const fault = (found: number, limit: number, what: string): FoundRemark[] =>
    found <= limit
      ? []
      : [
          {
            pointer: '#',
            detail: `has ${found.toLocaleString('en')} ${what}; a file may have ${limit.toLocaleString('en')}`,
          },
        ]
  return [
    ...fault(counts.all, maxPatternsPerFile, 'patterns'),
    ...fault(counts.paths, maxPathPatternsPerFile, 'patterns for paths in rules'),
    ...fault(counts.packagePaths, maxPackagePathsPerFile, 'paths of packages'),
  ]
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function asValues(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}
}
