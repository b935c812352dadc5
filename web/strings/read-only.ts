/** Texts about a token that cannot write, on the start screen. */
export const readOnlyStrings = {
  title: 'Your token can’t write to this repository',
  hint: 'You can draft, but not publish.',
  useAnotherToken: 'Use another token',
}
