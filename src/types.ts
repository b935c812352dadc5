/** The six types of change of Keep a Changelog, in the order in which they are printed. */
export const categories = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const
export type Category = (typeof categories)[number]

/** Why a commit is not told; the whole list of reasons there can be. */
export const omissionReasons = [
  'merge',
  'reverted',
  'duplicate',
  'release',
  'dependency',
  'bot',
  'internal',
  'docs',
  'test',
  'outside-paths',
  'not-notable',
] as const
export type OmissionReason = (typeof omissionReasons)[number]

/** The kinds of host whose web addresses we know. */
export const hostKinds = ['github', 'gitlab', 'gitea', 'bitbucket', 'git', 'local'] as const
export type HostKind = (typeof hostKinds)[number]

/** The formats a caller can ask for. */
export const formats = [
  'keepachangelog',
  'hosting_release',
  'github_release',
  'gitlab_release',
  'gitea_release',
  'bitbucket_release',
  'local_release',
  'simple',
] as const
export type Format = (typeof formats)[number]

/** The steps of a generation, in their order. */
export const stages = ['resolve', 'collect', 'curate', 'write', 'verify', 'render'] as const
export type Stage = (typeof stages)[number]

/** How the two ends of a range stand to each other. */
export const relations = ['ancestor', 'diverged', 'reversed', 'root'] as const
export type Relation = (typeof relations)[number]

/** Who words the entries. */
export const writers = ['auto', 'model', 'rules'] as const
type Writer = (typeof writers)[number]

/** Who can have worded an entry: a language model, the rules, or whoever sent it. */
export const entryWriters = ['model', 'rules', 'agent', 'person'] as const
type EntryWriter = (typeof entryWriters)[number]

/** Who can send notes of their own. */
export const senders = ['person', 'agent'] as const
type Sender = (typeof senders)[number]

/** Whom the notes are for. */
export const audiences = ['users', 'developers'] as const
export type Audience = (typeof audiences)[number]

/** How much of a Keep a Changelog file is asked for. */
export const parts = ['document', 'section'] as const
export type Part = (typeof parts)[number]

/** What a caller asks, with every default filled in. */
export interface GenerateRequest {
  repoFullName: string
  fromRef: string
  toRef: string
  format: Format
  writer: Writer
  model: string | null
  version: string | null
  date: string | null
  part: Part
  audience: Audience
  language: string
  paths: string[]
  instructions: string | null
  /** Whether the notes begin with a sentence or two about the whole. */
  summary: boolean
  /** The ids of the changes that a model words; the rules word the others. Empty: it words all. */
  only: string[]
}

/** What a line of sent notes is about: changes by their ids, commits by their SHAs, also abbreviated. */
export interface Citation {
  ids: string[]
  commits: string[]
}

/** A line of the notes as somebody wrote it; nothing about it is believed. */
export interface SentEntry extends Citation {
  /** Null keeps the category of what it is about. */
  category: Category | null
  text: string
}

/** What somebody leaves out of their notes, and why. */
export interface SentOmission extends Citation {
  reason: string
}

/** Notes that a person or an agent wrote, to be held against their range. */
export interface NotesRequest
  extends Pick<
    GenerateRequest,
    | 'repoFullName'
    | 'fromRef'
    | 'toRef'
    | 'format'
    | 'version'
    | 'date'
    | 'part'
    | 'audience'
    | 'language'
    | 'paths'
  > {
  writtenBy: Sender
  /** The ends of the range that the writer saw; what moved since would go untold. */
  seen: { fromSha: string | null | undefined; toSha: string | undefined }
  summary: string | null
  entries: SentEntry[]
  omit: SentOmission[]
}

/** Something the caller should know about an answer that is right all the same. */
export interface Warning {
  code: string
  detail: string
  /** The refs to ask for instead, where other refs would mend it. */
  instead?: { fromRef?: string; toRef?: string } | undefined
}

/** Somebody who wrote a commit; the login is known only when the host says so. */
export interface Person {
  name: string
  email: string
  login: string | null
}

/** One commit as its host tells it; texts are clean, nothing is interpreted yet. */
export interface Commit {
  sha: string
  parents: string[]
  author: Person
  authoredAt: string
  /** When it was put into the history, in seconds; what the order of a range goes by. */
  committedAt: number
  message: string
  paths: string[]
  /** Whether more may have changed than `paths` lists: the list was cut, or nobody told it yet. */
  pathsCut: boolean
  tags: string[]
}

/** Where a repository is seen on the web; null when nobody knows. */
export interface WebAddress {
  kind: HostKind
  url: string
}

/** What a host knows of one ref, before anybody judges it. */
export interface RefLookup {
  sha: string | null
  /** The commit of the ref without its `~n` and `^`. */
  baseSha: string | null
  /** Set when the ref, as it is written, is a tag. */
  tag: { name: string; date: string } | null
  isTag: boolean
  isBranch: boolean
  ambiguous: boolean
}

/** A range by commits; without a start it reaches back to the root. */
export interface CommitRange {
  fromSha: string | null
  toSha: string
}

/** A pull request, or merge request, as its host knows it. */
export interface PullRequest {
  number: number
  title: string
  body: string
  labels: string[]
  /** The commits of the range that came in by it, as far as the host says. */
  commits: string[]
  /** All files it changed; none where the host does not tell all. */
  paths: string[]
}

/** The files that commits changed, by SHA; `cut` where there are more than the list says. */
export type ChangedPaths = Map<string, { paths: string[]; cut: boolean }>

/** A repository's own changelog file; of a long one, its beginning. */
export interface ChangelogFile {
  path: string
  text: string
}

/** What only a host knows about the commits of a range. */
export interface HostDetails {
  pullRequests: PullRequest[]
  /** Of commits that came without their paths, as far as the host tells. */
  changedPaths: ChangedPaths
  logins: { email: string; login: string }[]
  /** The logins whose first contribution is in the range; null when the host cannot tell. */
  firstTimers: string[] | null
  /** The text of `.github/release.yml`; null when there is none, or the host has no such thing. */
  releaseConfig: string | null
  /** The file that says which conventional types are shown; null when there is none, or asking would cost a call. */
  typeConfig: ChangelogFile | null
  /** Null when there is none, or the host cannot tell. */
  changelog: ChangelogFile | null
  warnings: Warning[]
}

/** How a project wants its releases laid out, by labels of pull requests. */
export interface ReleaseConfig {
  exclude: ReleaseFilter
  categories: { title: string; labels: string[]; exclude: ReleaseFilter }[]
}

/** Which conventional types a project shows in its notes, and where, by a file of its own. */
export interface TypeConfig {
  path: string
  types: DeclaredType[]
}

/** A conventional type, as a project has it. */
export interface DeclaredType {
  type: string
  /** The heading that its changes stand under; null where none is named. */
  section: string | null
  /** What that heading means, as one of the six types. */
  category: Category | null
  hidden: boolean
}

/** What a project keeps out of its releases. */
export interface ReleaseFilter {
  labels: string[]
  authors: string[]
}

/** A repository that the caller's token opened. */
export interface Repository {
  readonly fullName: string
  readonly web: WebAddress | null
  /** Whether the host holds only the newest part of the history. */
  readonly shallow: boolean
  lookUp(fromRef: string, toRef: string): Promise<{ from: RefLookup; to: RefLookup; empty: boolean }>
  /** The commits of the range in any order, at most `limit` of them. */
  commits(range: CommitRange, limit: number): AsyncIterable<Commit>
  /** The host's own count of the range; null when it has none. */
  count(range: CommitRange): Promise<number | null>
  /** Some of the commits up to this one, the newest, with what they changed; none where that is dear. */
  past(sha: string, most: number): AsyncIterable<Commit>
  /** What else is known of the commits of a range, and of the repository at its end. */
  details(commits: Commit[], toSha: string): Promise<HostDetails>
  /** Its tags and branches, tags first, the newest first where the host knows. */
  listRefs(question: ListQuestion): Promise<Listing<RefName>>
}

/** A page of a longer list, as pickers ask for it. */
export interface Listing<Item> {
  items: Item[]
  nextPage: number | null
}

/** What a picker asks for: names that contain some letters, a page at a time, from 1. */
export interface ListQuestion {
  query: string
  page: number
}

/** A tag or a branch, as pickers show it. */
export interface RefName {
  name: string
  kind: 'tag' | 'branch'
  sha: string
  /** The day it was made, or of its commit; null when the host does not say. */
  date: string | null
}

/** A place where repositories live. */
export interface Host {
  readonly name: string
  readonly kind: HostKind
  /** The names of the repositories that a token can see. */
  listRepositories(question: ListQuestion, access: Omit<Access, 'repoFullName'>): Promise<Listing<string>>
  /** Opens a repository for a token, or throws when the host would not show it to its bearer. */
  open(access: Access): Promise<Repository>
  /** Opens it for writing releases and pull requests, or throws where the host has none. */
  openPublisher(access: Access): Promise<Publisher>
}

/** Notes that are to be a release. */
export interface ReleaseDraft {
  tag: string
  name: string
  text: string
  /** Where the tag is made when there is none yet; null for the default branch. */
  target: string | null
  prerelease: boolean
  draft: boolean
}

/** What becomes of a release that is there; its name stays when none is given, and it stays a pre-release. */
export interface ReleaseChange {
  text: string
  draft: boolean
  name: string | null
  prerelease: boolean
}

/** A release as its host has it. */
export interface HostRelease {
  id: string
  name: string
  text: string
  draft: boolean
  /** Null where the host makes no difference. */
  prerelease: boolean | null
  url: string
}

/** A file on a branch, with what its host wants to hear before it is changed. */
interface HostFile {
  text: string
  mark: string
}

/** A change of one file on a branch; a branch that is not there yet is made from another. */
interface FileChange {
  path: string
  text: string
  message: string
  branch: string
  base: string
  isNewBranch: boolean
  /** The mark of the file as it was read; null for a new file. */
  mark: string | null
}

/** A pull request that is open. */
export interface OpenRequest {
  number: number
  url: string
}

/** A repository that the caller's token may change. */
export interface Publisher {
  readonly defaultBranch: string
  /** Whether releases can wait unseen until somebody publishes them. */
  readonly hasDrafts: boolean
  findRelease(tag: string): Promise<HostRelease | null>
  createRelease(release: ReleaseDraft): Promise<HostRelease>
  changeRelease(id: string, change: ReleaseChange): Promise<HostRelease>
  hasBranch(name: string): Promise<boolean>
  readFile(path: string, branch: string): Promise<HostFile | null>
  writeFile(change: FileChange): Promise<void>
  findRequest(branch: string, base: string): Promise<OpenRequest | null>
  openRequest(request: { branch: string; base: string; title: string; body: string }): Promise<OpenRequest>
}

/** A host as the operator configures it. */
export interface HostSetting {
  name: string
  kind: Exclude<HostKind, 'local'>
  /** The base of its web pages and of its repositories over git. */
  url: string
  apiUrl: string
  graphqlUrl: string
}

/** What a host is asked with. */
export interface Access {
  repoFullName: string
  token: string | null
  signal: AbortSignal
  /** The moment, by the clock, after which no answer is of use. */
  deadlineAt: number
}

/** A range whose ends are known, with the heading its notes will have. */
export interface ResolvedRange extends CommitRange {
  fromRef: string
  toRef: string
  toIsTag: boolean
  version: string | null
  date: string | null
}

/** Everything that happened in a range. */
export interface History {
  range: ResolvedRange
  relation: Relation
  commits: Commit[]
  pullRequests: PullRequest[]
  /** Logins by e-mail address in small letters. */
  logins: Map<string, string>
  firstTimers: string[] | null
  releaseConfig: ReleaseConfig | null
  typeConfig: TypeConfig | null
  /** The repository's own changelog at the end of the range. */
  changelog: ChangelogFile | null
  warnings: Warning[]
}

/** A release whose notes people wrote: what happened, and what they listed of it. */
export interface PastRelease {
  history: Pick<History, 'commits' | 'pullRequests' | 'logins'>
  listed: { pullRequests: number[]; commits: string[]; category: Category | null }[]
}

/** What was learned of the way in which a project writes its notes, and from where. */
interface HouseReport {
  /** The file that its own notes are in. */
  from: string
  releases: number
  /** The changes of those releases, and how many of them were listed. */
  changes: number
  listed: number
  voice: Voice
}

/** How a project words its own entries; null where it has no clear habit. */
export interface Voice {
  /** How the first word speaks: `Add`, `Added` or `Adds`. */
  tense: 'plain' | 'past' | 'present' | null
  /** Whether entries end with a full stop. */
  fullStop: boolean | null
}

/** What led to a decision, in words a person can read. */
export interface Evidence {
  kind: string
  detail: string
}

/** A unit of change that will be told. */
export interface Change {
  id: string
  title: string
  type: string | null
  scope: string | null
  category: Category
  breaking: boolean
  /** What the authors wrote about the break. */
  breakingNotes: string[]
  /** CVE and GHSA ids that the change says it fixes. */
  advisories: string[]
  /** How much it matters to the audience, from 0 to 1. */
  notability: number
  commits: string[]
  pullRequests: number[]
  authors: Person[]
  labels: string[]
  /** What people wrote about it: the messages, and the title and text of its pull request. */
  sources: string[]
  /** Some of the files it touches. */
  paths: string[]
  evidence: Evidence[]
}

/** A commit that is not told, and why. */
export interface Omission {
  sha: string
  subject: string
  reason: OmissionReason
  detail: string
}

/** What of a history matters. */
export interface Curated {
  changes: Change[]
  omitted: Omission[]
  contributors: Contributor[]
  warnings: Warning[]
}

/** The wording of a change, or of several that belong together, not checked yet. */
export interface Draft {
  changeIds: string[]
  category: Category
  text: string
  writtenBy: EntryWriter
  /** Why it is not told after all; null when it is. */
  leftOut: string | null
}

/** Finds what is wrong with a draft, each fault in words that tell its writer what to mend. */
export type CheckDraft = (draft: Draft) => string[]

/** One line of the notes; its text is plain words and code spans, nothing else. */
export interface Entry {
  id: string
  category: Category
  text: string
  breaking: boolean
  notability: number
  commits: string[]
  pullRequests: number[]
  authors: string[]
  /** The labels of its pull request, where the host knows them. */
  labels: string[]
  writtenBy: EntryWriter
  evidence: Evidence[]
}

/** Somebody whose work is in the range. */
export interface Contributor {
  name: string
  login: string | null
  /** Whether this is their first contribution; null when the host cannot tell. */
  first: boolean | null
}

/** Who wrote the words, and what it cost. */
export interface WriterReport {
  engine: EntryWriter
  model: string | null
  usage: ModelUsage | null
  fallback: { reason: string; entries: number } | null
}

/** The range as the answer shows it. */
export interface AnsweredRange {
  fromRef: string
  toRef: string
  fromSha: string | null
  toSha: string
  compareUrl: string | null
  relation: Relation
}

/** The answer of every surface. */
export interface Answer {
  success: true
  changelog: string
  commitCount: number
  format: Format
  range: AnsweredRange
  writer: WriterReport
  /** A sentence or two about the whole, where it was asked for and could be had. */
  summary: string | null
  /** The project's own habit, where its changelog tells enough of it; null where only the common one was followed. */
  houseStyle: HouseReport | null
  entries: Entry[]
  omitted: Omission[]
  contributors: Contributor[]
  warnings: Warning[]
}

/** What a language model is asked: what never changes, the evidence of this time, the shape of the answer. */
export interface ModelQuestion {
  /** The part that is the same for every question of a kind; it comes first, so that gateways can cache it. */
  instructions: string
  evidence: string
  answer: { name: string; schema: Record<string, unknown> }
  maxOutputTokens: number
  signal: AbortSignal
  /** The moment, by the clock, after which no answer is of use. */
  deadlineAt: number
  /** Gets the answer piece by piece while it is written; after another attempt it begins anew with `restart`. */
  onText: (piece: string) => void
  onRestart: () => void
}

/** What a language model cost. */
export interface ModelUsage {
  inputTokens: number
  outputTokens: number
  cost?: number | undefined
}

/** A whole answer of a language model; half ones are problems. */
export interface ModelReply {
  text: string
  model: string
  usage: ModelUsage | null
}

/** What a gateway asks for a million tokens, in its own currency. */
export interface ModelPrice {
  input: number
  output: number
}

/** A language model behind its gateway, with a key that pays. */
export interface Gateway {
  readonly model: string
  ask(question: ModelQuestion): Promise<ModelReply>
  /** The price, where the gateway tells it. */
  price(signal: AbortSignal): Promise<ModelPrice | null>
  /** Remembers an answer that was of use, for whoever asks the very same again. */
  keep(question: ModelQuestion, reply: ModelReply): void
}

/** The evidence of a range, before anybody words it. */
export interface ChangesAnswer
  extends Pick<
    Answer,
    'success' | 'commitCount' | 'range' | 'houseStyle' | 'omitted' | 'contributors' | 'warnings'
  > {
  version: string | null
  date: string | null
  changes: (Omit<Change, 'type' | 'sources' | 'authors'> & { authors: string[]; texts: string[] })[]
  /** What asking a language model for the words would take. */
  plan: ModelPlan
  layout: Layout
}

/** What a text is printed with beside its entries, so that others can print the same. */
interface Layout {
  web: WebAddress | null
  releaseConfig: ReleaseConfig | null
  /** The beginning of the repository's own changelog. */
  changelog: ChangelogFile | null
}

/** What is wrong with sent notes, if anything. */
export interface NotesCheck extends Pick<Answer, 'commitCount' | 'range' | 'warnings'> {
  ok: boolean
  /** The first faults; `faultCount` tells how many there are. */
  faults: { pointer: string; detail: string }[]
  faultCount: number
  /** How many changes neither an entry nor an omission is about. */
  uncovered: number
}

/** A change as its writer sees it: what is needed to word it, and no more. */
export interface EvidenceItem {
  id: string
  title: string
  scope?: string
  body?: string
  /** Set when the body is longer than what is shown. */
  bodyCut?: true
  labels?: string[]
  paths?: string[]
  category: string
  breaking?: true
  /** What the rules would write. */
  rules: string
}

/** A change on a page for an agent. */
export interface PagedChange extends EvidenceItem {
  /** Whether it cannot be left out: it breaks, removes or deprecates something, or is a matter of security. */
  mustTell?: true
  /** Some of its commits, abbreviated. */
  commits: string[]
  pullRequests?: number[]
}

/** The changes of a range as far as a budget of tokens goes. */
export interface ChangesPage extends Pick<Answer, 'commitCount' | 'range' | 'warnings'> {
  version: string | null
  date: string | null
  /** How many changes all pages hold together. */
  changeCount: number
  changes: PagedChange[]
  /** How many commits are left out, by reason. */
  omittedCounts: Partial<Record<OmissionReason, number>>
  /** The commits that are left out, where they were asked for. */
  omitted: { commit: string; subject: string; reason: OmissionReason }[]
  /** Entries that the project published before, for its voice; on the first page only. */
  pastEntries: string[]
  /** What brings the next page; null on the last. */
  nextCursor: string | null
}

/** The ends of a range, and the releases that could be others. */
export interface RangeAnswer extends Pick<Answer, 'warnings'> {
  repoFullName: string
  range: Omit<AnsweredRange, 'relation'>
  version: string | null
  date: string | null
  /** Null where the host has no count of its own. */
  commitCount: number | null
  /** The newest tags. */
  tags: RefName[]
}

/** What a project lists of what it does, counted over the releases that were learned from. */
export interface HouseHabit {
  /** By the type that authors write; null for changes without one. */
  kinds: { kind: string | null; changes: number; listed: number }[]
  /** What speaks for a change to be listed, and what against it, the strongest first. */
  more: { words: string; changes: number; listed: number }[]
  less: { words: string; changes: number; listed: number }[]
}

/** A heading of a project's changelog, and the type that it stands for; null where it is none of the six. */
export interface HouseHeading {
  heading: string
  category: Category | null
  entries: number
}

/** How a project words its notes. */
export interface HouseVoice {
  /** Its newest entries, without references. */
  entries: string[]
  /** The usual length of an entry in characters; null where there are too few. */
  length: number | null
  /** How many of those that were read end with a full stop. */
  stops: number
  read: number
  /** The words that they begin with most often. */
  openings: string[]
}

/** What is known of the way in which a project writes its notes. */
export interface HouseStyleAnswer {
  /** The project's own changelog; null when it has none. */
  path: string | null
  /** From how much was learned, as in an answer; null where the changelog tells too little. */
  houseStyle: HouseReport | null
  habit: HouseHabit | null
  headings: HouseHeading[]
  voice: HouseVoice
}

/** A sign of life while an answer is made. */
export interface Progress {
  stage: Stage
  done: number
  total: number | null
  /** Before a language model is asked: what that will take. */
  plan?: ModelPlan
  /** While it is asked: what it has taken so far. */
  spent?: ModelUsage & { calls: number }
}

/** What asking a language model for the words will take, by estimate. */
export interface ModelPlan {
  model: string
  calls: number
  inputTokens: number
  outputTokens: number
  /** In the gateway's currency; null where it tells no prices. */
  cost: number | null
  /** How many changes have texts so long that only their beginning is sent. */
  cutTexts: number
}

/** What a generation needs from outside. */
export interface World {
  host: Host
  token: string | null
  /** The language model to ask; null when the rules write. */
  gateway: Gateway | null
  maxCommits: number
  signal: AbortSignal
  deadlineAt: number
  onProgress: (progress: Progress) => void
  onEntry: (entry: Entry) => void
  /** What was made once under these words; it is made when it is not known. */
  remember: <Made>(words: string[], make: () => Promise<Made>) => Promise<Made>
}

/** What became of notes that were to be published. */
export interface Published {
  kind: 'release' | 'pull_request'
  action: 'created' | 'updated' | 'unchanged'
  state: 'draft' | 'published' | 'open' | 'none'
  /** Where it is seen; null when nothing was to be done and there is nothing. */
  url: string | null
}
