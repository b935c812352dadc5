import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const folder = join(import.meta.dirname, 'dist')

/** Writes a compressed copy beside each file; every browser reads gzip, also without TLS. */
const compressFiles: Plugin = {
  name: 'compress-files',
  closeBundle() {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!/\.(?:js|css|html|svg)$/.test(path)) continue
      const bytes = readFileSync(path)
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  },
}

/** Puts the icons into the page, so that they are drawn without another request. */
const inlineIcons: Plugin = {
  name: 'inline-icons',
  transformIndexHtml: (html) =>
    html.replace(
      '<div id="app">',
      `${readFileSync(join(import.meta.dirname, 'assets/icons.svg'), 'utf8')}    $&`,
    ),
}

/** Resolves the one package whose code for browsers needs a document, which workers do not have. */
const resolveForWorker: Plugin = {
  name: 'resolve-for-worker',
  enforce: 'pre',
  resolveId: (name) =>
    name === 'decode-named-character-reference'
      ? join(import.meta.dirname, `../node_modules/${name}/index.js`)
      : null,
}

/** What the first two screens and the editor share. What only the editor needs is loaded with it. */
const sharedModules =
  /node_modules\/preact\/|\/web\/(?:components\/(?!tabs|long-list|inline|palette)|state|storage|strings\/(?:page|words|sign-in|start)|effects|api-client\/(?!stream-notes|publish)|configuration\/(?:format|use-format))/

export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { importSource: 'preact' } },
  build: {
    target: 'es2023',
    // Inlined assets would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One file for what all screens share compresses better than many small ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', test: sharedModules }],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [resolveForWorker] },
  plugins: [inlineIcons, compressFiles],
})
