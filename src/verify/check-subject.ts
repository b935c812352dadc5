import { mustIncludeCategories } from '../core/category.ts'
import type { Change } from '../core/change.ts'
import { normaliseText } from './evidence-lookup.ts'
import { abbreviationsOf } from './known-abbreviations.ts'
import { synonymsOf } from './synonyms.ts'
import { isFunctionWord, isGeneric, stemOf, wordsOf } from './word-forms.ts'

/** The stems of the short forms of a word. */
const shortForms = new Map<string, string[]>()
for (const [short, words] of abbreviationsOf)
  for (const word of words) shortForms.set(word, [...(shortForms.get(word) ?? []), stemOf(short)])

const minLetters = 4
const minIdeographs = 2

/**
 * Checks that a text says what its changes are about. Every text shares a word with the titles or the authors' own
 * words; that of a breaking change, a vulnerability, a removal or a deprecation keeps their subject and advisory ids.
 */
export function checkSubject(text: string, changes: Change[], isEnglish: boolean): string[] {
  if (changes.some((change) => isCopy(text, change))) return []
  const ids = changes.flatMap(({ advisories }) => advisories)
  // The ids alone do not say what changed.
  const rest = ids.reduce((left, id) => left.replaceAll(new RegExp(id, 'gi'), ' '), text)
  const letters = rest.match(/\p{L}/gu) ?? []
  const ideographs = letters.filter((letter) => /\p{Lo}/u.test(letter)).length
  if (letters.length < minLetters && ideographs < minIdeographs) return ['is too short; say what changed']
  return changes.flatMap((change) => [
    ...checkAdvisories(text, change),
    ...(isEnglish ? checkWords(rest, change, changes.length) : checkNames(text, change)),
  ])
}

/** Whether a text is the title or the authors' own text, apart from case, marks and punctuation. */
function isCopy(text: string, { title, ownText }: Change): boolean {
  const bare = bareText(text)
  return bare !== '' && [title, ownText ?? ''].some((own) => bareText(own) === bare)
}

function bareText(text: string): string {
  return normaliseText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function checkAdvisories(text: string, { advisories }: Change): string[] {
  const missing = advisories.filter((id) => !text.toLowerCase().includes(id.toLowerCase()))
  return missing.length === 0 ? [] : [`leaves out ${missing.join(', ')}; mention it`]
}

function isMustInclude({ breaking, category }: Change): boolean {
  return breaking || mustIncludeCategories.has(category)
}

function checkWords(text: string, change: Change, changes: number): string[] {
  const { title, ownText, scope, breakingNotes, sources, paths } = change
  const own = stemsIn(text)
  const stated = [title, ownText ?? '', scope ?? '', ...breakingNotes].join(' ')
  const particular = subjectOf(stated).filter((stem) => stem !== 'cv' && stem !== 'ghsa')
  // "Reject long names" has only words of the trade; one of them must stay.
  const subject = particular.length > 0 ? particular : ordinaryWordsOf(stated)
  if (subject.length === 0) return []
  const kept = subject.filter((stem) => own.has(stem))
  if (kept.length === 0) {
    // A title such as "three dots" says less than the body; only what must be included keeps the title's words.
    const inBody =
      !isMustInclude(change) && subjectOf([...sources, ...paths].join(' ')).some((stem) => own.has(stem))
    return inBody ? [] : ['it has no word in common with its change; use the terms of the evidence']
  }
  const needed =
    isMustInclude(change) && changes === 1 ? Math.min(2, Math.ceil(subjectOf(title).length / 3)) : 1
  return kept.length < needed ? [`leaves out what the change is about; keep the terms of its title`] : []
}

function ordinaryWordsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isFunctionWord(word) && word.length > 1)
    .map(stemOf)
}

/** The stems of the words that say what a text is about. */
function subjectOf(text: string): string[] {
  const whole = text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  return [
    ...new Set(
      [...wordsOf(text), ...whole].filter((word) => !isGeneric(word) && word.length > 1).map(stemOf),
    ),
  ]
}

/** All stems of a text, with those of synonyms, abbreviations and what they stand for. */
function stemsIn(text: string): Set<string> {
  const words = wordsOf(text)
  const expanded = [...words, ...words.flatMap((word) => abbreviationsOf.get(word) ?? [])]
  const stems = expanded.map(stemOf)
  const short = words.flatMap((word) => shortForms.get(word) ?? [])
  const whole = text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  return new Set([...stems, ...short, ...whole.map(stemOf), ...stems.flatMap(synonymsOf)])
}

/** In other languages only names can be compared: one of the title's names must stay if a change must be included. */
function checkNames(text: string, change: Change): string[] {
  if (!isMustInclude(change)) return []
  const names = change.title.match(/[\w$./-]*(?:[a-z0-9][A-Z_/.]|[A-Z]{2}|--?[a-z]|\d)[\w$./-]*/g) ?? []
  const normal = normaliseText(text)
  return names.length === 0 || names.some((name) => normal.includes(normaliseText(name)))
    ? []
    : [`leaves out ${names.slice(0, 3).join(', ')}; keep the names of the title`]
}
