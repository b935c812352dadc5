import { z } from 'zod'
import { mergeRelease } from '../changelog/merge-release.ts'
import { Problem } from '../core/errors.ts'
import type { Access, Host } from '../core/host.ts'
import type { HostRelease, Published, Publisher } from '../core/publisher.ts'
import { hashText, splitState, withState } from './hidden-state.ts'
import { type ReleaseContent, withoutDrafts } from './publish-release.ts'

const stateName = 'notewright-draft'
const stateSchema = z.object({ package: z.string().nullable(), hash: z.string() })

/** A draft with what is known about it. */
interface KnownDraft {
  release: HostRelease
  /** The text that readers see. */
  text: string
  /** Whether the text is unchanged since it was written; null if we did not write it. */
  isUnedited: boolean | null
  package: string | null
}

const maxAttempts = 3

/**
 * Keeps one draft release current: finds the draft of the tag, or the one that an earlier run wrote, and updates its tag
 * and notes. A text without edits is replaced; an edited one only gets the entries that it does not have.
 */
export function keepDraft(packageName: string | null): typeof publishDraft {
  return (host, access, content) => publishDraft(host, access, { ...content, packageName })
}

type DraftContent = ReleaseContent & { packageName?: string | null }

async function publishDraft(host: Host, access: Access, content: DraftContent): Promise<Published> {
  const publisher = await host.openPublisher(access)
  if (!publisher.hasDrafts) throw withoutDrafts(host)
  const published = await publisher.findRelease(content.tag)
  if (published && !published.draft) {
    throw new Problem(
      'release_published',
      `The release ${content.tag} is already published (${published.url}). Choose another version, or omit --draft to update it with --publish.`,
    )
  }
  for (let attempt = 1; ; attempt += 1) {
    const [draft] = await findDrafts(publisher, content)
    if (draft) return updateDraft(publisher, draft, content)
    try {
      return await createDraft(publisher, content)
    } catch (error) {
      // Another run may have created the draft in the meantime.
      const isConflict = error instanceof Problem && error.code === 'write_refused'
      if (!isConflict || attempt === maxAttempts) throw error
    }
  }
}

/** The drafts of the tag or of earlier runs, the oldest first: where two runs created one each, the oldest counts. */
async function findDrafts(
  publisher: Publisher,
  { tag, packageName = null }: DraftContent,
): Promise<KnownDraft[]> {
  const drafts = (await publisher.listDrafts()).map(readDraft)
  return drafts
    .filter(
      (draft) => draft.release.tag === tag || (draft.isUnedited !== null && draft.package === packageName),
    )
    .toSorted((one, other) => Number(one.release.id) - Number(other.release.id))
}

function readDraft(release: HostRelease): KnownDraft {
  const { text, state } = splitState(release.text, stateName, stateSchema)
  const isUnedited = state && state.hash === hashText(text)
  return { release, text, isUnedited, package: state?.package ?? null }
}

async function createDraft(publisher: Publisher, content: DraftContent): Promise<Published> {
  const { tag, name, prerelease, target, latest } = content
  const created = await publisher.createRelease({
    ...{ tag, prerelease, target, latest, draft: true },
    name: name ?? tag,
    text: mark(content.text, content, true),
  })
  const [first] = await findDrafts(publisher, content)
  // The list may not have the new draft yet.
  if (!first || Number(first.release.id) >= Number(created.id))
    return { kind: 'release', action: 'created', state: 'draft', url: created.url }
  await publisher.deleteRelease(created.id)
  return updateDraft(publisher, first, content)
}

async function updateDraft(
  publisher: Publisher,
  draft: KnownDraft,
  content: DraftContent,
): Promise<Published> {
  const { release } = draft
  const { tag, prerelease } = content
  const isReplaced = draft.isUnedited === true
  const kept = isReplaced ? content.text : mergeRelease(draft.text, content.text, content.sources ?? [])
  const text = mark(isReplaced ? kept : withNewTag(kept, release.tag, tag), content, isReplaced)
  // A title that a person chose stays.
  const name = content.name ?? (release.name === release.tag ? tag : null)
  const isSame =
    hashText(text) === hashText(release.text) &&
    release.tag === tag &&
    (name === null || name === release.name) &&
    (!prerelease || release.prerelease !== false)
  if (isSame) return { kind: 'release', action: 'unchanged', state: 'draft', url: release.url }
  const change = { text, draft: true, name, prerelease, ...(release.tag === tag ? {} : { tag }) }
  const { url } = await publisher.changeRelease(release.id, change)
  return { kind: 'release', action: 'updated', state: 'draft', url: url || release.url }
}

const longestText = 125_000

/** Adds the hidden data, unless the text would become too long for a release. */
function mark(text: string, { packageName = null }: DraftContent, isUnedited: boolean): string {
  const marked = withState(text, stateName, {
    package: packageName,
    hash: isUnedited ? hashText(text) : '',
  })
  return marked.length > longestText ? text : marked
}

/** Updates the link to the comparison, which names the tag of the draft. */
function withNewTag(text: string, before: string, after: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('**Full Changelog**') && line.trimEnd().endsWith(`...${before}`)
        ? `${line.trimEnd().slice(0, -before.length)}${after}`
        : line,
    )
    .join('\n')
}
