/** Drops quotations and code blocks from a body: their text may come from another project. */
export function stripQuotes(body: string): string {
  let fenced = false
  const own = body.split('\n').filter((line) => {
    const fence = /^\s*(?:```|~~~)/.test(line)
    if (fence) fenced = !fenced
    return !fence && !fenced && !line.startsWith('>') && !line.startsWith('    ')
  })
  return own.join('\n')
}
