import type { FactKind } from '../../core/diff-fact.ts'
import type { Language } from './fact-paths.ts'

/** One version of a source file. */
export interface SourceFile {
  language: Language
  path: string
  text: string
  lines: string[]
  /** The line that opens the block of each line, once it was needed. */
  openings?: Int32Array
}

/** A name that a line declares. */
export interface DeclaredName {
  kind: FactKind
  name: string
  /** The class or type that it belongs to, if its name starts with it. */
  owner?: string
}

/** Finds the names that one line of a file declares. */
export type FindNames = (file: SourceFile, index: number) => DeclaredName[]

/** Returns the number of characters before the first visible one. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Returns the nearest earlier line with a smaller indentation: the one that opens the block of a line. */
export function findOpeningLine(file: SourceFile, index: number): { text: string; index: number } | null {
  file.openings ??= findOpenings(file.lines)
  const at = file.openings[index]!
  return at === -1 ? null : { text: file.lines[at]!, index: at }
}

/** The index of the line that opens the block of each line, or -1; found in one pass. */
function findOpenings(lines: string[]): Int32Array {
  const openings = new Int32Array(lines.length).fill(-1)
  const open: { index: number; indent: number }[] = []
  for (const [index, line] of lines.entries()) {
    const indent = indentOf(line)
    if (line.length === indent) continue
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop()
    openings[index] = open.at(-1)?.index ?? -1
    // Closing brackets, comments and labels open no block.
    if (!/^\s*(?:[)\]}#*]|\/[/*])/.test(line)) open.push({ index, indent })
  }
  return openings
}

/** A line with the beginning of a call that was broken before its first argument. */
export function withCallStart({ lines }: SourceFile, index: number): string {
  const line = lines[index]!
  if (!/^\s*(?:["'`[{]|new\b|name\b)/.test(line)) return line
  const before: string[] = []
  for (let at = index - 1; at >= Math.max(0, index - 3); at -= 1) {
    before.unshift(lines[at]!.trim())
    if (/[({[]\s*$/.test(lines[at]!)) break
  }
  return `${before.join(' ')} ${line.trim()}`
}
