import { type Piece, readPieces } from '../text/inline-text.ts'
import { redact } from '../text/redact.ts'
import { type EvidenceLookup, quote } from './evidence-lookup.ts'

/** How much a text may hold. */
export interface TextLimits {
  characters: number
  words: number
  sentences: number
}

/** Whether a text is nothing but plain words and code spans on one line; each fault as a model can mend it. */
export function checkShape(text: string, room: TextLimits, evidence: EvidenceLookup): string[] {
  const plain = readPieces(text).map(asPlain).join('')
  return [
    ...checkSize(text, room),
    ...checkCharacters(text, evidence),
    ...findIn(text.normalize('NFKC'), everywhere),
    ...findIn(plain, outsideCode),
    ...checkTicks(text),
    ...checkLanguage(plain, evidence),
    ...(redact(text).found > 0 ? ['holds a secret'] : []),
  ]
}

// Code is looked at elsewhere; here it is one sign that nothing else looks like.
const codeMark = '\ufffc'

function asPlain({ kind, value }: Piece): string {
  // Wide and styled letters (＠, ｈｔｔｐ) are read as what they look like.
  return kind === 'code' ? codeMark : value.normalize('NFKC')
}

function checkSize(text: string, { characters, words, sentences }: TextLimits): string[] {
  const faults: string[] = []
  const length = [...text].length
  const wordCount = text.split(/\s+/).filter((word) => word !== '').length
  const sentenceCount = text
    .split(/(?<!\b(?:e\.g|i\.e|vs|etc|cf|approx|no))[.!?。！？](?=\s|$)/)
    .filter((each) => each.trim() !== '').length
  if (/[\n\r\v\f\u0085\u2028\u2029]/.test(text)) faults.push('is more than one line')
  if (length > characters) faults.push(`is ${length} characters, the most is ${characters}`)
  if (wordCount > words) faults.push(`is ${wordCount} words, the most is ${words}`)
  if (sentenceCount > sentences) faults.push(`is ${sentenceCount} sentences, the most is ${sentences}`)
  return faults
}

// What is not drawn, turns the direction, means something only between two programs, or is another space.
const strange =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\u034f|[\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector}|[\u17b4\u17b5]|\p{M}{4}/u
// Joiners hold Persian and Indian words and emoji together; a French colon has a narrow space before it.
const joined =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)[\u200d\ufe0f]|(?<=[\p{L}\p{N}«])[\u00a0\u202f](?=[:;!?»%\p{N}])|[\n\r]/gu
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/gu

function checkCharacters(text: string, { raw }: EvidenceLookup): string[] {
  const hidden = strange.exec(text.replace(joined, ''))?.[0]
  const mixed = text.split(/[^\p{L}\p{M}]+/u).find((word) => mixedLetters.test(word))
  const pictures = [...new Set(text.match(emoji))].filter((picture) => !raw.includes(picture))
  return [
    ...(hidden === undefined ? [] : [`holds the character ${nameOf(hidden)}`]),
    ...pictures.slice(0, 1).map((picture) => `holds ${picture}, which is nowhere in the evidence`),
    ...(mixed === undefined ? [] : [`mixes alphabets in ${quote(mixed)}`]),
  ]
}

function nameOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

// No language writes one word in two of these; whoever does wants it taken for another. Microseconds are μs.
const mixedLetters =
  /\p{Script=Latin}(?!μ)[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]|(?!μ)[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]\p{Script=Latin}/u

type Rule = [pattern: RegExp, fault: (found: string) => string]

const linkFault = () => 'holds a link'
const referenceFault = (found: string) => `holds the reference ${quote(found)}; references are added later`

/** What may stand nowhere, not even in code. */
const everywhere: Rule[] = [
  [
    /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s`]|\bwww\.\w|\b(?:mailto|xmpp|javascript|vbscript|data):[^\s`]|(?<![:\w/])\/\/[\w-]{1,60}\.\w/iu,
    linkFault,
  ],
  [/(?<!\b[CF])#\d{1,9}(?![\da-f])|\bGH-\d{1,9}|(?<![\w!])!\d{1,9}/i, referenceFault],
]

const topLevel =
  'com|org|net|io|dev|app|ai|co|me|info|biz|xyz|top|site|online|shop|store|link|click|live|club|pro|tech|cloud|page|ru|cn|tk|ml|ga|cf|gq|zip|mov|example|test|invalid|onion|local'

/** What may stand in code only. */
const outsideCode: Rule[] = [
  [/!\[|\]\(|\]\[|\]:|\[\^/, linkFault],
  [/[[\]]/, () => 'holds square brackets; write plain words'],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}.-])(?:[\\p{L}\\p{N}-]{1,63}\\.){0,6}[\\p{N}-]{0,60}\\p{L}[\\p{L}\\p{N}-]{0,60}\\.(?:${topLevel})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
      'iu',
    ),
    (found) => `names the address ${quote(found)}; leave it out`,
  ],
  [/@[\p{L}\p{N}_]\S{0,40}/u, (found) => `mentions ${quote(found)}`],
  [
    /\b(?:issues?|tickets?|bugs?|PRs?|MRs?|pull requests?|merge requests?) (?:no\. ?)?\d{1,9}\b/i,
    referenceFault,
  ],
  [
    /(?<![\p{L}\p{N}_.-])(?=[0-9a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,40}(?![\p{L}\p{N}_-])/u,
    (found) => `names the commit ${quote(found)}`,
  ],
  [/<[\p{L}/!?|]|<\s*\/|-->/u, () => 'holds HTML; put code in backticks'],
  [/&(?:#\d{1,8}|#x[0-9a-f]{1,8}|[a-z][a-z0-9]{1,30});/i, (found) => `holds the entity ${quote(found)}`],
  [/^\s*#{1,6}(?:\s|$)/, () => 'begins with a heading mark'],
  [/^\s*(?:[-*+•‣·–—]|\d{1,9}[.)])\s/, () => 'begins with a list mark'],
  [/^\s*>/, () => 'begins with a quotation mark of Markdown'],
  [
    /~~|\*|(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/u,
    () => 'holds emphasis marks; write plain words',
  ],
  [/\|/, () => 'holds a bar, as tables do'],
  [/\\/, () => 'holds a backslash'],
  [/[{}]|"\s?:\s?["[\d]/, () => 'holds rests of JSON'],
  [/\$[^$\s](?:[^$]{0,200}[^$\s])?\$(?!\d)/, () => 'holds a formula'],
  [/(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/i, (found) => `holds the emoji code ${quote(found)}`],
  [/^\s*(?:system|assistant|user|human|developer|tool|ai)\s?:/i, () => 'begins with a role'],
  [
    /^\s*(?:feat|feature|fix|bugfix|hotfix|chore|docs|refactor|perf|tests?|ci|build|style|revert|deps|breaking|breaking changes?)(?:\([^()]{0,60}\))?!?:\s/i,
    () => 'begins with a prefix; write only the sentence',
  ],
]

function findIn(text: string, rules: Rule[]): string[] {
  return rules.flatMap(([pattern, fault]) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [fault(found)]
  })
}

function checkTicks(text: string): string[] {
  const runs = text.match(/`+/g) ?? []
  if (/~~~/.test(text) || runs.some((run) => run.length > 1))
    return ['holds a code fence; one backtick on either side is enough']
  if (runs.length % 2 === 1) return ['has a backtick without a partner']
  return /`\s*`/.test(text.replace(/`\s*[^`\s][^`]*`/g, '')) ? ['has an empty code span'] : []
}

const englishWords = new Set(
  'the a an of to in on for with when and or is are was were be been by from as at it its that this these now not no than then if which will can into after before only'.split(
    ' ',
  ),
)
const foreignWords = new Set(
  'de du des le la les un une est sont et dans avec sur qui que pas au aux ce cette lors der das und ist sind nicht mit für von ein eine einen wird werden beim zum zur el los las del por como al se su il gli della di che sono nel um uma não ao het een niet voor wordt och att det som är på jest nie się dla jak bir ve için ile'.split(
    ' ',
  ),
)

/** Whether a text is in English where English was asked for; other languages are for their readers to judge. */
function checkLanguage(plain: string, { guidance, raw }: EvidenceLookup): string[] {
  if (!guidance.isEnglish) return []
  const words = plain.toLowerCase().match(/\p{L}+/gu) ?? []
  const letters = plain.match(/\p{L}/gu) ?? []
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter) && !raw.includes(letter))
  const english = words.filter((word) => englishWords.has(word)).length
  const foreign = words.filter((word) => foreignWords.has(word)).length
  return others.length > 0.2 * letters.length || (foreign >= 2 && foreign > english)
    ? ['is not in English']
    : []
}
