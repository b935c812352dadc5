/**
 * Returns a pattern that is only tried on texts which contain one of the given words, as every match does. Compiling a
 * long pattern takes milliseconds, and most texts contain none of the words.
 */
export function guarded(words: RegExp, pattern: RegExp): Pick<RegExp, 'test' | 'exec'> {
  return {
    test: (text) => words.test(text) && pattern.test(text),
    exec: (text) => (words.test(text) ? pattern.exec(text) : null),
  }
}
