import type { Host } from '../core/host.ts'
import type { FileChange, HostRelease, OpenRequest, Publisher, ReleaseDraft } from '../core/publisher.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Something that would be sent to a host. */
export interface PlannedWrite {
  /** What would happen, as a sentence. */
  action: string
  /** The text that would be sent: that of a release or pull request, or the diff of a file. */
  text: string
  isDiff: boolean
}

/** Returns a host that reads like the given one and writes nothing, and the list of what would be written. */
export function planWrites(host: Host): { host: Host; writes: PlannedWrite[] } {
  const writes: PlannedWrite[] = []
  const note = (action: string, text: string) => void writes.push({ action, text, isDiff: false })
  const planned: Host = {
    name: host.name,
    kind: host.kind,
    listRepositories: (query, access) => host.listRepositories(query, access),
    open: (access) => host.open(access),
    openPublisher: async (access) => planPublisher(await host.openPublisher(access), writes, note),
  }
  return { host: planned, writes }
}

function planPublisher(
  publisher: Publisher,
  writes: PlannedWrite[],
  note: (action: string, text: string) => void,
): Publisher {
  return {
    ...publisher,
    createRelease: async (release) => {
      const { tag, text, draft } = release
      note(`Would create the ${draft ? 'draft ' : ''}release ${tag}.`, text)
      return createdRelease(release)
    },
    changeRelease: async (id, { text, draft, name, prerelease }) => {
      note(`Would update the ${draft ? 'draft ' : ''}release ${name ?? id}.`, text)
      return { ...createdRelease({ tag: id, name: name ?? '', text, draft, prerelease, target: null }), id }
    },
    writeFile: async (change: FileChange) => {
      const { path, text, branch, isNewBranch, base } = change
      const before = await publisher.readFile(path, isNewBranch ? base : branch)
      const where = isNewBranch ? `the new branch ${branch} (from ${base})` : `the branch ${branch}`
      const diff = unifiedDiff(path, before?.text ?? null, text)
      writes.push({ action: `Would change ${path} on ${where}.`, text: diff, isDiff: true })
    },
    openRequest: async ({ branch, base, title, body }) => {
      note(`Would open the pull request "${title}" from ${branch} into ${base}.`, `${body}\n`)
      return plannedRequest
    },
    changeRequest: async (number, { title, body }) => {
      note(`Would update the pull request ${number} "${title}".`, `${body}\n`)
    },
    closeRequest: async (number) => note(`Would close the pull request ${number}.`, ''),
    deleteBranch: async (name) => note(`Would delete the branch ${name}.`, ''),
    deleteRelease: async (id) => note(`Would delete the draft release ${id}.`, ''),
  }
}

const plannedRequest: OpenRequest = { number: 0, url: '', title: '', body: '' }

function createdRelease({ tag, name, text, draft, prerelease }: ReleaseDraft): HostRelease {
  return { id: tag, tag, name, text, draft, prerelease, url: '' }
}
