const maxNames = 12

/** Returns the names in the code spans of a text that can be looked up in files: plain words and values are none. */
export function listCodeNames(code: string[]): string[] {
  const parts = code.flatMap((value) => value.split(/[^\w$-]+/)).map((part) => part.replace(/^-+|-+$/g, ''))
  return [...new Set(parts.filter(isName))].slice(0, maxNames)
}

function isName(word: string): boolean {
  return word.length >= 4 && word.length <= 80 && /^[A-Za-z_$]/.test(word) && /\w[_-]\w|[a-z][A-Z]/.test(word)
}

/**
 * Returns the spellings under which a file can contain a name, apart from case: `--clear-cache` is also `clear_cache`
 * and `clearCache`. A name of three or more words is often put together from a quoted part and a prefix or suffix, as
 * in `Namespace: "http", Name: "requests_total"`.
 */
export function spellingsOf(name: string): string[] {
  const words = name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .split(/[_-]+/)
    .filter((word) => word !== '')
  if (words.length < 2) return [name]
  const joined = (parts: string[]) => ['_', '-', ''].map((mark) => parts.join(mark))
  const quoted = words.length < 3 ? [] : [words.slice(1), words.slice(0, -1)].flatMap(joined)
  return [...new Set([name, ...joined(words), ...quoted.flatMap((part) => [`"${part}"`, `'${part}'`])])]
}
