/** Texts of the page around the screens. Each screen has a file of its own in this folder. */
export const pageStrings = {
  skip: 'Skip to content',
  home: 'Notewright home',
  undo: 'Undo',
  redo: 'Redo',
  close: 'Close',
  cancel: 'Cancel',
  stop: 'Stop',
  tryAgain: 'Try again',
  reload: 'Reload',
  signOut: 'Sign out',
  loading: 'Loading…',
  loadingEditor: 'Loading the editor…',
  couldNotLoad: 'Couldn’t load this part. Check your connection.',
  /** Followed by the time that is left. */
  continuesIn: 'Continues in',
  offline:
    'You’re offline. Keep editing: changes are saved in this browser. Drafting and publishing resume when you’re back.',
  account: (host: string) => `Account: ${host}`,
  search: 'Search or run a command',
  /** Followed by the name of a field. */
  goTo: 'Go to',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  signInAgain: 'Sign in again',
  rejectedToken: (host: string) =>
    `${host} didn’t accept your token for this. Enter another one; your draft is safe.`,
  wentWrong: 'Something went wrong',
}
