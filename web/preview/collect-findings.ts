import type { Format, Part } from '../../src/core/format.ts'
import { loadMarkdownParser } from '../../src/text/person-markdown.ts'
import { checkFormat } from '../../src/verify/check-format.ts'
import { type EditorEntry, type EditorModel, hasOwnText } from '../editor-model/editor-model.ts'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import type { Finding } from '../editor-model/finding.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'

let checkOwnTexts: typeof import('./check-own-texts.ts').checkOwnTexts | null = null

/** Loads what prints and checks the texts of the user, which a new draft does not need. */
export async function loadOwnTexts(): Promise<void> {
  const [module] = await Promise.all([import('./check-own-texts.ts'), loadMarkdownParser()])
  checkOwnTexts = module.checkOwnTexts
}

/** Checks a text against its format, if it follows one, and the user's texts against the evidence. The latter needs `loadOwnTexts`. */
export function collectFindings(
  rendered: { text: string; format: Format; part: Part } | null,
  editor: EditorModel,
  index: EvidenceIndex,
): Finding[] {
  const formatFindings = rendered ? checkRendered(rendered, editor.entries) : []
  return hasOwnText(editor) ? [...formatFindings, ...checkOwnTexts!(editor, index)] : formatFindings
}

function checkRendered(
  { text, format, part }: { text: string; format: Format; part: Part },
  entries: EditorEntry[],
): Finding[] {
  const lines = text.split('\n')
  return checkFormat(text, { format, part }).map(({ detail }) => ({
    detail,
    entryId: findEntry(findLine(detail, lines), entries),
  }))
}

/** Returns the line that a format error refers to; some checks count all lines, others skip empty ones. */
function findLine(detail: string, lines: string[]): string | null {
  const [, unit, number] = /^(Line|Entry) (\d{1,6}):/.exec(detail) ?? []
  if (number === undefined) return null
  const counted = unit === 'Line' ? lines : lines.filter((line) => line !== '')
  return counted[Number(number) - 1] ?? null
}

/** Returns the id of the entry whose text is in a line; the longest text wins. */
function findEntry(line: string | null, entries: EditorEntry[]): string | null {
  if (line === null || line.startsWith('#')) return null
  const lineLetters = letters(line)
  const found = entries.filter((entry) => lineLetters.includes(letters(toPlainText(entry))))
  return found.sort((a, b) => b.text.length - a.text.length)[0]?.id ?? null
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
