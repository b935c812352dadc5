import { z } from 'zod'
import { problems } from '../core/errors.ts'
import { hostKinds } from '../core/web-address.ts'
import { repoName, singleLine } from './field-schemas.ts'
import { parseRequest } from './parse-request.ts'

/** The body of `POST /api/v1/doctor`. */
export const doctorRequestSchema = z.object({
  host: singleLine(60)
    .optional()
    .describe("The name of a configured host. Default: the operator's default host."),
  repoFullName: repoName
    .optional()
    .describe('The repository to check, as `owner/repo`. Without it only the token is checked.'),
  repo: repoName.optional().describe('Alias of `repoFullName`.'),
})

const codes = Object.keys(problems) as [keyof typeof problems, ...(keyof typeof problems)[]]

/** The answer of `POST /api/v1/doctor`. */
export const diagnosisSchema = z
  .object({
    success: z.literal(true),
    host: z.string().describe('The name of the host.'),
    kind: z.enum(hostKinds),
    repoFullName: z.string().nullable(),
    ok: z
      .boolean()
      .describe('Whether notes can be generated; without a repository, whether the host accepts the token.'),
    steps: z.array(
      z.object({
        id: z.enum([
          'token',
          'repositories',
          'repository',
          'refs',
          'commits',
          'git',
          'details',
          'publishing',
        ]),
        status: z
          .enum(['ok', 'warning', 'failed', 'skipped'])
          .describe('`warning` if notes would have all commits, and something else would be missing.'),
        detail: z.string().describe('What works, or what failed and how to fix it.'),
        code: z.enum(codes).nullable().describe('The code of the problem; null if there is none.'),
        milliseconds: z.int(),
        requests: z
          .array(
            z.object({
              method: z.string(),
              path: z.string().describe('The path and query; tokens are sent in headers only.'),
              status: z.int().nullable().describe('Null if there was no response.'),
              milliseconds: z.int(),
              bytes: z.int(),
            }),
          )
          .describe('The requests to the host that this step sent.'),
      }),
    ),
  })
  .describe('The steps of the check, in their order.')

/** A parsed request for a diagnosis. */
export interface DoctorRequest {
  host: string | null
  repoFullName: string | null
}

/** Parses a request for a diagnosis; an error lists every fault. */
export function parseDoctorRequest(body: unknown): DoctorRequest {
  const { host, repoFullName, repo } = parseRequest(doctorRequestSchema, body ?? {})
  return { host: host ?? null, repoFullName: repoFullName ?? repo ?? null }
}
