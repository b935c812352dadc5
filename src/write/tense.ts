/** The tense of an entry's first word: `Add`, `Added` or `Adds`. */
export type Tense = 'plain' | 'past' | 'present'

interface Form {
  verb: string
  tense: Tense
}

// Only verbs that are rarely nouns: `Support` and `Limit` are ambiguous.
const regular =
  'add allow avoid bump change convert correct create deprecate disable enable ensure expand expose extend fix handle implement improve include increase introduce migrate move optimise optimize prevent reduce refactor reject remove rename reorganise reorganize replace resolve restore simplify switch tweak unify update upgrade validate'
const doubled = ['drop', 'skip', 'stop']
const irregular: [plain: string, past: string, present: string][] = [
  ['make', 'made', 'makes'],
  ['rewrite', 'rewrote', 'rewrites'],
  ['rebuild', 'rebuilt', 'rebuilds'],
]
// In `Fixed width columns` the first word is an adjective.
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
  addVerb(verb, past, present)
}
for (const [plain, past, present] of irregular) addVerb(plain, past, present)

function addVerb(plain: string, past: string, present: string): void {
  verbs.set(plain, { plain, past, present })
  for (const [tense, form] of [
    ['plain', plain],
    ['past', past],
    ['present', present],
  ] as const)
    forms.set(form, { verb: plain, tense })
}

/** Returns the tense of a text's first word; null if it is not a known verb. */
export function detectTense(text: string): Tense | null {
  return findForm(text)?.tense ?? null
}

/** Changes the tense of a text's first word, if it is a known verb. */
export function changeTense(text: string, tense: Tense): string {
  const found = findForm(text)
  if (!found || found.tense === tense) return text
  const word = verbs.get(found.verb)![tense]
  const isCapital = /^\p{Lu}/u.test(text)
  return `${isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word}${text.slice(firstWord(text).length)}`
}

function findForm(text: string): Form | null {
  const first = firstWord(text)
  // A space must follow: `Update: …` and `Fix-up` are not verbs.
  if (first === '' || text.charAt(first.length) !== ' ' || notVerbs.test(text)) return null
  return forms.get(first.toLowerCase()) ?? null
}

function firstWord(text: string): string {
  return /^[A-Za-z]{1,20}/.exec(text)?.[0] ?? ''
}
