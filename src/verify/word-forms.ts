import { rememberRecent } from './remember-recent.ts'

/** Words that carry no claim of their own: a text may use them freely. */
const functionWords =
  'a an the and or but nor for of to in on at by from with into onto over under as is are was were be been being it its this that these those there here then than so such also too both either their them they he she you your we our us i has have had having do does did done can could may might would shall get gets got go goes via per about across against along among around between beyond during inside outside through throughout toward towards upon within of off out up down back again further once other another same own more less very just still even yet now when where while whether which who whose whom what how why if because since until unless though although however instead rather than like unlike except including plus minus etc e.g i.e vs after before only until during once'

/** Words that describe changes and programs in general, in the language of release notes. */
const changeWords =
  'add adds added adding new newly introduce introduces introduced implement implements implemented provide provides provided support supports supported supporting fix fixes fixed fixing correct corrects corrected correctly properly proper resolve resolves resolved issue problem bug handle handles handled handling improve improves improved improvement change changes changed changing update updates updated updating use uses used using usage allow allows allowed allowing enable enables enabled let lets make makes made making set sets show shows shown display displays displayed include includes included including accept accepts accepted return returns returned report reports reported work works working apply applies applied keep keeps kept behavior behaviour ability possible able available various several certain some any each one ones thing way case cases time value values type types kind given specified specify existing current currently based related relevant longer look looked looks take takes taken give gives given bring brings pass passes passed passing call calls called calling run runs running ran start starts started starting stop stops stopped end ends ended begin begins need needs needed contain contains contained consider considers considered treat treats treated ensure ensures ensured respect respects respected honor honors honour honours ignore ignores ignored skip skips skipped omit omits omitted avoid avoids avoided prevent prevents prevented reject rejects rejected refuse refuses refused forbid forbids disallow expose exposes exposed extend extends extended expand adjust adjusts adjusted refactor refactored simplify simplified clean move moved replace replaced rename renamed switch switched convert reduce reduced limit clarify document documented mention list lists listed test tests tested name names named code function functions method methods class feature features page section part parts item items entry entries file files line lines user users project package packages version versions release text detail details example examples information helper handling content contents output field fields mode later earlier newer older occur occurs occurred cause causes caused second seconds dependency dependencies monorepo extra actual actually wherever directly internal internally favor favour become becomes becoming come comes put puts try tries tried happen appear appears seem find found see seen want exist exists exist expect expected cover covers covered depend belong belongs combine combined combining tell told raise raises raised build builds building built perform performs performed involve affect affects affected describe describes described represent leave leaves left follow follows following separate separately respective respectively turn turns turned turning off further whole well written understand understands understood mean means meant reach reaches reached officially behind say says said'

const knownStems = new Map<string, string>()
const maxKnownStems = 20_000
const maxWord = 40

const maxEndings = 4

// The longest ending comes first; what is left has at least three letters.
const endings = [
  /(?:iz|is)ations?$/,
  /ational$|ations?$|ators?$|atively$|ative$|ating$|ated$|ates?$/,
  /(?:i|e)bilit(?:y|ies)$|abilit(?:y|ies)$/,
  /ements?$|ments?$/,
  /fulness$|ousness$|iveness$|ness$/,
  /ically$|ically$|ally$|edly$|ingly$|ably$|ibly$|ly$/,
  /iness$|ings?$|ers?$|ors?$|ed$|est$/,
  /(?:t|s)ions?$|ions?$/,
  /ances?$|ences?$|ancy$|ency$|ants?$|ents?$/,
  /able$|ible$|ables$/,
  /ities$|ity$/,
  /ives?$|ous$|ical$|ic$|al$/,
  /ifies$|ified$|ifying$|ify$/,
  /izes?$|ized$|izing$|ises?$|ised$|ising$|ise$|ize$/,
  /ies$|es$|s$/,
]

function withoutEnding(word: string): string {
  for (const ending of endings) {
    const shorter = word.replace(ending, '')
    if (shorter.length >= 3 && shorter.length < word.length && /[aeiouy]/.test(shorter)) return shorter
  }
  return word
}

/** Returns the stem of an English word, so that all forms of a word have the same one. */
export function stemOf(word: string): string {
  const known = knownStems.get(word)
  if (known !== undefined) return known
  const stem = findStem(word)
  // The same words come again and again; the limit keeps hostile texts from filling the memory.
  if (knownStems.size >= maxKnownStems) knownStems.clear()
  if (word.length <= maxWord) knownStems.set(word, stem)
  return stem
}

function findStem(word: string): string {
  if (word.length > maxWord) return word
  let stem = word.replace(/'s$|’s$/, '')
  if (stem.length > 3) stem = stem.replace(/ies$/, 'y').replace(/(?<=[sxz]|ch|sh)es$|(?<![su])s$/, '')
  // Several endings, so that all forms end the same: sponsored → sponsor → spons → spon.
  for (let round = 0; round < maxEndings; round += 1) stem = withoutEnding(stem).replace(/(?<=...)e$/, '')
  // hopping → hopp → hop, write → writ, copy → copi
  return stem
    .replace(/([b-df-hj-km-np-rtv-z])\1$/, '$1')
    .replace(/(?<=..)[ey]$/, '')
    .replace(/(?<=..)i$/, '')
}

const generic = new Set(`${functionWords} ${changeWords}`.split(' ').flatMap((word) => [word, stemOf(word)]))

/** Whether a word says nothing about a particular change. */
export function isGeneric(word: string): boolean {
  return generic.has(word) || generic.has(stemOf(word))
}

const functionWordSet = new Set(functionWords.split(' '))

/** Whether a word only connects others, such as articles, prepositions and auxiliary verbs. */
export function isFunctionWord(word: string): boolean {
  return functionWordSet.has(word)
}

const notAscii = /[\u0080-\uffff]/

/** Returns the words of a text in lower case; names in camelCase and snake_case are also split. */
export const wordsOf: (text: string) => readonly string[] = rememberRecent(splitWords)

function splitWords(text: string): string[] {
  if (!notAscii.test(text)) {
    // The same as below, and much faster.
    const split = text.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    return split.toLowerCase().match(/[a-z]+(?:'[a-z]+)?/g) ?? []
  }
  return (
    text
      .normalize('NFKC')
      .replace(/[’ʼ]/g, "'")
      .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*(?:'\p{L}+)?/gu) ?? []
  )
}

/** Whether two words differ by one letter, or by two letters that changed places. */
export function isTypo(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < 5 || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.slice(at) === long.slice(at + 1)) return true
  if (short.length < long.length) return false
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  )
}
