import { type Piece, readPieces } from '../text/inline-text.ts'
import { redact } from '../text/redact.ts'
import { type EvidenceLookup, quote } from './evidence-lookup.ts'

/** The maximum size of a text. */
export interface TextLimits {
  characters: number
  words: number
  sentences: number
}

/** Checks that a text is within its limits and in the requested language. */
export function checkLength(text: string, limits: TextLimits, evidence: EvidenceLookup): string[] {
  const plain = readPieces(text).map(toPlainText).join('')
  return [...checkSize(text, limits), ...checkLanguage(plain, evidence)]
}

/** Checks that a text is plain text and code spans on one line. */
export function checkShape(text: string, evidence: EvidenceLookup): string[] {
  const plain = readPieces(text).map(toPlainText).join('')
  return [
    ...(/[\n\r\v\f\u0085\u2028\u2029]/.test(text) ? ['is more than one line; write one line'] : []),
    ...checkCharacters(text, evidence),
    ...findMatches(text.normalize('NFKC'), everywhere),
    ...findMatches(plain, outsideCode),
    ...findCommits(plain, evidence),
    ...checkBackticks(text),
    ...(redact(text).found > 0 ? ['contains a secret; remove it, and revoke it wherever it is used'] : []),
  ]
}

// Code spans are checked elsewhere; here one character stands for each of them.
const codeMark = '\ufffc'

function toPlainText({ kind, value }: Piece): string {
  // Normalises wide and styled letters (＠, ｈｔｔｐ).
  return kind === 'code' ? codeMark : value.normalize('NFKC')
}

function checkSize(text: string, { characters, words, sentences }: TextLimits): string[] {
  const faults: string[] = []
  const length = [...text].length
  const wordCount = text.split(/\s+/).filter((word) => word !== '').length
  const sentenceCount = text
    .split(/(?<!\b(?:e\.g|i\.e|vs|etc|cf|approx|no))[.!?。！？](?=\s|$)/)
    .filter((each) => each.trim() !== '').length
  if (length > characters) faults.push(`is ${length} characters long; shorten it to at most ${characters}`)
  if (wordCount > words) faults.push(`has ${wordCount} words; shorten it to at most ${words}`)
  if (sentenceCount > sentences)
    faults.push(`has ${sentenceCount} sentences; shorten it to at most ${sentences}`)
  return faults
}

// Invisible characters, direction marks, private-use characters and unusual spaces.
const invisible =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\u034f|[\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector}|[\u17b4\u17b5]|\p{M}{4}/u
// Persian and Indian words and emoji need joiners; French puts a narrow space before a colon.
const allowedInvisible =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)[\u200d\ufe0f]|(?<=[\p{L}\p{N}«])[\u00a0\u202f](?=[:;!?»%\p{N}])|[\n\r]/gu
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/gu

function checkCharacters(text: string, { raw }: EvidenceLookup): string[] {
  const hidden = invisible.exec(text.replace(allowedInvisible, ''))?.[0]
  const mixed = text.split(/[^\p{L}\p{M}]+/u).find((word) => mixedLetters.test(word))
  const pictures = [...new Set(text.match(emoji))].filter((picture) => !raw.includes(picture))
  return [
    ...(hidden === undefined ? [] : [`contains the character ${formatCodePoint(hidden)}; remove it`]),
    ...pictures.slice(0, 1).map((picture) => `contains ${picture}, which is not in the evidence; remove it`),
    ...(mixed === undefined ? [] : [`mixes alphabets in ${quote(mixed)}; write the word in one alphabet`]),
  ]
}

function formatCodePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

// No language mixes these scripts in one word, but attackers do, to imitate names. μs is allowed.
const mixedLetters =
  /\p{Script=Latin}(?!μ)[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]|(?!μ)[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]\p{Script=Latin}/u

type ShapeRule = [pattern: RegExp, fault: (found: string) => string]

const linkFault = () => 'contains a link; remove it'
const referenceFault = (found: string) =>
  `contains the reference ${quote(found)}; remove it, because references are added later`

/** Patterns that are not allowed anywhere, not even in code. */
const everywhere: ShapeRule[] = [
  [
    /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s`]|\bwww\.\w|\b(?:mailto|xmpp|javascript|vbscript|data):[^\s`]|(?<![:\w/])\/\/[\w-]{1,60}\.\w/iu,
    linkFault,
  ],
  [/(?<!\b[CF])#\d{1,9}(?![\da-f])|\bGH-\d{1,9}|(?<![\w!])!\d{1,9}/i, referenceFault],
]

const topLevel =
  'com|org|net|io|dev|app|ai|co|me|info|biz|xyz|top|site|online|shop|store|link|click|live|club|pro|tech|cloud|page|ru|cn|tk|ml|ga|cf|gq|zip|mov|example|test|invalid|onion|local'

// An ordinary noun before a colon, as in `Tests: …`, names a part of the project.
const commitPrefix =
  /^\s*(?:(?:feat|feature|fix|bugfix|hotfix|chore|refactor|perf|ci|build|style|revert|deps|breaking|breaking changes?|docs|tests?)(?:\([^()]{0,60}\))?!?|(?:Feat|FEAT|Fix|FIX|Bugfix|Hotfix|Chore|Refactor|Perf|Revert|Breaking|BREAKING|Breaking changes?|BREAKING CHANGES?)(?:\([^()]{0,60}\))?!?):\s+/

/** Returns a text without the type of a commit before it, such as `feat(api):`. */
export function stripCommitPrefix(text: string): string {
  const bare = text.replace(commitPrefix, '')
  // A word of small letters begins the sentence now; a name keeps its letters.
  return bare === text
    ? text
    : bare.replace(/^\p{Ll}(?=[\p{Ll}'’-]*(?:\s|$))/u, (letter) => letter.toUpperCase())
}

/** Patterns that are allowed only in code. */
const outsideCode: ShapeRule[] = [
  [/!\[|\]\(|\]\[|\]:|\[\^/, linkFault],
  [/[[\]]/, () => 'contains square brackets; write plain text'],
  [
    new RegExp(
      `(?<![\\p{L}\\p{N}.-])(?:[\\p{L}\\p{N}-]{1,63}\\.){0,6}[\\p{N}-]{0,60}\\p{L}[\\p{L}\\p{N}-]{0,60}\\.(?:${topLevel})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
      'iu',
    ),
    (found) => `contains the address ${quote(found)}; remove it`,
  ],
  [/@[\p{L}\p{N}_]\S{0,40}/u, (found) => `mentions ${quote(found)}; remove the mention`],
  [
    /\b(?:issues?|tickets?|bugs?|PRs?|MRs?|pull requests?|merge requests?) (?:no\. ?)?\d{1,9}\b/i,
    referenceFault,
  ],
  [/<[\p{L}/!?|]|<\s*\/|-->/u, () => 'contains HTML; put code in backticks'],
  [
    /&(?:#\d{1,8}|#x[0-9a-f]{1,8}|[a-z][a-z0-9]{1,30});/i,
    (found) => `contains the entity ${quote(found)}; remove it`,
  ],
  [/^\s*#{1,6}(?:\s|$)/, () => 'begins with a heading mark; remove it'],
  [/^\s*(?:[-*+•‣·–—]|\d{1,9}[.)])\s/, () => 'begins with a list mark; remove it'],
  [/^\s*>/, () => 'begins with a blockquote mark; remove it'],
  [
    /~~|\*|(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/u,
    () => 'contains emphasis marks; write plain text',
  ],
  [/\|/, () => 'contains a vertical bar; remove it'],
  [/\\/, () => 'contains a backslash; remove it'],
  [/[{}]|"\s?:\s?["[\d]/, () => 'contains fragments of JSON; remove them'],
  [/\$[^$\s](?:[^$]{0,200}[^$\s])?\$(?!\d)/, () => 'contains a formula; remove it'],
  [
    /(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/i,
    (found) => `contains the emoji code ${quote(found)}; remove it`,
  ],
  [/^\s*(?:system|assistant|user|human|developer|tool|ai)\s?:/i, () => 'begins with a role; remove it'],
  [commitPrefix, () => 'begins with a prefix; write only the sentence'],
]

const commit = /(?<![\p{L}\p{N}_.-])(?=[0-9a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,40}(?![\p{L}\p{N}_-])/u

/** A commit may be mentioned only if the title does: the digest of an update is one. */
function findCommits(plain: string, { raw }: EvidenceLookup): string[] {
  const found = commit.exec(plain)?.[0]
  return found === undefined || raw.split('\n', 1)[0]!.includes(found)
    ? []
    : [`contains the commit ${quote(found)}; remove it`]
}

function findMatches(text: string, rules: ShapeRule[]): string[] {
  return rules.flatMap(([pattern, fault]) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [fault(found)]
  })
}

function checkBackticks(text: string): string[] {
  const runs = text.match(/`+/g) ?? []
  if (/~~~/.test(text) || runs.some((run) => run.length > 1))
    return ['contains a code fence; use single backticks']
  if (runs.length % 2 === 1) return ['has an unmatched backtick; put code between two single backticks']
  return /`\s*`/.test(text.replace(/`\s*[^`\s][^`]*`/g, '')) ? ['has an empty code span; remove it'] : []
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

/** Checks that a text is in English if English is requested; other languages are not checked. */
function checkLanguage(plain: string, { guidance, raw }: EvidenceLookup): string[] {
  if (!guidance.isEnglish) return []
  const words = plain.toLowerCase().match(/\p{L}+/gu) ?? []
  const letters = plain.match(/\p{L}/gu) ?? []
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter) && !raw.includes(letter))
  const english = words.filter((word) => englishWords.has(word)).length
  const foreign = words.filter((word) => foreignWords.has(word)).length
  return others.length > 0.2 * letters.length || (foreign >= 2 && foreign > english)
    ? ['is not in English; write in English, or set `language`']
    : []
}
