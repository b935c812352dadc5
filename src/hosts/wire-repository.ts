import type { ChangelogFile } from '../core/project-files.ts'
import type { Repository } from '../core/repository.ts'
import { configPaths } from '../core/repository-config.ts'
import { type Warning, warn } from '../core/warnings.ts'
import type { RootFile } from './git-wire/read-file.ts'
import type { WireRepository } from './git-wire/wire.ts'
import { changedFilesUnknown, noDetails, pageOfList } from './host-defaults.ts'
import { changelogPaths, decodeStart, typeConfigPaths } from './project-files.ts'

/** A repository that is read over git's protocol alone, without pull requests and logins. */
export function wireRepository(
  wire: WireRepository,
  names: Pick<Repository, 'fullName' | 'web'>,
  warnings: Warning[] = [],
): Repository {
  return {
    ...names,
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
      const [changedPaths, files] = await Promise.all([
        wire.changedPaths(commits),
        wire.firstFiles(toSha, lists),
      ])
      const [changelog, typeConfig, ...configFiles] = files ?? []
      return {
        ...noDetails,
        changedPaths,
        changelog: toChangelogFile(changelog),
        typeConfig: toChangelogFile(typeConfig),
        configFiles: configFiles.flatMap((file) => toChangelogFile(file) ?? []),
        warnings: [
          ...warnings,
          ...changedFilesUnknown(commits, changedPaths),
          ...(files ? [] : [warn('changelog-unread', { reason: filesUnread, withConfig: true })]),
        ],
      }
    },
    listRefs: async (query) => pageOfList(await wire.refs(), query),
  }
}

const filesUnread =
  'The git server failed, or sends the files of a commit only together with more than 32 MB of others. Set `uploadpack.allowFilter` on the server, or use a clone.'

function toChangelogFile(file: RootFile | null | undefined): ChangelogFile | null {
  return file ? { path: file.path, text: decodeStart(file.bytes) } : null
}
