import { LiquidError } from 'liquidjs'
import { inline, paragraph, printMarkdown } from '../markdown.ts'
import type { MarkdownValue, TemplateData } from './template-data.ts'
import { createTemplateEngine, SafeMarkdown } from './template-engine.ts'

/** What a template printed, or why it failed. */
export type TemplateResult =
  | { text: string; printed: string[] }
  | { failure: string; line: number; column: number }

const maxOutput = 1_000_000

/** Prints notes by a template. Everything but our own Markdown is escaped. */
export function renderTemplate(template: string, data: TemplateData): TemplateResult {
  const printed = new Set<string>()
  const engine = createTemplateEngine(escapeValue)
  try {
    const output = engine.renderSync(
      engine.parse(withoutTagLines(template)),
      withMarkdown(data, (entry) => printed.add(entry)) as object,
    ) as string
    if (output.length > maxOutput)
      return { failure: 'it prints more than 1,000,000 characters', line: 1, column: 1 }
    return { text: tidy(output), printed: [...printed] }
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    const [line = 1, column = 1] = error.token.getPosition()
    return { failure: error.message.replace(/, line:\d+.*$/s, ''), line, column }
  }
}

/** Turns the values that are Markdown already into objects that the engine prints as they are. */
function withMarkdown(value: unknown, onPrinted: (entry: string) => void): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withMarkdown(item, onPrinted))
  if ('markdown' in value) {
    const { markdown, entry } = value as MarkdownValue
    return new SafeMarkdown(markdown, () => entry !== undefined && onPrinted(entry))
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withMarkdown(item, onPrinted)]),
  )
}

function escapeValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof SafeMarkdown) return String(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = Array.isArray(value) ? value.map((item) => String(item ?? '')).join('') : String(value)
  return text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : printMarkdown([paragraph(inline(line))], '-').trimEnd()))
    .join('\n')
}

const tagLine = /^[ \t]*(?:\{%(?:[^%]|%(?!\}))*%\}[ \t]*)+$/

/** Removes the line breaks of lines that contain nothing but tags. */
function withoutTagLines(template: string): string {
  const lines = template.split('\n')
  return lines
    .map((line, index) => {
      const isLast = index === lines.length - 1
      return tagLine.test(line) ? line.trim() : `${line}${isLast ? '' : '\n'}`
    })
    .join('')
}

/** Removes trailing spaces and repeated blank lines, and ends the text with one line break. */
function tidy(output: string): string {
  const lines = output.split('\n').map((line) => line.trimEnd())
  const kept = lines.filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '')
  return `${kept.join('\n').trim()}\n`
}
