import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const folder = join(import.meta.dirname, 'dist')

/** Puts a packed copy beside each file, so that the service need not pack them anew for everybody. */
const packFiles: Plugin = {
  name: 'pack-files',
  closeBundle() {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!/\.(?:js|css|html|svg)$/.test(path)) continue
      const bytes = readFileSync(path)
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      writeFileSync(`${path}.br`, brotliCompressSync(bytes))
    }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { importSource: 'preact' } },
  build: {
    target: 'es2023',
    // A file inside of another would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [packFiles],
})
