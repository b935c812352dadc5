import { Problem } from '../../core/errors.ts'
import type { Access, Host } from '../../core/host.ts'
import type { Listing, ListQuery, RefName } from '../../core/listing.ts'
import type { Publisher } from '../../core/publisher.ts'
import type { CommitRange } from '../../core/range.ts'
import type { Repository } from '../../core/repository.ts'
import { type Warning, warn } from '../../core/warnings.ts'
import type { HostKind } from '../../core/web-address.ts'
import { type FileSource, findOwnFiles, tryOwnFiles } from '../changelog-file.ts'
import { filesUnknown } from '../files-unknown.ts'
import { openWire, type Wire } from '../git-wire/wire.ts'
import { publishesNothing } from '../publishes-nothing.ts'
import { findFirstTimers } from './first-timers.ts'
import type { Dialect } from './problems.ts'
import { commitsOverRest, type RangeSource } from './range.ts'
import { lookUpOverRest, type RefSource } from './refs.ts'
import { type Found, findRequests, joinLogins, type RequestSource } from './requests.ts'
import { openRestClient, type RestClient } from './rest-client.ts'
import type { RestOptions } from './rest-transport.ts'

/** All that a kind of host must answer for one repository. */
export interface RestSource extends RefSource, RangeSource, RequestSource, FileSource {
  /** A page of the tags, or of the branches, whose names contain some letters. */
  listRefs(kind: RefName['kind'], question: ListQuery): Promise<Listing<RefName>>
  /** The logins that the host told beside the commits, by e-mail address. */
  readonly logins: Map<string, string>
}

/** A kind of host that is read over REST. */
export interface RestKind {
  kind: HostKind
  dialect: Dialect
  /** The name that goes with a token where git is asked. */
  gitUser: string
  /** Asks for the repository itself, so that nothing is shown to a caller who may not see it. */
  open(line: RestClient, access: Access): Promise<RestSource>
  listRepositories(line: RestClient, question: ListQuery): Promise<Listing<string>>
  /** Opens it for changes; null for a kind that has no releases. */
  openPublisher: ((line: RestClient, access: Access) => Promise<Publisher>) | null
}

/** A host of a kind, at the address it is configured with. */
export function restHost(options: RestOptions, restKind: RestKind): Host {
  const { kind, dialect, gitUser, open, listRepositories, openPublisher } = restKind
  return {
    name: options.name,
    kind,
    listRepositories: (question, access) =>
      listRepositories(
        openRestClient(options, dialect, { ...access, repoFullName: 'your repositories' }),
        question,
      ),
    async openPublisher(access) {
      if (!openPublisher) throw publishesNothing(options.name)
      return openPublisher(openRestClient(options, dialect, access), access)
    },
    async open(access) {
      const url = `${options.url.replace(/(?<!\/)\/+$/, '')}/${access.repoFullName}`
      const wire = openWire({ ...access, httpClient: options.httpClient, url: `${url}.git`, user: gitUser })
      const rest = await open(openRestClient(options, dialect, access), access)
      const { repoFullName: fullName, signal } = access
      const source = { ...rest, count: (range: CommitRange) => countOf(range, { rest, wire, signal }) }
      return asRepository(source, wire, { fullName, web: { kind, url }, signal })
    },
  }
}

/** Where the API does not count a range, git does; where git is shut too, nobody. */
async function countOf(
  range: CommitRange,
  { rest, wire, signal }: { rest: RestSource; wire: Wire; signal: AbortSignal },
) {
  const told = await rest.count(range)
  if (told !== null) return told
  try {
    return await wire.count(range)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem)) throw error
    return null
  }
}

function asRepository(
  source: RestSource,
  wire: Wire,
  { signal, ...names }: Pick<Repository, 'fullName' | 'web'> & Pick<Access, 'signal'>,
): Repository {
  return {
    ...names,
    shallow: false,
    lookUp: (fromRef, toRef) => lookUpOverRest(source, fromRef, toRef),
    commits: (range, limit) => commitsOverRest(source, range, limit),
    past: (sha, most) => wire.past(sha, most),
    count: (range) => source.count(range),
    async listRefs(question) {
      const [tags, branches] = await Promise.all([
        source.listRefs('tag', question),
        source.listRefs('branch', question),
      ])
      // Both lists go on side by side, so that a picker has branches before the thousandth tag.
      return { items: [...tags.items, ...branches.items], nextPage: tags.nextPage ?? branches.nextPage }
    },
    async details(commits, toSha) {
      const [found, changedPaths, file] = await Promise.all([
        findRequests(source, commits),
        wire.changedPaths(commits),
        tryOwnFiles(signal, () => findOwnFiles(source, toSha)),
      ])
      const first = await findFirstTimers(source, found, signal)
      const told = commits.flatMap(({ author: { email } }) => {
        const login = source.logins.get(email)
        return login === undefined ? [] : [{ email, login }]
      })
      return {
        pullRequests: found.pullRequests(),
        changedPaths,
        logins: joinLogins(told, found.logins()),
        firstTimers: first.logins,
        releaseConfig: null,
        typeConfig: file.typeConfig,
        changelog: file.changelog,
        warnings: [
          ...unaskedWarning(found),
          ...filesUnknown(commits, changedPaths),
          ...file.warnings,
          ...first.warnings,
        ],
      }
    },
  }
}

function unaskedWarning({ unasked }: Found): Warning[] {
  if (unasked === 0) return []
  return [warn('pull-requests-unknown', { because: 'not-on-pages-read', commits: unasked })]
}
