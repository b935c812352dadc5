/** A repository that the caller's token may change. */
export interface Publisher {
  readonly defaultBranch: string
  /** Whether the host has draft releases. */
  readonly hasDrafts: boolean
  /** Whether the token can write, without trying it; null if the host does not say. */
  mayWrite(): Promise<boolean | null>
  /** The newest releases, drafts included if the token can see them; at most one page of the host. */
  listReleases(): Promise<HostRelease[]>
  findRelease(tag: string): Promise<HostRelease | null>
  createRelease(release: ReleaseDraft): Promise<HostRelease>
  changeRelease(id: string, change: ReleaseChange): Promise<HostRelease>
  /** The drafts that the token can see; none where the host has no drafts. */
  listDrafts(): Promise<HostRelease[]>
  deleteRelease(id: string): Promise<void>
  hasBranch(name: string): Promise<boolean>
  deleteBranch(name: string): Promise<void>
  readFile(path: string, branch: string): Promise<HostFile | null>
  writeFile(change: FileChange): Promise<void>
  findRequest(branch: string, base: string): Promise<OpenRequest | null>
  openRequest(request: { branch: string; base: string; title: string; body: string }): Promise<OpenRequest>
  changeRequest(number: number, change: { title: string; body: string }): Promise<void>
  closeRequest(number: number): Promise<void>
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
  /** Whether the host shows it as the latest release; by default the host decides by version and date. */
  latest?: boolean | undefined
}

/** What becomes of a release that is there; its name stays when none is given, and it stays a pre-release. */
export interface ReleaseChange {
  text: string
  draft: boolean
  name: string | null
  prerelease: boolean
  latest?: boolean | undefined
  /** Another tag, which only a draft can get. */
  tag?: string
}

/** A release as its host has it. */
export interface HostRelease {
  id: string
  tag: string
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
export interface FileChange {
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
  title: string
  body: string
}

/** What became of notes that were to be published. */
export interface Published {
  kind: 'release' | 'pull_request' | 'file'
  action: 'created' | 'updated' | 'unchanged'
  state: 'draft' | 'published' | 'open' | 'written' | 'none'
  /** Where it is seen; null when nothing was to be done and there is nothing. */
  url: string | null
  /** What would change, if nothing was to be written. */
  preview?: ChangePreview
}

/** A change of a file that was not made. */
export interface ChangePreview {
  path: string
  /** The branch that it would be made for; null for a file of the working tree. */
  base: string | null
  /** Null if the file does not exist. */
  before: string | null
  after: string
  /** The open pull request that would be updated. */
  pullRequest: number | null
}
