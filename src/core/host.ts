import type { Deadline } from './deadline.ts'
import type { RunHeavy } from './heavy-work.ts'
import type { Listing, ListQuery } from './listing.ts'
import type { Publisher } from './publisher.ts'
import type { Repository } from './repository.ts'
import type { HostKind } from './web-address.ts'

/** What a request to a host needs. */
export interface Access extends Deadline {
  repoFullName: string
  token: string | null
  /** Runs heavy work in other threads; absent if there are none. */
  runHeavy?: RunHeavy | undefined
}

/** A service or folder that holds repositories. */
export interface Host {
  readonly name: string
  readonly kind: HostKind
  /** The names of the repositories that a token can see. */
  listRepositories(query: ListQuery, access: Omit<Access, 'repoFullName'>): Promise<Listing<string>>
  /** Opens a repository for a token, or throws when the host would not show it to its bearer. */
  open(access: Access): Promise<Repository>
  /** Opens it for writing releases and pull requests, or throws where the host has none. */
  openPublisher(access: Access): Promise<Publisher>
  /** Opens a text file of the working tree; absent if the repository is not on this machine. */
  openFile?: ((access: Access, path: string) => Promise<WorkingFile>) | undefined
}

/** A text file of a working tree on this machine. */
export interface WorkingFile {
  /** Null if the file does not exist yet. */
  bytes: Uint8Array | null
  /** Replaces the file, unless another program changed it since it was opened. */
  replace: (text: string) => Promise<void>
}

/** A host as the operator configures it. */
export interface HostSetting {
  name: string
  kind: Exclude<HostKind, 'local'>
  /** The base of its web pages and of its repositories over git. */
  url: string
  apiUrl: string
  graphqlUrl: string
  /** The user name that git sends with a token; only for hosts of the kind `git`. */
  user?: string | undefined
}
