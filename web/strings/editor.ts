import type { EntryWriter } from '../../src/core/entry.ts'
import type { BlockName } from '../editor-model/editor-model.ts'

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

const number = (value: number) => value.toLocaleString('en')

/** Texts of the header of the editor. */
export const headerStrings = {
  changeRange: (from: string, to: string) => `Change range: ${from} to ${to}`,
  version: 'Version',
  unreleased: 'Unreleased',
  date: 'Release date',
  noDate: 'No date',
  invalidDate: 'Enter a date such as 2026-07-22',
  saved: 'Saved',
  saving: 'Saving…',
  notSaved: 'Not saved',
  offline: 'Offline',
  savedName: 'Saved in this browser',
  savingName: 'Saving',
  offlineName: 'Offline, saved in this browser',
  savedAt: (time: string) => `Saved at ${time}`,
  savedWhere: 'In this browser only. Export the draft to keep a copy, or share a link to it.',
  notSavedWhy: (why: string) => `This browser refused to save (${why}).`,
  more: 'More',
  publish: 'Publish…',
  publishOffline: 'You’re offline. Publishing resumes when you’re back.',
  redraft: 'Redraft, keep my edits',
  changeRangeItem: 'Change range',
  configuration: 'Configuration',
  backToEntries: 'Back to entries',
  download: 'Download Markdown',
  exportDraft: 'Export draft',
  shortcuts: 'Keyboard shortcuts',
  versionAndDate: 'Version and date…',
  versionAndDateTitle: 'Version and date',
}

/** Texts of the filters and of the ledger. */
export const railStrings = {
  nav: 'Filter entries',
  categories: 'Categories',
  review: 'Review',
  all: 'All entries',
  allShort: 'All',
  attention: 'Needs attention',
  breaking: 'Breaking',
  ai: 'AI-written',
  edited: 'Edited by you',
  excluded: 'Excluded',
  commits: (total: number) => count(total, 'commit'),
  accountedFor: 'accounted for',
  toDraftOf: (pending: number) => `${number(pending)} to draft`,
  inNotes: (included: number) => `${number(included)} in notes`,
  excludedCount: (excluded: number) => `${number(excluded)} excluded`,
  ledgerName: (total: number, included: number, excluded: number) =>
    `${count(total, 'commit')} accounted for: ${number(included)} in notes, ${number(excluded)} excluded. Show commits`,
  pendingName: (total: number, pending: number) =>
    `${number(pending)} of ${count(total, 'commit')} to draft. Show commits`,
}

/** The names of the free blocks. */
export const blockTitles: Record<BlockName, string> = {
  introduction: 'Introduction',
  highlights: 'Highlights',
  upgradeNotes: 'Upgrade notes',
  footer: 'Footer',
}

/** Who wrote an entry. */
export const writerNames: Record<EntryWriter, string> = {
  model: 'Written by AI, checked',
  rules: 'From the commit message',
  person: 'Written by you',
  agent: 'Written by an agent',
}

/** Texts of the list of entries. */
export const listStrings = {
  entries: 'Entries',
  search: 'Search entries',
  add: 'Add',
  addEntry: 'Entry',
  addEntryTo: (title: string) => `Add entry to ${title}`,
  addBlock: (title: string) => `Add ${title.toLowerCase()}`,
  editBlock: (title: string) => `Edit ${title.toLowerCase()}`,
  removeBlock: (title: string) => `Remove ${title.toLowerCase()}`,
  blockField: (title: string) => `${title}, Markdown`,
  blockRemoved: (title: string) => `${title} removed`,
  clearFilter: 'Clear filter',
  shown: (shown: number, total: number) => `${number(shown)} of ${count(total, 'entry', 'entries')}`,
  noMatch: 'No entries match',
  noMatchHint: 'Try other words, or clear the filter.',
  nothingToReview: 'Nothing to review',
  noEntries: 'No entries yet',
  writingFirst: 'Writing the first entries…',
  allExcluded: (total: number, reasons: string) =>
    `All ${count(total, 'commit')} in this range were excluded${reasons === '' ? '' : `: ${reasons}`}. Include the ones worth mentioning, or write an entry yourself.`,
  notDrafted: 'Draft the range, or write an entry yourself.',
  reviewExcluded: 'Review excluded commits',
  addFirst: 'Add entry',
  changeRange: 'Change range',
  excludedCommits: 'Excluded commits',
  include: 'Include',
  includeName: (subject: string) => `Include: ${subject}`,
  included: 'Included',
  excludedByYou: 'Excluded by you',
  nothingExcluded: 'Nothing is excluded',
  showMore: (rest: number) => `Show ${number(rest)} more`,
}

/** Texts of one entry. */
export const entryStrings = {
  select: (text: string) => `Select: ${text}`,
  editPrefix: 'Edit: ',
  evidence: (text: string) => `Evidence: ${text}`,
  exclude: (text: string) => `Exclude: ${text}`,
  more: (text: string) => `More actions: ${text}`,
  textOf: (text: string) => `Text of entry: ${text}`,
  textOfNew: 'Text of entry: new',
  drag: 'Drag to move',
  breaking: 'Breaking',
  locked: 'Locked',
  edited: 'Edited by you',
  added: 'Added by you',
  commits: (commits: number) => count(commits, 'commit'),
  toolbar: 'Formatting',
  bold: 'Bold',
  code: 'Code',
  link: 'Link',
  list: 'List',
  image: 'Image',
  category: (title: string) => `Category: ${title}`,
  lock: 'Lock',
  reword: 'Reword…',
  finish: 'to finish',
  or: 'or',
  menu: 'Entry',
  edit: 'Edit',
  showEvidence: 'Show evidence',
  showEvidenceOf: (text: string) => `Show evidence: ${text}`,
  moveTo: 'Move to category…',
  markBreaking: 'Mark as breaking',
  markNotBreaking: 'Mark as not breaking',
  unlock: 'Unlock',
  mergePrevious: 'Merge with previous',
  split: 'Split…',
  moveUp: 'Move up',
  moveDown: 'Move down',
  selectItem: 'Select',
  excludeItem: 'Exclude',
  keepWording: 'Keep wording',
  keepWordingOf: (text: string) => `Keep wording: ${text}`,
  rewordOf: (text: string) => `Reword: ${text}`,
  dismiss: 'Dismiss',
  dismissOf: (text: string) => `Dismiss: ${text}`,
  rejected: 'AI wording rejected, commit message used.',
  rejectedText: 'It wrote:',
  rejectedBecause: {
    unsupported: (words: string) => `The commits don’t say ${words}.`,
    invalid: (words: string) => `The text ${words}.`,
    missing: 'The AI wrote no text.',
    other: (reason: string) => `The AI couldn’t be asked (${reason}).`,
  },
  conflict: 'Newer draft differs',
  conflictTitle: 'The new draft changed this entry too',
  before: 'Before',
  yours: 'Yours',
  newDraft: 'New draft',
  keepMine: 'Keep mine',
  useNewDraft: 'Use new draft',
}

/** What findings say about the words of an entry. */
export const findingStrings = {
  unknown: 'isn’t in the commits.',
  mention: (host: string) => `will notify a person on ${host}.`,
  neutralised: 'is printed as text.',
  'image-alt': 'is an image without a description.',
  'broken-link': 'looks like a link without an address.',
}

/** What the toast says after an act. */
export const doneStrings = {
  moved: 'Moved',
  movedUp: 'Moved up',
  movedDown: 'Moved down',
  snapped: 'Moved. Breaking changes come first, advisories second.',
  movedTo: (title: string) => `Moved to ${title}`,
  movedManyTo: (entries: number, title: string) => `Moved ${count(entries, 'entry', 'entries')} to ${title}`,
  breaking: 'Marked as breaking',
  notBreaking: 'No longer breaking',
  breakingMany: (entries: number) => `Marked ${number(entries)} as breaking`,
  locked: 'Locked',
  unlocked: 'Unlocked',
  lockedMany: (entries: number) => `Locked ${number(entries)}`,
  excluded: 'Excluded',
  excludedMany: (entries: number) => `Excluded ${number(entries)}`,
  merged: (entries: number) => `Merged ${count(entries, 'entry', 'entries')}`,
  split: 'Split into two entries',
  keptMine: 'Kept yours',
  usedNewDraft: 'Using the new draft',
  keptWording: 'Wording kept',
  dismissed: 'Dismissed',
  restored: 'Draft text restored',
  added: 'Entry added',
  copied: 'Copied',
  couldNotCopy: 'Couldn’t copy. Download it instead.',
}

/** Texts of the bar for selected entries. */
export const selectionStrings = {
  bar: 'Selected entries',
  selected: (entries: number) => `${number(entries)} selected`,
  moveTo: 'Move to…',
  merge: 'Merge',
  breaking: 'Breaking',
  lock: 'Lock',
  reword: 'Reword…',
  exclude: 'Exclude',
  clear: 'Clear selection',
}

/** Texts of what becomes of the entries. */
export const outputStrings = {
  output: 'Output',
  entries: 'Entries',
  preview: 'Preview',
  markdown: 'Markdown',
  checks: 'Checks',
  commits: 'Commits',
  format: 'Format',
  thisVersionOnly: 'This version only',
  wholeFile: 'Whole file',
  copy: 'Copy Markdown',
  nothing: 'Nothing to preview yet.',
  templateEmpty: 'The template prints nothing.',
  toReview: 'To review',
  about: 'About this draft',
  passed: 'Passed',
  allPassed: 'All checks passed',
  everyCommit: 'Every commit is in the notes or excluded with a reason',
  formatValid: (format: string) => `${format} structure`,
  namesFound: (entries: number) =>
    `Names, numbers and versions of ${count(entries, 'entry', 'entries')} found in their commits`,
  writtenByModel: (model: string, cost: string | null) =>
    `Written by ${model}${cost === null ? '' : ` for about ${cost}`}.`,
  writtenByRules: 'Written from commit messages.',
  fellBack: (entries: number, total: number) =>
    `${number(entries)} of ${count(total, 'entry', 'entries')} fell back to ${entries === 1 ? 'its commit message' : 'their commit messages'}.`,
  goToEntry: (text: string) => `Go to entry: ${text}`,
  searchCommits: 'Search commits',
  showCommits: 'Show commits',
  showAll: 'All',
  inNotes: 'In notes',
  excluded: 'Excluded',
  excludedByYou: 'Excluded by you',
  toDraft: 'To draft',
  noCommits: 'No commits match',
  imageFrom: (alt: string, host: string) => `Image: ${alt === '' ? 'no description' : alt} (${host})`,
}

/** Texts of the evidence of an entry. */
export const evidenceStrings = {
  evidence: 'Evidence',
  previous: 'Previous entry',
  next: 'Next entry',
  close: 'Close evidence',
  showChanges: 'Show changes',
  hideChanges: 'Hide changes',
  restore: 'Restore',
  draftedBy: {
    model: 'drafted by AI',
    rules: 'from the commit message',
    person: 'written by you',
    agent: 'written by an agent',
  } satisfies Record<EntryWriter, string>,
  keepIfSure: 'Keep it if you know better.',
  pullRequest: (requests: number) => (requests === 1 ? 'Pull request' : 'Pull requests'),
  commits: 'Commits',
  files: 'Files',
  moreFiles: (files: number) => `and ${number(files)} more`,
  why: 'Why it’s here',
  ownWords: 'The authors’ own words, from the changelog',
  likely: (percent: number, reasons: string) => `${percent}% likely to matter to users: ${reasons}.`,
  youIncluded: 'You included this commit.',
  aiIncluded: 'The AI included this commit.',
  youAdded: 'You added this entry. No commit stands behind it.',
  kinds: {
    category: null,
    notability: 'Included',
    breaking: 'Breaking',
    security: 'Security',
    removed: 'Removed',
    deprecated: 'Deprecated',
    audience: 'Audience',
    'own-entry': 'Changelog edited',
    folded: 'Merged',
    fragment: 'News fragment',
    diff: 'Diff',
    'asked-for': 'Your choice',
    'type-config': 'Project rules',
    config: 'Project rules',
  } as Record<string, string | null>,
}

/** Texts of what happens to the draft. */
export const statusStrings = {
  drafting: 'Drafting…',
  rewording: 'Rewording…',
  stages: {
    resolve: 'Finding the range',
    collect: 'Reading commits',
    curate: 'Sorting changes',
    write: 'Writing',
    verify: 'Checking',
    render: 'Formatting',
  },
  written: (done: number, total: number) =>
    `${number(done)} of ${count(total, 'entry', 'entries')} written and checked`,
  requests: (requests: number, cost: string | null) =>
    `${count(requests, 'request')}${cost === null ? '' : ` · about ${cost}`}`,
  stopped: 'Stopped.',
  stoppedKept: 'The entries written so far are kept.',
  redraft: 'Redraft, keep my edits',
  useCommitMessages: 'Use commit messages',
  keepCommitMessages: 'Keep commit messages',
  otherTab: 'This draft was also edited in another tab.',
  otherTabDetail: 'Saving is paused until you choose a version.',
  loadOther: 'Load the other version',
  keepThis: 'Keep this one',
  notSaved: 'Not saved:',
  notSavedDetail: (why: string) => `this browser refused (${why}). Export the draft before you leave.`,
  offline: 'You’re offline.',
  offlineDetail:
    'Keep editing: changes are saved in this browser. Drafting and publishing resume when you’re back.',
  continuesIn: 'Continues in',
}
