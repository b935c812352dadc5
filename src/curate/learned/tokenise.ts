/** The words of small letters, as `[a-z][a-z'-]{2,20}` finds them; bodies are long, and a pattern is slower. */
export function plainWords(text: string, most: number): string[] {
  const words: string[] = []
  for (let at = 0; at < text.length && words.length < most; ) {
    if (!isSmallLetter(text.charCodeAt(at))) {
      at += 1
      continue
    }
    let end = at + 1
    while (end < at + 21 && isInWord(text.charCodeAt(end))) end += 1
    if (end - at > 2) words.push(text.slice(at, end))
    at = end - at > 2 ? end : at + 1
  }
  return words
}

function isSmallLetter(code: number): boolean {
  return code >= 97 && code <= 122
}

function isInWord(code: number): boolean {
  return isSmallLetter(code) || code === 39 || code === 45
}

/** A word without its ending, so that `crashes` and `crashed` count as one; numbers count as one too. */
export function stem(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  const bare = last < 48 ? text.replace(/[.'-]{1,40}$/, '') : text
  if (last < 58 && /^v?\d[\d.]*$/.test(bare)) return '#'
  if (bare.length > 5 && bare.endsWith('ing')) return bare.slice(0, -3)
  if (bare.length > 4 && (bare.endsWith('ed') || bare.endsWith('es'))) return bare.slice(0, -2)
  if (bare.length > 3 && bare.endsWith('s') && !bare.endsWith('ss')) return bare.slice(0, -1)
  return bare.length > 4 && bare.endsWith('e') ? bare.slice(0, -1) : bare
}
