import type { FastifyInstance } from 'fastify'
import { type ProblemCode, problems } from '../../errors.ts'
import { llmsFullText, llmsText } from './llms-text.ts'
import { problemAddress } from './problem-document.ts'
import type { ReferenceDocument } from './reference-document.ts'
import { pageStyle, referencePage, styleHash } from './reference-page.ts'

/** The one style that the page's content security policy lets through. */
export const pageStyleHash = styleHash(pageStyle)

/** The OpenAPI document, the page and the texts that show it, and a page for each problem. */
export function addReferenceRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  app.get('/api/v1/openapi.json', hidden, async () => app.swagger())
  app.get('/docs', hidden, async (_request, reply) => {
    return reply.type('text/html; charset=utf-8').send(referencePage(documentOf(app)))
  })
  const texts = { '/llms.txt': llmsText, '/llms-full.txt': llmsFullText }
  for (const [path, write] of Object.entries(texts)) {
    app.get(path, hidden, async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .serializer(String)
        .send(write(documentOf(app))),
    )
  }
  for (const [code, row] of Object.entries(problems) as [ProblemCode, (typeof problems)[ProblemCode]][]) {
    app.get(problemAddress(code), hidden, async () => ({ code, title: row.title, status: row.status }))
  }
}

function documentOf(app: FastifyInstance): ReferenceDocument {
  return app.swagger() as ReferenceDocument
}
