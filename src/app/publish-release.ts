import { editChangelog } from '../changelog/edit-changelog.ts'
import type { EntrySource } from '../changelog/match-entries.ts'
import { mergeRelease } from '../changelog/merge-release.ts'
import { parseNotes } from '../changelog/parse-notes.ts'
import { Problem } from '../core/errors.ts'
import type { Access, Host } from '../core/host.ts'
import type { Published, Publisher } from '../core/publisher.ts'

/** Notes that are to be a release of a tag. */
export interface ReleaseWish {
  tag: string
  name: string | null
  text: string
  target: string | null
  prerelease: boolean
  /** Whether it may be seen by everybody; else it waits as a draft. */
  publish: boolean
}

/** A section that is to come into a changelog by a pull request. */
export interface ProposalWish {
  text: string
  path: string
  /** The branch it is for; null for the default one. */
  base: string | null
  /** Where the entries come from, as far as it is known. */
  sources?: EntrySource[]
}

/** Makes a release of notes, a draft unless more was asked; a second time adds only what is new. */
export async function publishRelease(host: Host, access: Access, wish: ReleaseWish): Promise<Published> {
  const publisher = await host.openPublisher(access)
  const { publish, name, prerelease, ...rest } = wish
  const found = await publisher.findRelease(wish.tag)
  if (!found) {
    if (!publish && !publisher.hasDrafts) throw withoutDrafts(host)
    const release = { ...rest, name: name ?? wish.tag, prerelease, draft: !publish }
    const { url, draft } = await publisher.createRelease(release)
    return { kind: 'release', action: 'created', state: draft ? 'draft' : 'published', url }
  }
  const text = mergeRelease(found.text, wish.text)
  const state = found.draft && !publish ? 'draft' : 'published'
  const isNamed = name === null || name === found.name
  const isMarked = !prerelease || found.prerelease !== false
  const isSame = text === found.text && (state === 'draft') === found.draft && isNamed && isMarked
  if (isSame) return { kind: 'release', action: 'unchanged', state, url: found.url }
  if (!found.draft && !publish) throw publishedAlready(wish.tag, found.url)
  const { url } = await publisher.changeRelease(found.id, { text, draft: !publish, name, prerelease })
  return { kind: 'release', action: 'updated', state, url }
}

/** Brings notes into a changelog by a pull request; one that is open is gone on with. */
export async function proposeChangelog(host: Host, access: Access, wish: ProposalWish): Promise<Published> {
  const publisher = await host.openPublisher(access)
  const base = wish.base ?? publisher.defaultBranch
  const label = parseNotes(wish.text)?.label ?? 'changelog'
  const { branch, request } = await findBranch(publisher, base, label)
  const isNewBranch = request === null
  const file = await publisher.readFile(wish.path, isNewBranch ? base : branch)
  const { text, changed } = editChangelog(file?.text ?? '', wish.text, {
    sources: wish.sources ?? [],
  })
  if (!changed) {
    const state = request ? 'open' : 'none'
    return { kind: 'pull_request', action: 'unchanged', state, url: request?.url ?? null }
  }
  const title = `docs: ${label === 'Unreleased' ? 'update the changelog' : `changelog of ${label}`}`
  const { path } = wish
  await publisher.writeFile({
    path,
    text,
    message: title,
    branch,
    base,
    isNewBranch,
    mark: file?.mark ?? null,
  })
  if (request) return { kind: 'pull_request', action: 'updated', state: 'open', url: request.url }
  const body = `The notes of ${label}, for ${path}. Edit them here as you like: what you write is kept.`
  const { url } = await publisher.openRequest({ branch, base, title, body })
  return { kind: 'pull_request', action: 'created', state: 'open', url }
}

const mostBranches = 20

/** A label as a part of a branch's name; git takes neither two dots in a row nor one at the end. */
function asBranchWord(label: string): string {
  const plain = label
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/\.{2,}/g, '.')
  let [start, end] = [0, plain.length]
  while (start < end && '-.'.includes(plain.charAt(start))) start += 1
  while (end > start && '-.'.includes(plain.charAt(end - 1))) end -= 1
  return plain.slice(start, end)
}

/** The branch of an open pull request, or else a name that no branch has: an old branch is left alone. */
async function findBranch(publisher: Publisher, base: string, label: string) {
  const plain = asBranchWord(label)
  for (let count = 1; count <= mostBranches; count += 1) {
    const branch = `notewright/changelog-${plain || 'notes'}${count === 1 ? '' : `-${count}`}`
    const request = await publisher.findRequest(branch, base)
    if (request || !(await publisher.hasBranch(branch))) return { branch, request }
  }
  throw new Problem(
    'write_refused',
    `There are ${mostBranches} branches notewright/changelog-${plain} without an open pull request. Delete them and try again.`,
  )
}

function withoutDrafts({ name }: Host): Problem {
  return new Problem(
    'publishing_unsupported',
    `${name} has no draft releases: what is made there is seen by everybody at once. Ask for it with publish, or for a pull request that updates the changelog.`,
  )
}

function publishedAlready(tag: string, url: string): Problem {
  return new Problem(
    'release_published',
    `The release ${tag} is published already (${url}), and its text lacks entries. Ask with publish to add them there.`,
  )
}
