/** A Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(escapeCell).join(' | ')} |\n`
  return `${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`
}

/** Text for a cell of a table. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
