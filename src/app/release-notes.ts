import type { GenerateContext } from '../core/generate-context.ts'
import type { Published } from '../core/publisher.ts'
import type { Warning } from '../core/warnings.ts'
import { findStart } from '../history/previous-release.ts'
import { generate } from './generate.ts'
import { proposeChangelog, publishRelease } from './publish-release.ts'
import { sectionNotes, type UpdateRequest } from './update-changelog.ts'

/** How notes are to be published. */
export interface ReleaseOptions {
  tag: string
  name: string | null
  prerelease: boolean
  publish: boolean
}

/** Something published, and what to know about it. */
export type ReleasedNotes = Published & { warnings: Warning[] }

/** The story of a release: the notes of a range, made a draft release of its host. */
export async function releaseNotes(
  request: Omit<UpdateRequest, 'path'>,
  options: ReleaseOptions,
  context: GenerateContext,
): Promise<ReleasedNotes> {
  const access = { ...context, repoFullName: request.repoFullName }
  const repository = await context.host.open(access)
  const { fromRef } = await findStart(repository, request)
  const answer = await generate({ ...request, fromRef, format: 'hosting_release', part: 'document' }, context)
  const published = await publishRelease(context.host, access, {
    ...options,
    text: answer.changelog,
    target: request.toRef === 'HEAD' || request.toRef === options.tag ? null : answer.range.toSha,
  })
  return { ...published, warnings: answer.warnings }
}

/** The story of a proposal: the notes of a range, brought into the changelog by a pull request. */
export async function proposeNotes(
  request: UpdateRequest,
  base: string | null,
  context: GenerateContext,
): Promise<ReleasedNotes> {
  const { notes, sources, warnings } = await sectionNotes(request, context)
  const access = { ...context, repoFullName: request.repoFullName }
  const published = await proposeChangelog(context.host, access, {
    text: notes,
    path: request.path,
    base,
    sources,
  })
  return { ...published, warnings }
}
