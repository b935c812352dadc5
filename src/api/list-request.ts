import { z } from 'zod'
import { findRepoNameError } from '../git/ref-names.ts'
import { parseRequest } from './parse-request.ts'

const page = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 on')
  .optional()
  .describe('The page, from 1.')
const query = z.string().max(100).optional().describe('Only names that contain these letters.')
const host = z
  .string()
  .min(1)
  .max(60)
  .optional()
  .describe("The name of a configured host; the operator's default when left out.")

/** What `GET /api/v1/repos` takes. */
export const reposQuery = z.object({ host, q: query, page })

/** What `GET /api/v1/refs` takes. */
export const refsQuery = reposQuery.extend({
  repo: z
    .string({ error: 'is required: the repository, as owner/repo' })
    .superRefine((name, context) => {
      const fault = findRepoNameError(name)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
    .describe('The repository, as `owner/repo`.'),
})

/** Reads the question of a picker; every fault is listed before it is refused. */
export function readListRequest(given: unknown, needsRepo: boolean) {
  const read = parseRequest(needsRepo ? refsQuery : reposQuery, given)
  const { host, q = '', page = '1' } = read
  const repo = 'repo' in read ? String(read.repo) : ''
  return { host: host ?? null, query: q, page: Number(page), repo }
}
