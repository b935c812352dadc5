import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '../core/errors.ts'
import { packageFolder } from '../core/package.ts'
import { type BuildEditor, shareBuild } from './build-editor.ts'

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
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The address of the worker that runs templates; nothing else can become a script.
  'trusted-types template-worker',
].join('; ')

const notBuilt = explainMissing(
  'The editor is not built yet',
  'Run <code>npm run build:web</code> and restart the service; <code>npm start</code> does both.',
)

function explainMissing(title: string, advice: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Notewright</title></head>
<body>
<main>
<h1>${title}</h1>
<p>${advice}</p>
<p>The HTTP API works without it: see the <a href="/docs">API reference</a>.</p>
</main>
</body>
</html>
`
}

/**
 * Serves `GET /` and the editor's files. If they are missing, they are built for the first request; where that is not
 * possible, `GET /` returns a page that explains how to build them.
 */
export async function addEditorRoutes(
  app: FastifyInstance,
  folder: string,
  build: BuildEditor | null,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (!isBuilt && build) return addBuiltOnDemand(app, folder, shareBuild(build))
  if (!isBuilt) {
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

const mediaTypes = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
])

/** Serves the editor of a source checkout, and builds it when the first page is requested. */
function addBuiltOnDemand(app: FastifyInstance, folder: string, build: BuildEditor): void {
  const options = { config: { staticFile: true }, schema: { hide: true } }
  app.get('/', options, async (request, reply) => {
    try {
      await build()
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      request.log.error(`The editor could not be built: ${reason}`)
      return reply.code(503).type('text/html; charset=utf-8').send(buildFailed(reason))
    }
    return sendFile(reply, folder, 'index.html')
  })
  app.get('/icon.svg', options, (_request, reply) => sendFile(reply, folder, 'icon.svg'))
  app.get<{ Params: { name: string } }>('/assets/:name', options, (request, reply) =>
    sendFile(reply, folder, `assets/${request.params.name}`),
  )
}

function buildFailed(reason: string): string {
  const text = reason.slice(0, 500).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return explainMissing(
    'The editor could not be built',
    `${text}</p><p>Run <code>npm ci</code> and reload this page; <code>npm run build:web</code> shows the whole error.`,
  )
}

async function sendFile(reply: FastifyReply, folder: string, path: string): Promise<FastifyReply> {
  const type = mediaTypes.get(/\.\w+$/.exec(path)?.[0] ?? '')
  const isPlain = /^(?:assets\/)?\w[\w.-]{0,200}$/.test(path) && type !== undefined
  const bytes = isPlain ? await readFile(join(folder, path)).catch(() => null) : null
  if (bytes === null || type === undefined)
    throw new Problem(
      'route_not_found',
      `Unknown endpoint GET /${path.slice(0, 100)}. The endpoints are listed at /docs.`,
    )
  return reply
    .header('content-security-policy', editorPolicy)
    .header('cache-control', 'no-cache')
    .type(type)
    .send(bytes)
}
