import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { packageFolder } from '../config/package-folder.ts'

/** Where `npm run build:web` puts the editor. */
export const builtEditor = join(packageFolder, 'web/dist')

/** What the editor may do: load its own files and ask its own service, nothing else. */
const editorPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Notewright</title></head>
<body>
<main>
<h1>The editor is not built yet</h1>
<p>Run <code>npm run build:web</code> and start the service again; <code>npm start</code> does both.</p>
<p>The interface for programs works without it: see its <a href="/docs">reference</a>.</p>
</main>
</body>
</html>
`

/** `GET /` and the files of the editor; without a build a page that says how to make one. */
export async function addEditorRoutes(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', { schema: { hide: true } }, async (_request, reply) =>
      reply.code(503).type('text/html; charset=utf-8').send(notBuilt),
    )
    return
  }
  await app.register(serveFiles, {
    root: folder,
    // Each file is a route of its own, so that everything else is answered as anywhere in the service.
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      reply.header('content-security-policy', editorPolicy)
      // The names of these files change with what is in them.
      const kept = /[/\\]assets[/\\]/.test(path)
      reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
