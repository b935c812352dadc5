import {
  addKindsOfTitles,
  addToCategory,
  authorPatterns,
  type CarriedOver,
  kindsOf,
  nothingOf,
} from './carried-over.ts'
import { asList, asPattern, asRecord, asText, asTexts } from './loose-values.ts'

interface GivenCategory {
  title: string
  labels: string[]
  excluded: string[]
}

const knownKeys = new Set(['title', 'labels', 'exclude'])

/** Carries over `.github/release.yml`, by which GitHub writes release notes. */
export function readGithubRelease(path: string, value: unknown): CarriedOver {
  const carried = nothingOf(path)
  const { exclude, categories } = asRecord(asRecord(value).changelog)
  const { labels, authors } = asRecord(exclude)
  if (asTexts(labels).length > 0)
    carried.rules.push({ when: { label: asTexts(labels).map(asPattern) }, exclude: 'its label excludes it' })
  if (asTexts(authors).length > 0)
    carried.rules.push({
      when: { author: authorPatterns(asTexts(authors)).map(asPattern) },
      exclude: 'changes of this author are not listed',
    })
  const foreign = new Set<string>()
  const given = asList(categories).map((each): GivenCategory => {
    const record = asRecord(each)
    const own = asRecord(record.exclude)
    const title = asText(record.title)
    for (const key of Object.keys(record).filter((name) => !knownKeys.has(name))) foreign.add(asText(key))
    if (asTexts(own.authors).length > 0)
      carried.losses.push(
        `exclude.authors of "${title}": a category cannot reject authors; add a rule if it matters`,
      )
    return { title, labels: asTexts(record.labels), excluded: asTexts(own.labels) }
  })
  if (foreign.size > 0)
    carried.losses.push(
      `${[...foreign].join(', ')} of categories: GitHub has no such keys; another tool reads them`,
    )
  const titled = given.filter(
    ({ title, labels: own }) => title !== '' && (own.length > 0 || kindsOf(title, own).length > 0),
  )
  for (const { title, labels: own } of titled) {
    if (own.includes('*')) carried.other ??= title
    else addToCategory(carried.categories, title, { labels: own.map(asPattern), kinds: kindsOf(title, own) })
  }
  carryExclusions(titled, carried)
  return { ...carried, categories: addKindsOfTitles(carried.categories) }
}

/** A label that a category rejects leads to the later category that names it. */
function carryExclusions(given: GivenCategory[], carried: CarriedOver): void {
  for (const [index, { title, excluded }] of given.entries()) {
    if (excluded.length === 0 || title === carried.other) continue
    const earlier = given.slice(0, index).flatMap(({ labels }) => labels)
    let left = excluded
    for (const { title: next, labels } of given.slice(index + 1)) {
      const taken = labels.includes('*') ? left : left.filter((label) => labels.includes(label))
      if (taken.length === 0) continue
      left = left.filter((label) => !taken.includes(label))
      carried.rules.push({
        when: { label: taken.map(asPattern) },
        ...(earlier.length > 0 ? { unless: { label: earlier.map(asPattern) } } : {}),
        category: labels.includes('*') ? carried.other! : next,
      })
    }
    if (left.length > 0)
      carried.losses.push(
        `exclude.labels of "${title}" (${left.join(', ')}): no later category takes changes with these labels`,
      )
  }
}
