import type { Host } from '../core/host.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import type { HttpClient } from '../http-client/http-client.ts'
import { changelogPaths, startOf, typeConfigPaths } from './changelog-file.ts'
import { filesUnknown } from './files-unknown.ts'
import type { RootFile } from './git-wire/read-file.ts'
import { openWire } from './git-wire/wire.ts'
import { noDetails } from './no-details.ts'
import { pageOf } from './page-of.ts'
import { publishesNothing } from './publishes-nothing.ts'

interface GitOptions {
  name: string
  /** The address below which repositories are, such as `https://git.example.org`. */
  url: string
  httpClient: HttpClient
}

/** A host of kind `git`: any git server, of which only the history is known. */
export function gitHost({ name, url, httpClient }: GitOptions): Host {
  return {
    name,
    kind: 'git',
    openPublisher: async () => {
      throw publishesNothing(name)
    },
    // Git's protocol knows one repository at a time.
    listRepositories: async () => ({ items: [], nextPage: null }),
    async open(access) {
      const { repoFullName } = access
      const address = `${url.replace(/(?<!\/)\/+$/, '')}/${repoFullName}.git`
      const wire = openWire({ ...access, httpClient, url: address, user: 'git' })
      await wire.greet()
      return {
        fullName: repoFullName,
        web: null,
        shallow: false,
        lookUp: wire.lookUp,
        commits: (range, limit) => wire.commits(range, limit),
        past: (sha, most) => wire.past(sha, most),
        count: async () => null,
        details: async (commits, toSha) => {
          const [changedPaths, [changelog, typeConfig]] = await Promise.all([
            wire.changedPaths(commits),
            wire.firstFiles(toSha, [changelogPaths, typeConfigPaths]),
          ])
          return {
            ...noDetails,
            changedPaths,
            changelog: asText(changelog),
            typeConfig: asText(typeConfig),
            warnings: filesUnknown(commits, changedPaths),
          }
        },
        listRefs: async (question) => pageOf(await wire.refs(), question),
      }
    },
  }
}

function asText(file: RootFile | null | undefined): ChangelogFile | null {
  return file ? { path: file.path, text: startOf(file.bytes) } : null
}
