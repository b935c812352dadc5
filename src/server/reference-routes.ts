import type { FastifyInstance } from 'fastify'
import { type ProblemCode, problems } from '../core/errors.ts'
import { llmsFullText, llmsText } from './llms-text.ts'
import { problemAddress } from './problem-document.ts'
import type { ReferenceDocument } from './reference-document.ts'
import { pageStyle, referencePage, styleHash } from './reference-page.ts'

/** The one style that the page's content security policy lets through. */
export const pageStyleHash = styleHash(pageStyle)

/** The OpenAPI document, the page and the texts that show it, and a page for each problem. */
export function addReferenceRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  const texts: Record<string, { type: string; write: (document: ReferenceDocument) => string }> = {
    '/api/v1/openapi.json': { type: 'application/json', write: (document) => JSON.stringify(document) },
    '/docs': { type: 'text/html', write: referencePage },
    '/llms.txt': { type: 'text/plain', write: llmsText },
    '/llms-full.txt': { type: 'text/plain', write: llmsFullText },
  }
  for (const [path, { type, write }] of Object.entries(texts)) {
    // Nobody needs a token for them, so they are made once: asking for them must cost next to nothing.
    let text: string | null = null
    app.get(path, hidden, async (_request, reply) => {
      text ??= write(app.swagger() as unknown as ReferenceDocument)
      return reply.type(`${type}; charset=utf-8`).serializer(String).send(text)
    })
  }
  for (const [code, row] of Object.entries(problems) as [ProblemCode, (typeof problems)[ProblemCode]][]) {
    app.get(problemAddress(code), hidden, async () => ({ code, title: row.title, status: row.status }))
  }
}
