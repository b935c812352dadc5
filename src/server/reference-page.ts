import { createHash } from 'node:crypto'
import { problems } from '../core/errors.ts'
import { describeType, type Operation, type ReferenceDocument, type Schema } from './reference-document.ts'

/** The style sheet of the page; it is inlined, so that the page loads nothing else. */
export const pageStyle = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.4rem; overflow-x: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); }
.method { font-weight: 700; }
a:focus-visible, pre:focus-visible, .scroll:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
`

/** The hash with which a content security policy allows a style sheet. */
export function styleHash(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/** Renders the OpenAPI document as an HTML page without scripts. */
export function renderReferencePage(document: ReferenceDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(method, path, operation)),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} ${escapeHtml(document.info.version)}: API reference</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${escapeHtml(document.info.title)} ${escapeHtml(document.info.version)}</h1>
<p>${formatInline(document.info.description)}</p>
<p>Machine-readable version: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
${example}
${operations.join('\n')}
${renderProblems()}
</main>
</body>
</html>
`
}

const example = `<h2>Example</h2>
<pre tabindex="0"><code>curl -s http://127.0.0.1:3000/api/v1/generate \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"repoFullName": "owner/repo", "fromRef": "v1.0.0", "toRef": "v1.1.0"}'</code></pre>`

function renderOperation(method: string, path: string, operation: Operation): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const responses = Object.entries(operation.responses ?? {}).flatMap(([status, response]) =>
    Object.entries(response.content ?? {})
      .filter(([, { schema }]) => schema.properties)
      .map(
        ([type, { schema }]) =>
          `<h3>Response ${escapeHtml(status)}, <code>${escapeHtml(type)}</code></h3>\n${renderFields(schema)}`,
      ),
  )
  return `<h2><span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code></h2>
<p>${formatInline(operation.summary)}.${operation.security ? ' Requires <code>Authorization: Bearer &lt;token&gt;</code>.' : ''}</p>
<p>${formatInline(operation.description)}</p>
${body ? `<h3>Body, <code>application/json</code></h3>\n${renderFields(body)}` : ''}
${responses.join('\n')}`
}

function renderFields(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {})
  const columns: [head: string, cell: (name: string, field: Schema) => string][] = [
    ['field', (name) => `<code>${escapeHtml(name)}</code>`],
    ['type', (_name, field) => escapeHtml(describeType(field))],
    [
      'default',
      (_name, field) =>
        field.default === undefined ? '' : `<code>${escapeHtml(JSON.stringify(field.default))}</code>`,
    ],
    ['description', (_name, field) => formatInline(field.description)],
  ]
  const used = columns.filter(([, cell]) => fields.some(([name, field]) => cell(name, field) !== ''))
  const rows = fields.map(
    ([name, field]) => `<tr>${used.map(([, cell]) => `<td>${cell(name, field)}</td>`).join('')}</tr>`,
  )
  return table(
    used.map(([head]) => head),
    rows,
  )
}

function table(heads: string[], rows: string[]): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="Table: ${escapeHtml(heads.join(', '))}"><table><thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`
}

function renderProblems(): string {
  const rows = Object.entries(problems).map(
    ([code, { status, title }]) =>
      `<tr id="${escapeHtml(code)}"><td><code>${escapeHtml(code)}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
  )
  return `<h2>Errors</h2>
<p>Every error response is <code>application/problem+json</code> (RFC 9457). Its <code>detail</code> says what failed, which value was seen and how to fix it.</p>
${table(['code', 'status', 'title'], rows)}`
}

function formatInline(text = ''): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
