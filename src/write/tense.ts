/** How the first word of an entry speaks: `Add`, `Added` or `Adds`. */
export type Tense = 'plain' | 'past' | 'present'

interface Form {
  verb: string
  tense: Tense
}

// Only verbs that are hardly ever nouns: `Support` and `Limit` say as they stand what they mean.
const regular =
  'add allow avoid bump change convert correct create deprecate disable enable ensure expand expose extend fix handle implement improve include increase introduce migrate move optimise optimize prevent reduce refactor reject remove rename reorganise reorganize replace resolve restore simplify switch tweak unify update upgrade validate'
const doubled = ['drop', 'skip', 'stop']
const irregular: [plain: string, past: string, present: string][] = [
  ['make', 'made', 'makes'],
  ['rewrite', 'rewrote', 'rewrites'],
  ['rebuild', 'rebuilt', 'rebuilds'],
]
// `Fixed width columns` is about columns.
const notVerbs =
  /^(?:fixed[ -](?:widths?|points?|sizes?|heights?|lengths?|positions?)|updated? (?:on|at|by)\b)/i

const forms = new Map<string, Form>()
const verbs = new Map<string, Record<Tense, string>>()
for (const verb of [...regular.split(' '), ...doubled]) {
  const short = doubled.includes(verb) ? verb + verb.at(-1) : verb.replace(/e$/, '')
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${short}ed`
  const present = /[^aeiou]y$/.test(verb)
    ? `${verb.slice(0, -1)}ies`
    : /(?:x|sh|ch|s)$/.test(verb)
      ? `${verb}es`
      : `${verb}s`
  know(verb, past, present)
}
for (const [plain, past, present] of irregular) know(plain, past, present)

function know(plain: string, past: string, present: string): void {
  verbs.set(plain, { plain, past, present })
  for (const [tense, form] of [
    ['plain', plain],
    ['past', past],
    ['present', present],
  ] as const)
    forms.set(form, { verb: plain, tense })
}

/** The tense of a text's first word; null where that is no verb we know. */
export function detectTense(text: string): Tense | null {
  return formOf(text)?.tense ?? null
}

/** A text with its first word in another tense; as it is where that is no verb we know. */
export function changeTense(text: string, tense: Tense): string {
  const found = formOf(text)
  if (!found || found.tense === tense) return text
  const word = verbs.get(found.verb)![tense]
  const isCapital = /^\p{Lu}/u.test(text)
  return `${isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word}${text.slice(firstWord(text).length)}`
}

function formOf(text: string): Form | null {
  const first = firstWord(text)
  // What follows must be its object: `Update: …` and `Fix-up` are names.
  if (first === '' || text.charAt(first.length) !== ' ' || notVerbs.test(text)) return null
  return forms.get(first.toLowerCase()) ?? null
}

function firstWord(text: string): string {
  return /^[A-Za-z]{1,20}/.exec(text)?.[0] ?? ''
}
