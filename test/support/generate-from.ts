import { parseGenerateRequest } from '../../src/api/generate-request.ts'
import { generate } from '../../src/app/generate.ts'
import type { Answer } from '../../src/core/answer.ts'
import { findStart } from '../../src/history/previous-release.ts'
import { nameOfRoot } from '../../src/hosts/local/find-folder.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { quietContext } from './quiet-context.ts'

/**
 * Generates notes for a repository in a folder from a request body; `repoFullName` is optional. With a `fromRef` of
 * null the notes start after the previous release, as in `notewright update`.
 */
export async function generateFrom(path: string, body: Record<string, unknown> = {}): Promise<Answer> {
  const repoFullName = body.repoFullName ?? (await nameOfRoot(path))
  const { fromRef, ...rest } = body
  const sent = fromRef === null ? rest : body
  const { request, warnings } = parseGenerateRequest({ ...sent, repoFullName })
  const context = {
    host: localHost({ root: path, token: null, searchPath: process.env.PATH ?? '' }),
    token: null,
    ...quietContext,
    maxCommits: 100_000,
  }
  const start =
    fromRef === null
      ? await findStart(await context.host.open({ ...context, repoFullName: request.repoFullName }), {
          ...request,
          fromRef,
        })
      : { fromRef: request.fromRef, warnings: [] }
  const answer = await generate({ ...request, fromRef: start.fromRef }, context)
  return { ...answer, warnings: [...warnings, ...start.warnings, ...answer.warnings] }
}
