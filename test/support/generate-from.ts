import { parseGenerateRequest } from '../../src/api/generate-request.ts'
import { generate } from '../../src/app/generate.ts'
import type { Answer } from '../../src/core/answer.ts'
import { nameOfRoot } from '../../src/hosts/local/find-folder.ts'
import { localHost } from '../../src/hosts/local/local.ts'
import { quietContext } from './quiet-context.ts'

/** Generates notes for a repository in a folder from a request body; `repoFullName` is optional. */
export async function generateFrom(path: string, body: Record<string, unknown> = {}): Promise<Answer> {
  const repoFullName = body.repoFullName ?? (await nameOfRoot(path))
  const { request, warnings } = parseGenerateRequest({ ...body, repoFullName })
  const answer = await generate(request, {
    host: localHost({ root: path, token: null, searchPath: process.env.PATH ?? '' }),
    token: null,
    ...quietContext,
    maxCommits: 100_000,
  })
  return { ...answer, warnings: [...warnings, ...answer.warnings] }
}
