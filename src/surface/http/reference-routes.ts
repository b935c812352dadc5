import type { FastifyInstance } from 'fastify'
import { type ProblemCode, problems } from '../../errors.ts'
import { problemAddress } from './problem-document.ts'
import { pageStyle, referencePage, styleHash } from './reference-page.ts'

/** The one style that the page's content security policy lets through. */
export const pageStyleHash = styleHash(pageStyle)

/** The OpenAPI document, the page that shows it, and a page for each problem. */
export function addReferenceRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  app.get('/api/v1/openapi.json', hidden, async () => app.swagger())
  app.get('/docs', hidden, async (_request, reply) => {
    const page = referencePage(app.swagger() as Parameters<typeof referencePage>[0])
    return reply.type('text/html; charset=utf-8').send(page)
  })
  for (const [code, row] of Object.entries(problems) as [ProblemCode, (typeof problems)[ProblemCode]][]) {
    app.get(problemAddress(code), hidden, async () => ({ code, title: row.title, status: row.status }))
  }
}
