import { type FoundVerb, findVerb, formOf, type VerbForm } from './verbs.ts'

/** The tense of an entry's first verb: `Add`, `Added` or `Adds`. */
export type Tense = 'plain' | 'past' | 'present'

/** Returns the tense of a text's first verb; null if it does not begin with a verb, or if the form is ambiguous. */
export function detectTense(text: string): Tense | null {
  const found = findLeadingVerb(text)
  if (!found || found.form === 'progressive') return null
  return found.form === 'plain' && formOf(found.plain, 'past') === found.plain ? null : found.form
}

/**
 * Changes the tense of a text: of its first verb, and of the verbs that `and` joins to it. An order not to do something
 * has no past: `Don't use x` becomes `Stopped using x`.
 */
export function changeTense(text: string, tense: Tense): string {
  const negated = tense === 'plain' ? null : findNegatedVerb(text)
  if (negated) {
    const stop = inCaseOf(text, formOf('stop', tense))
    return `${stop} ${negated.adverb}${formOf(negated.plain, 'progressive')}${text.slice(negated.end)}`
  }
  const found = findLeadingVerb(text)
  if (!found || found.form === tense) return text
  const verb = inCaseOf(found.word, formOf(found.plain, tense))
  const rest = text.slice(found.at + found.word.length)
  return text.slice(0, found.at) + verb + changeJoinedVerbs(rest, found.form, tense)
}

/** Whether a text begins with a verb that says what the change does. */
export function beginsWithVerb(text: string): boolean {
  return findLeadingVerb(text) !== null
}

const orderNot = /^(?:don['’]?t|do not) /i
const firstWord = /^[A-Za-z]{2,20}(?:-[a-z]{2,15})?/

/** An order such as `Don't silently use x`: the words after it up to its verb, and the part behind the verb. */
interface NegatedVerb {
  plain: string
  adverb: string
  end: number
}

function findNegatedVerb(text: string): NegatedVerb | null {
  const start = orderNot.exec(text)?.[0].length
  if (start === undefined) return null
  const adverb =
    /^(?:always|(?!apply|reply|supply|comply|multiply)\p{L}{3,20}ly) (?=\S)/u.exec(text.slice(start))?.[0] ??
    ''
  const word = firstWord.exec(text.slice(start + adverb.length))?.[0] ?? ''
  const plain = word === 'be' || word === 'have' ? word : findVerb(word)?.form === 'plain' ? word : null
  const end = start + adverb.length + word.length
  // `Don't read or write x` has a second verb.
  const isWhole = /^(?: (?!(?:and|or|nor|even|ever|just)\s)\S|$)/.test(text.slice(end))
  return plain !== null && isWhole ? { plain, adverb, end } : null
}

// Nouns that often stand before the name of what they mean: `Option --all`, `Field "id"`.
const namedThing =
  /^(?:api|argument|arg|attribute|branch|bug|class|code|column|command|component|config|doc|docs|element|endpoint|env|event|example|field|function|header|hook|keyword|method|mode|module|node|object|option|param|plugin|rule|script|section|site|struct|table|tool|typo|util|variable)s?$/i
const objectStart =
  /^(?:the|an?|all|any|some|its|their|our|this|that|these|those|it|them|each|every|both) |^[`"'$@]/i
const notVerbEnding =
  /(?:[aeio]ble|[ae]nce|age|al|ed|er|est|ful|ic|ing|ive|less|ly|ment|ness|or|ous|s|sion|th|tion|ure|y)$/i

/**
 * Returns the tense of a first verb that cannot be converted, because its forms are unknown; null if there is none. Such
 * a verb is recognised by its object: `Yeet "x"`.
 */
export function findFixedTense(text: string): Tense | null {
  if (orderNot.test(text)) return findNegatedVerb(text) ? null : 'plain'
  const word = firstWord.exec(text)?.[0] ?? ''
  if (!/^[A-Z]?[a-z]{3,}(?:-[a-z]{2,})?$/.test(word) || text.charAt(word.length) !== ' ') return null
  const after = text.slice(word.length + 1)
  if (findVerb(word.toLowerCase()) || findUnknownVerb(word, after) || notVerbs.test(text)) return null
  const isPast = /[^aeiou]ed$/.test(word)
  const canBeVerb = !isFunctionWord(word) && !namedThing.test(word) && (isPast || !notVerbEnding.test(word))
  return canBeVerb && objectStart.test(after) && !hasFinite(after) ? (isPast ? 'past' : 'plain') : null
}

interface LeadingVerb extends FoundVerb {
  word: string
  at: number
}

// `Correctly handle x` and `Also add y` begin with a verb too.
const adverb =
  /^(?:also|always|just|only|now|actually|(?!apply|reply|supply|comply|multiply)\p{L}{3,20}ly) (?=\S)/iu
// In `Fixed width columns` the first word is an adjective.
const notVerbs =
  /^(?:fixed[ -](?:widths?|points?|sizes?|heights?|lengths?|positions?)|updated? (?:on|at|by)\b|set of\b|left[ -]|read[ -]only|built[ -]in)/i

function findLeadingVerb(text: string): LeadingVerb | null {
  if (notVerbs.test(text)) return null
  const [skipped = ''] = adverb.exec(text) ?? []
  const rest = text.slice(skipped.length)
  const word = firstWord.exec(rest)?.[0] ?? ''
  // A space must follow: `Update: …` and `Fix/change` are not verbs.
  if (word === '' || rest.charAt(word.length) !== ' ') return null
  const after = rest.slice(word.length + 1)
  const verb = findVerb(word.toLowerCase()) ?? findUnknownVerb(word, after)
  if (!verb || (skipped !== '' && verb.form === 'progressive')) return null
  return isVerb(verb, after) ? { ...verb, word, at: skipped.length } : null
}

const determiner =
  /^(?:the|a|an|all|any|some|its|their|our|this|that|these|those|it|them|each|every|both|more|missing|new|unused|support)\b|^[`"'$@]|^--?\w/i

const knownEnding = /(?:ed|ing|s|ly|er|est|[^e]ness)$/i
const functionWords = new Set(
  'about above across after against all also and as at be because before below both but by can do during even for from have has how if in inside instead into is it just like maybe more most much new no not now of off on one only onto or out over per please since so some still such than that the then there this through to two under until up via we what when where whether which while who why will with within without you'.split(
    ' ',
  ),
)

/** Whether a word is none of those that name a thing, a quality or an action. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word.toLowerCase())
}

/** `Bleat a message`: before an article an unknown word is a verb. */
function findUnknownVerb(word: string, after: string): FoundVerb | null {
  return /^(?:the|a|an|all|any|its|their|these|those)\s/.test(after) &&
    /^[A-Z]?[a-z]{3,}$/.test(word) &&
    !knownEnding.test(word) &&
    !isFunctionWord(word)
    ? { plain: word.toLowerCase(), form: 'plain', isNoun: true }
    : null
}

// Verbs that are rarely nouns or adjectives in any form, so that no article is needed after them.
const surelyVerbs = new Set(
  'add adjust allow apply avoid bump change clarify convert correct create delete deprecate disable drop enable enforce ensure exclude expand expose extend extract fix handle harden hide implement improve include increase introduce keep let make migrate modify move normalize omit optimise optimize port prefer prevent provide reduce refactor reject remove rename reorganise reorganize replace resolve restore restrict return rewrite run simplify skip speed stop strip support switch treat tweak unify update upgrade use validate verify'.split(
    ' ',
  ),
)
const preposition = /^(?:for|of|in|on|to|from|with|at|by|and|or|via|as)\s/i
const finite =
  /(?<![\w'-])(?:is|are|was|were|has|have|does|do|can|cannot|could|will|would|should|must|may|might|now|no longer|isn't|aren't|wasn't|doesn't|don't|can't|won't|shouldn't|fails?|crashes|hangs|breaks|panics|leaks|returns|ignores|causes|allows|throws|shows|uses|works|gets)(?![\w'-])/i
const subordinate =
  /(?<![\w'-])(?:when|if|where|that|which|who|because|so|while|as|to|after|before|unless|since|until|by|for|whose|how|whether|what|instead|than|once|in case)(?![\w'-])/i
// The object of these verbs can be a sentence: `Ensure the cache is empty`.
const verbsOfSpeech = new Set(
  'assert assume check clarify confirm detect document ensure explain expect guarantee indicate make mention note report say show specify suggest tell test validate verify warn'.split(
    ' ',
  ),
)

// In `Switched to x` the word before the preposition is a verb, in `Updates to x` it is a noun.
const verbsOfMovement = new Set(['convert', 'migrate', 'move', 'revert', 'switch', 'upgrade'])

/** Whether the first word, which can be a verb, is one here, by what comes after it. */
function isVerb({ plain, form, isNoun }: FoundVerb, after: string): boolean {
  if (form === 'plain' && !isNoun) return true
  // `Removing a draft leaves the list alone` is a sentence.
  if (form === 'progressive')
    return surelyVerbs.has(plain) && !preposition.test(after) && !hasFinite(after) && !hasPresentVerb(after)
  if (determiner.test(after)) return true
  // `Fixes for x`, `Changes to x` and `Support for x` begin with nouns.
  if (/^(?:for|of)\s/i.test(after)) return false
  if (form !== 'plain' && preposition.test(after))
    return verbsOfMovement.has(plain) && /^(?:to|from)\s/i.test(after)
  if (form === 'plain') return !isNounBefore(plain, after) && (verbsOfSpeech.has(plain) || !hasFinite(after))
  // `Stored XSS` and `Nested lists` begin with adjectives, `Spelling mistake` with a noun.
  const isUsual = form === 'present' ? !isNoun : surelyVerbs.has(plain)
  return isUsual && !hasFinite(after)
}

/** `Build on Windows` and `Cache and queue` begin with a noun; `Work on x` does not. */
function isNounBefore(plain: string, after: string): boolean {
  return (
    /^(?:in|on|from|and|or|at|with)\s/i.test(after) &&
    !/^(?:build|bump|carry|fall|look|run|start|work)$/.test(plain) &&
    !/^(?:and|or) [a-z]+ \S/.test(after)
  )
}

/** Whether the main clause has a verb of its own, so that the word before it is its subject. */
function hasFinite(after: string): boolean {
  const near = after.slice(0, 120)
  const end = subordinate.exec(near)?.index ?? near.length
  return finite.test(near.slice(0, end))
}

function hasPresentVerb(after: string): boolean {
  const words = after.slice(0, 120).split(' ')
  return words.some((word, index) => index > 0 && findVerb(word)?.form === 'present')
}

const joint = /(?:,? and|,|;|,? &|,? then|,? but|,? or) (?:(also|then) )?([A-Za-z]{2,20})(?= (\S+))/g
// After one of these a verb belongs to an infinitive: `Allow users to add and remove tags`.
const infinitive =
  /(?<![\w'-])(?:can|could|will|would|should|must|may|not|let|lets|help|helps|make|makes|when|if|that|which|who|where|while|before|after|instead|between|how)(?![\w'-])|(?<![\w'-])to ([a-z]{2,20})(?![\w'-])/gi

function hasInfinitive(text: string): boolean {
  return [...outsideCode(text).matchAll(infinitive)].some(
    ([, word]) => word === undefined || findVerb(word)?.form === 'plain',
  )
}

/** Changes the verbs of the other parts of a sentence: `Added x and fix y` becomes `Added x and fixed y`. */
function changeJoinedVerbs(rest: string, from: VerbForm, tense: Tense): string {
  if (!/ and |[,;&] | then | but | or /.test(rest)) return rest
  return rest.replace(joint, (whole, _adverb, word: string, next: string, offset: number) => {
    const verb = findVerb(word)
    if (!verb || verb.form !== from || /^(?:and|or|for|of|in|on|to)$/i.test(next)) return whole
    // `Add create and update endpoints`
    const before = findVerb(/[a-z]+$/.exec(rest.slice(0, offset))?.[0] ?? '')
    if (before && before.form === from && !before.isNoun) return whole
    const isSure = offset === 0 || surelyVerbs.has(verb.plain) || determiner.test(`${next} `)
    if (!isSure || isInsideCode(rest, offset) || hasInfinitive(rest.slice(0, offset))) return whole
    return whole.slice(0, whole.length - word.length) + formOf(verb.plain, tense)
  })
}

function isInsideCode(text: string, offset: number): boolean {
  let ticks = 0
  for (let at = text.indexOf('`'); at !== -1 && at < offset; at = text.indexOf('`', at + 1)) ticks += 1
  return ticks % 2 === 1
}

function outsideCode(text: string): string {
  return text.includes('`') ? text.replace(/`[^`]*`/g, ' ') : text
}

function inCaseOf(existing: string, word: string): string {
  return /^\p{Lu}/u.test(existing) ? word.charAt(0).toUpperCase() + word.slice(1) : word
}
