const count = (value: number, one: string, many: string) =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`

/** Texts of warnings about a draft that the editor words itself. */
export const draftWarningStrings = {
  fallback: (entries: number, failure: string | null) =>
    `${count(entries, 'entry uses', 'entries use')} commit messages: ${failure === null ? 'the AI wording didn’t match the commits' : `the gateway failed (${failure})`}.`,
  evidenceCut: (changes: number) =>
    `${count(changes, 'change was', 'changes were')} too long to send in full.`,
  messageCut: (messages: number) =>
    `${count(messages, 'commit message was', 'commit messages were')} too long to read in full.`,
  textCut: (host: string, entries: number) =>
    `The release is too long for ${host}: ${count(entries, 'entry doesn’t', 'entries don’t')} fit.`,
}
