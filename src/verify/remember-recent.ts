const maxRecent = 32

/** Returns a function that remembers its last results: the checks of one text take it apart again and again. */
export function rememberRecent<Result>(compute: (text: string) => Result): (text: string) => Result {
  const recent = new Map<string, Result>()
  return (text) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const result = compute(text)
    if (recent.size >= maxRecent) recent.delete(recent.keys().next().value!)
    recent.set(text, result)
    return result
  }
}
