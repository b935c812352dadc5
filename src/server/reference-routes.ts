import type { FastifyInstance } from 'fastify'
import { type ProblemCode, problems } from '../core/errors.ts'
import { llmsFullText, llmsText } from './llms-text.ts'
import { problemPath } from './problem-document.ts'
import type { ReferenceDocument } from './reference-document.ts'
import { pageStyle, renderReferencePage, styleHash } from './reference-page.ts'

/** The hash of the only style sheet that the content security policy allows. */
export const pageStyleHash = styleHash(pageStyle)

/** Adds the OpenAPI document, the reference as HTML and as text, and a route for each problem type. */
export function addReferenceRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  const documents: Record<string, { type: string; write: (document: ReferenceDocument) => string }> = {
    '/api/v1/openapi.json': { type: 'application/json', write: (document) => JSON.stringify(document) },
    '/docs': { type: 'text/html', write: renderReferencePage },
    '/llms.txt': { type: 'text/plain', write: llmsText },
    '/llms-full.txt': { type: 'text/plain', write: llmsFullText },
  }
  for (const [path, { type, write }] of Object.entries(documents)) {
    // These routes need no token, so each document is built once: requests for it must be cheap.
    let text: string | null = null
    app.get(path, hidden, async (_request, reply) => {
      text ??= write(app.swagger() as unknown as ReferenceDocument)
      return reply.type(`${type}; charset=utf-8`).serializer(String).send(text)
    })
  }
  for (const [code, row] of Object.entries(problems) as [ProblemCode, (typeof problems)[ProblemCode]][]) {
    app.get(problemPath(code), hidden, async () => ({ code, title: row.title, status: row.status }))
  }
}
