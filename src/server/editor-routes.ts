import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { packageFolder } from '../config/package.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the editor's files; they are served while the server sheds load. */
    staticFile?: boolean
  }
}

/** Where `npm run build:web` puts the editor. */
export const builtEditor = join(packageFolder, 'web/dist')

/** Allows the editor to load its own files and call its own service, and nothing else. */
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
  // The address of the worker that runs templates; nothing else can become a script.
  'trusted-types template-worker',
].join('; ')

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Notewright</title></head>
<body>
<main>
<h1>The editor is not built yet</h1>
<p>Run <code>npm run build:web</code> and restart the service; <code>npm start</code> does both.</p>
<p>The HTTP API works without it: see the <a href="/docs">API reference</a>.</p>
</main>
</body>
</html>
`

/** Serves `GET /` and the editor's files; without a build, `GET /` returns a page that explains how to make one. */
export async function addEditorRoutes(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', { config: { staticFile: true }, schema: { hide: true } }, async (_request, reply) =>
      reply.code(503).type('text/html; charset=utf-8').send(notBuilt),
    )
    return
  }
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, staticFile: true }
    })
    await scope.register(serveFiles, {
      root: folder,
      // Each file gets its own route, so that every other URL is answered by the service's own 404.
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      schemaHide: true,
      globIgnore: ['**/*.br', '**/*.gz'],
      setHeaders: (reply, path) => {
        reply.header('content-security-policy', editorPolicy)
        // The names of files in assets/ contain a hash of their content.
        const isHashed = /[/\\]assets[/\\]/.test(path)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  })
}
