import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import type { Voice } from '../core/house-style.ts'
import { collectWithdrawn, withCurrentNames } from '../core/withdrawn-names.ts'
import { cutText, makeHarmless, type Piece, printPieces, readPieces } from '../text/inline-text.ts'
import { addVerb } from './add-verb.ts'
import { markCode, markPhrases } from './mark-code.ts'
import { nameFact, requiredVersions } from './name-fact.ts'
import { capitaliseNames } from './proper-names.ts'
import { formatScope, isTypeWord, printableScope, type ScopeForm, settleScopes } from './scope.ts'
import { stripNoise } from './strip-noise.ts'
import {
  beginsWithVerb,
  changeTense,
  detectTense,
  findFixedTense,
  isFunctionWord,
  type Tense,
} from './tense.ts'
import { findVerb } from './verbs.ts'

const maxCharacters = 300
const noteCharacters = 240

/** Writes every change by rules: the authors' text, cleaned, in the project's voice if it has one. */
export function writeByRules(
  changes: Change[],
  voice: Voice | null,
  projectName: string | null = null,
): Draft[] {
  const withdrawn = collectWithdrawn(changes)
  const titles = changes.map((change) => {
    const title = cleanTitle(change)
    return withdrawn.size === 0 || change.ownText !== undefined
      ? title
      : withCurrentNames(title, change, withdrawn)
  })
  const style: ListStyle = {
    voice: settleScopes(changes, voice),
    tense: settleTense(changes, titles, voice),
    projectName,
    ownCapitals: areOwnCapitals(changes),
  }
  return changes.map((change, index) => ({
    changeIds: [change.id],
    category: change.category,
    text: writeChange(change, titles[index]!, style),
    writtenBy: 'rules',
    exclusionReason: null,
  }))
}

/** What the entries of a list have in common. */
interface ListStyle {
  voice: Voice | null
  tense: Tense | null
  /** The name of the project, which keeps its spelling at the beginning of an entry. */
  projectName: string | null
  /** Whether the authors' own lines begin with a capital letter. */
  ownCapitals: boolean
}

/** Whether the lines that the authors wrote begin with a capital letter, apart from names. */
function areOwnCapitals(changes: Change[]): boolean {
  const own = changes.flatMap(({ ownText }) => (ownText === undefined ? [] : [ownText]))
  const isLower = own.filter((text) => isOrdinary(/^\p{Ll}+(?!\S)/u.exec(text)?.[0] ?? '', text)).length
  return isLower < 2 || own.filter((text) => /^\p{Lu}/u.test(text)).length > isLower
}

/**
 * The tense that all entries of a list can have: that of the project's changelog, or of most titles. If a title has a
 * verb that cannot be converted, the others keep to its tense.
 */
function settleTense(changes: Change[], titles: string[], voice: Voice | null): Tense | null {
  const wanted = voice?.tense ?? findUsualTense(changes, titles)
  if (wanted === null) return null
  const fixed = new Set<Tense>()
  for (const [index, { ownText }] of changes.entries()) {
    const tense = ownText === undefined ? findFixedTense(titles[index]!) : null
    if (tense !== null) fixed.add(tense)
  }
  const [only = wanted] = fixed
  return fixed.size > 1 ? null : only
}

/** The tense of most titles; with it the entries of a list agree even if the project has no habit. */
function findUsualTense(changes: Change[], titles: string[]): Tense | null {
  const counts: Record<Tense, number> = { plain: 0, past: 0, present: 0 }
  for (const [index, { ownText }] of changes.entries()) {
    const tense = ownText === undefined ? detectTense(titles[index]!) : null
    if (tense) counts[tense] += 1
  }
  if (counts.plain + counts.past + counts.present < 2) return null
  return (['past', 'present'] as const).find((tense) => counts[tense] > counts.plain) ?? 'plain'
}

/** The title of a change without noise, and with the verb that its type implies. */
function cleanTitle({ title, type, category, messages, ownText, facts = [] }: Change): string {
  if (ownText !== undefined) return ownText
  const stripped = stripNoise(completeTitle(title, messages).slice(0, 2 * maxCharacters))
  if (type === 'revert' && /^["“]/.test(stripped)) return stripNoise(`Revert ${stripped}`)
  return nameFact(addVerb(stripped, type, category), facts)
}

/** The whole title where a host cut it: one of the commits often has it. */
function completeTitle(title: string, messages: Change['messages']): string {
  const cut = /(?:…|\.\.\.)$/.exec(title)
  if (!cut || title.length < 40) return title
  const start = title.slice(0, cut.index).toLowerCase()
  for (const { subject } of messages) {
    const at = subject.toLowerCase().indexOf(start)
    if (at !== -1 && !/(?:…|\.\.\.)$/.test(subject)) return subject.slice(at)
  }
  return title
}

function writeChange(change: Change, cleaned: string, style: ListStyle): string {
  if (change.keptTitle !== undefined) return writeKeptTitle(change, change.keptTitle)
  if (change.ownText !== undefined) return writeOwnText(cleaned, style)
  const { voice, tense, projectName } = style
  const plain = tense ? changeTense(cleaned, tense) : cleaned
  const title = change.advisories.length > 0 ? withoutAdvisories(plain, change.advisories) : plain
  const scope = title === '' ? null : printableScope(title, change.scope)
  const form = scope === null ? noScope : formatScope(scope, title, voice)
  const notes = [...change.breakingNotes, ...requiredVersions(change)]
    .map(tidyNote)
    .filter((note) => note !== '' && !isRepeated(note, title))
  const isInsideLead = change.advisories.length > 0 && voice?.capitalAfterScope !== true
  const lead = (change.advisories.length > 0 ? `${change.advisories.join(', ')}: ` : '') + form.before
  const head =
    (lead === '' || (form.isCapital && !isInsideLead)
      ? sentenceCase(title, projectName)
      : lowerFirst(title)) + form.after
  const sentences = [head, ...notes.map((note) => sentenceCase(note, projectName))].filter(
    (sentence) => sentence !== '',
  )
  const isClosed = sentences.length > 1 || (voice?.fullStop === true && head !== '')
  const pieces = sentences.flatMap((sentence, index) => [
    ...(index === 0 ? [] : [{ kind: 'text' as const, value: ' ' }]),
    ...(isClosed ? withFullStop(toPieces(sentence)) : toPieces(sentence)),
  ])
  const text = printPieces(cutPieces([...readPieces(lead), ...pieces]))
  return /[^\s`]/.test(text) && pieces.some(({ value }) => value.trim() !== '')
    ? makeHarmless(text)
    : untitled(change.commits)
}

/** The author's title as it is, and after it what breaks. */
function writeKeptTitle({ breakingNotes, commits }: Change, title: string): string {
  const notes = breakingNotes.map(tidyNote).filter((note) => note !== '' && !isRepeated(note, title))
  const sentences = [title, ...notes].map((sentence) => readPieces(makeHarmless(sentence)))
  const pieces = sentences.flatMap((sentence, index) => [
    ...(index === 0 ? [] : [{ kind: 'text' as const, value: ' ' }]),
    ...(notes.length > 0 ? withFullStop(sentence) : sentence),
  ])
  const text = makeHarmless(printPieces(cutPieces(pieces)))
  return /[^\s`]/.test(text) ? text : untitled(commits)
}

function untitled(commits: string[]): string {
  return `Change ${commits.at(-1)!.slice(0, 7)}, which has no title`
}

const noScope: ScopeForm = { before: '', after: '', isCapital: false }

/** Marks the code of a sentence, and writes well-known names with their capitals. */
function toPieces(sentence: string): Piece[] {
  return markSentence(sentence).map((piece) =>
    piece.kind === 'code' ? piece : { kind: 'text', value: capitaliseNames(piece.value) },
  )
}

function markSentence(sentence: string): Piece[] {
  return markCode(readPieces(makeHarmless(markPhrases(sentence))))
}

// `GHSA-… fix: reject long names`
const typedAdvisory = /^((?:CVE-[\d-]{8,16}|GHSA-[\w-]{14})):? (?:fix|security)(?:\([^()]{0,40}\))?: /i

/** The text of the authors, with a full stop or without one as in the rest of the changelog. */
function writeOwnText(text: string, { voice, projectName, ownCapitals }: ListStyle): string {
  const plain = stripNoise(withoutEmphasis(text)).replace(typedAdvisory, '$1: ')
  const typed = /^([a-z]{2,12})(?:\(([\w@./ -]{1,40})\))?!?:\s+(?=\S)/i.exec(plain)
  const isTyped = typed !== null && isTypeWord(typed[1]!)
  const rest = isTyped ? addVerb(plain.slice(typed[0].length), typed[1]!.toLowerCase(), 'Changed') : plain
  const scope = isTyped ? printableScope(rest, typed[2] ?? null) : null
  const form = scope === null ? noScope : formatScope(scope, rest, voice)
  const isCapital = scope === null || form.isCapital
  const asWritten = ownCapitals ? ownSentenceCase(rest, projectName) : rest
  // Where the line began with a type, the word after it was never the first one.
  const capital = isTyped ? sentenceCase(rest, projectName) : asWritten
  const head = isCapital ? capital : lowerFirst(rest)
  const isSentence = !/[.!?]\s/.test(rest)
  const pieces = moveStopOut(markSentence(head + form.after))
  const isOpen = isSentence && voice?.fullStop !== true
  const bare = pieces.at(-1)?.value === '.' ? pieces.slice(0, -1) : pieces
  const closed = isOpen ? bare : withFullStop(pieces)
  return makeHarmless(printPieces([...readPieces(form.before), ...closed]))
}

/** Replaces emphasis and the marks of Vim's help by plain text and code. */
function withoutEmphasis(text: string): string {
  if (!/[*_|]/.test(text)) return text
  const pieces = readPieces(text).map((piece) =>
    piece.kind === 'code'
      ? piece
      : {
          ...piece,
          value: piece.value
            .replace(/(?<![\w*])(\*\*|__)(?=[^\s*_])([^*_]{0,100}[^\s*_])\1(?![\w*])/g, '$2')
            .replace(/(?<![\w*\\])\*(?=[^\s*])([^*]{0,60}[^\s*])\*(?![\w*])/g, '$1')
            .replace(/(?<![\w|])\|([^|\s`]{1,60})\|(?![\w|])/g, '`$1`'),
        },
  )
  return pieces.map(({ kind, value }) => (kind === 'code' ? printPieces([{ kind, value }]) : value)).join('')
}

const fixVerb = '(?:fix(?:e[sd])?|address(?:e[sd])?|mitigate[sd]?|patch(?:e[sd])?|resolve[sd]?)'

function withoutAdvisories(title: string, advisories: string[]): string {
  const bare = advisories.reduce((text, id) => {
    const left = text.replace(
      new RegExp(`\\s*[([]\\s*${id}\\s*[)\\]]|^(?:${fixVerb}\\s+)?${id}\\s*(?:[:,–—]|--?)\\s*`, 'gi'),
      '',
    )
    return left.replace(new RegExp(`\\b${id}\\b`, 'gi'), 'the vulnerability').trim()
  }, title)
  return bare.replace(/the vulnerability(?:(?:,? and|,| &) the vulnerability){1,20}/g, 'the vulnerabilities')
}

function tidyNote(note: string): string {
  const clean = stripNoise(note.replace(/^[-*]\s+/, ''))
  if (clean.length <= noteCharacters) return clean
  const sentence = /^.{20,240}?[.!?](?=\s)/.exec(clean)
  return sentence ? sentence[0] : cutWords(clean, noteCharacters)
}

function isRepeated(note: string, title: string): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return letters(title).includes(letters(note))
}

/** Ends a sentence with a full stop, which is never inside a code span. */
function withFullStop(pieces: Piece[]): Piece[] {
  const moved = moveStopOut(pieces)
  const last = moved.at(-1)
  if (last?.kind === 'text' && /[.!?…]["')\]]?\s*$/.test(last.value)) return moved
  return [...moved, { kind: 'text', value: '.' }]
}

/** Moves a full stop at the end of the last code span behind it. */
function moveStopOut(pieces: Piece[]): Piece[] {
  const last = pieces.at(-1)
  if (last?.kind !== 'code' || !/[\w)\]]\.$/.test(last.value)) return pieces
  return [
    ...pieces.slice(0, -1),
    { kind: 'code', value: last.value.slice(0, -1) },
    { kind: 'text', value: '.' },
  ]
}

const lowercaseNames = new Set(
  'ansible apt awk bash bazel biome brew bun cargo clang cmake conda corepack cron curl deno diff esbuild eslint etcd fish ffmpeg gcc gem git gofmt grep gunicorn iptables jest jq kubectl launchd libcurl lldb make man mdbook mypy nginx node nox npm npx nvm pip pipx pnpm poetry prettier psql pytest rollup rsync ruff rustc rustfmt rustup sed sh ssh sudo swc systemd tar tmux tox turbopack uv vim virtualenv vite vitest webpack wget xargs yarn zsh'.split(
    ' ',
  ),
)

/** Capitalises the first word, unless it is a lowercase name, code or a scope. */
function sentenceCase(text: string, projectName: string | null): string {
  const [first = ''] = text.split(/\s/, 1)
  return /^\p{Ll}[\p{Ll}'’-]*[,;]?$/u.test(first) && !isLowercaseName(first, text, projectName)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text
}

/** Capitalises the first word of the authors' own line only if it is no name: a verb, or a word such as `when`. */
function ownSentenceCase(text: string, projectName: string | null): string {
  const [first = ''] = text.split(/[\s,;]/, 1)
  return isOrdinary(first, text) ? sentenceCase(text, projectName) : text
}

/** Whether the first word of a line is a verb or a function word, and not a name. */
function isOrdinary(first: string, text: string): boolean {
  return isFunctionWord(first) || beginsWithVerb(text) || (findVerb(first)?.isNoun === false && first !== '')
}

/** Whether a first word is the name of the project or of a tool, or a command. */
function isLowercaseName(first: string, text: string, projectName: string | null): boolean {
  const word = first.replace(/[,;]$|['’]s$/, '')
  // A tool whose name is also a verb is rather the verb: `make x faster`, `diff the files`.
  const isName = (lowercaseNames.has(word) || word === projectName) && !beginsWithVerb(text)
  return isName || isCommand(first, text)
}

/** Whether a text begins with a command, recognised by its name or by a flag after it: `widget-top --all`. */
function isCommand(first: string, text: string): boolean {
  return (
    first.includes('-') &&
    (/-(?:cli|ctl)[,:;]?$/.test(first) || /^\s`?--?[a-z]/i.test(text.slice(first.length)))
  )
}

/** Writes the first word in lower case, unless it is a name or an abbreviation. */
function lowerFirst(text: string): string {
  // `Active Storage: …` begins with a name.
  const isName = /^\p{Lu}\p{Ll}{1,40} \p{Lu}[\p{L}\p{N}]{1,40}:/u.test(text)
  return !isName && /^\p{Lu}\p{Ll}+(?!\S)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/** Cuts a long text between words, and keeps code spans closed. */
function cutPieces(pieces: Piece[]): Piece[] {
  if (printPieces(pieces).length <= maxCharacters) return pieces
  const kept: Piece[] = []
  let left = maxCharacters
  for (const piece of pieces) {
    const size = printPieces([piece]).length
    const ticks = size - piece.value.length
    if (size > left) return [...kept, { ...piece, value: cutWords(piece.value, Math.max(left - ticks, 2)) }]
    kept.push(piece)
    left -= size
  }
  return kept
}

function cutWords(text: string, most: number): string {
  const room = cutText(text, most - 1)
  const end = room.lastIndexOf(' ')
  return `${room.slice(0, end > most / 2 ? end : room.length).trimEnd()}…`
}
