import type { Host } from '../core/host.ts'
import type { ChangelogFile } from '../core/project-files.ts'
import { configPaths } from '../core/repository-config.ts'
import type { HttpClient } from '../http-client/http-client.ts'
import { trimTrailingSlashes } from '../text/url.ts'
import type { RootFile } from './git-wire/read-file.ts'
import { openWireRepository } from './git-wire/wire.ts'
import { changedFilesUnknown, noDetails, pageOfList, publishingUnsupported } from './host-defaults.ts'
import { changelogPaths, decodeStart, typeConfigPaths } from './project-files.ts'

interface GitHostOptions {
  name: string
  /** The URL below which repositories are, such as `https://git.example.org`. */
  url: string
  httpClient: HttpClient
}

/** A host of kind `git`: any git server, without pull requests, logins and releases. */
export function gitHost({ name, url, httpClient }: GitHostOptions): Host {
  return {
    name,
    kind: 'git',
    openPublisher: async () => {
      throw publishingUnsupported(name)
    },
    // Git's protocol cannot list repositories.
    listRepositories: async () => ({ items: [], nextPage: null }),
    async open(access) {
      const { repoFullName } = access
      const gitUrl = `${trimTrailingSlashes(url)}/${repoFullName}.git`
      const wire = openWireRepository({ ...access, httpClient, url: gitUrl, user: 'git' })
      await wire.checkAccess()
      return {
        fullName: repoFullName,
        web: null,
        shallow: false,
        resolveRefs: wire.resolveRefs,
        commits: (range, limit) => wire.commits(range, limit),
        ancestors: (sha, limit) => wire.ancestors(sha, limit),
        past: (sha, most) => wire.past(sha, most),
        tags: () => wire.tags(),
        count: async () => null,
        changedFiles: (commits) => wire.changedPaths(commits),
        changedBetween: (range) => wire.changedBetween(range),
        contents: (ids, limits) => wire.contents(ids, limits),
        details: async (commits, toSha) => {
          const lists = [changelogPaths, typeConfigPaths, ...configPaths.map((path) => [path])]
          const [changedPaths, [changelog, typeConfig, ...configFiles]] = await Promise.all([
            wire.changedPaths(commits),
            wire.firstFiles(toSha, lists),
          ])
          return {
            ...noDetails,
            changedPaths,
            changelog: toChangelogFile(changelog),
            typeConfig: toChangelogFile(typeConfig),
            configFiles: configFiles.flatMap((file) => toChangelogFile(file) ?? []),
            warnings: changedFilesUnknown(commits, changedPaths),
          }
        },
        listRefs: async (query) => pageOfList(await wire.refs(), query),
      }
    },
  }
}

function toChangelogFile(file: RootFile | null | undefined): ChangelogFile | null {
  return file ? { path: file.path, text: decodeStart(file.bytes) } : null
}
