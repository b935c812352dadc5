import type { Change } from '../core/change.ts'
import type { Draft } from '../core/entry.ts'
import type { Voice } from '../core/house-style.ts'
import { cutText, makeHarmless, type Piece, printPieces, readPieces } from '../text/inline-text.ts'
import { markCode } from './mark-code.ts'
import { nameFact, requiredVersions } from './name-fact.ts'
import { stripNoise } from './strip-noise.ts'
import { changeTense } from './tense.ts'

const maxCharacters = 300
const noteCharacters = 240

/** Writes every change by rules: the authors' text, cleaned, in the project's voice if it has one. */
export function writeByRules(changes: Change[], voice: Voice | null): Draft[] {
  return changes.map((change) => ({
    changeIds: [change.id],
    category: change.category,
    text: writeChange(change, voice),
    writtenBy: 'rules',
    exclusionReason: null,
  }))
}

function writeChange(change: Change, voice: Voice | null): string {
  if (change.ownText !== undefined) return writeOwnText(change.ownText, voice)
  const stripped = nameFact(stripNoise(change.title.slice(0, 2 * maxCharacters)), change.facts ?? [])
  const plain = voice?.tense ? changeTense(stripped, voice.tense) : stripped
  const title = withScope(
    change.advisories.length > 0 ? withoutAdvisories(plain, change.advisories) : plain,
    change.scope,
  )
  const notes = [...change.breakingNotes, ...requiredVersions(change)]
    .map(tidyNote)
    .filter((note) => note !== '' && !isRepeated(note, title))
  const lead = change.advisories.length > 0 ? `${change.advisories.join(', ')}: ` : ''
  const head = lead === '' ? sentenceCase(title) : lead + lowerFirst(title)
  const sentences = [head, ...notes.map(sentenceCase)].filter((sentence) => sentence !== '')
  const isClosed = sentences.length > 1 || (voice?.fullStop === true && head !== '')
  const text = isClosed ? sentences.map(withFullStop).join(' ') : (sentences[0] ?? '')
  const pieces = cutPieces(markCode(readPieces(makeHarmless(text))))
  const hasWords = pieces.some(({ value }) => value.trim() !== '')
  return hasWords ? printPieces(pieces) : `Change ${change.commits.at(-1)!.slice(0, 7)}, which has no title`
}

/** The text of the authors, with a full stop or without one as in the rest of the changelog. */
function writeOwnText(text: string, voice: Voice | null): string {
  const isSentence = !/[.!?]\s/.test(text)
  const bare = isSentence ? text.replace(/(?<!\.)\.$/, '') : text
  const closed = isSentence && voice?.fullStop !== true ? bare : withFullStop(bare)
  return printPieces(readPieces(makeHarmless(sentenceCase(closed))))
}

const plainScopes = new Set(
  'all api app client code common core dependencies deps deps-dev general global lib library main misc module monorepo package packages project repo root server src system tree-wide treewide typ types various'.split(
    ' ',
  ),
)

/** Adds the scope of the change, unless the title mentions it already. */
function withScope(title: string, scope: string | null): string {
  if (scope === null || scope.length > 40 || title.length > 140 || plainScopes.has(scope.toLowerCase()))
    return title
  const parts = scope.split(', ')
  if (!parts.every((part) => /^[\w@][\w@./+ -]*$/.test(part)) || mentionsScope(title, scope)) return title
  return `${title} in ${parts.map((part) => (/^[a-z]+$/i.test(part) ? part : `\`${part}\``)).join(', ')}`
}

function mentionsScope(title: string, scope: string): boolean {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return scope
    .toLowerCase()
    .split(', ')
    .flatMap(wordsOfScope)
    .some((word) => words.some((each) => each === word || each === `${word}s` || `${each}s` === word))
}

/** The words of a scope; for a path only those of its last segment. */
function wordsOfScope(scope: string): string[] {
  const end = scope.slice(scope.lastIndexOf('/') + 1)
  return end.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
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

function withFullStop(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

const lowercaseNames = new Set(
  'npm npx pnpm yarn git pip uv curl wget bun deno node eslint prettier webpack vite esbuild nginx bash zsh fish cargo rustc gcc clang cmake systemd'.split(
    ' ',
  ),
)

/** Capitalises the first word, unless it is a lowercase name or code. */
function sentenceCase(text: string): string {
  const [first = ''] = text.split(/\s/, 1)
  return /^\p{Ll}[\p{Ll}'’-]*[,:;]?$/u.test(first) && !lowercaseNames.has(first) && !isCommand(first, text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text
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
