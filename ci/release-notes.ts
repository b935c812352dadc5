import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseText } from './release-text.ts'

/**
 * Makes the notes of our own release by our own hand: `update` brings the changelog of a copy of this clone up to
 * date under the version, and its section becomes docs/releases/v<version>.md, to be read and signed.
 * Usage: npm run -s release-notes -- 0.1.0
 */
const root = join(import.meta.dirname, '..')
const { description, version: next } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const version = process.argv[2] ?? next
const copy = mkdtempSync(join(tmpdir(), 'notewright-release-'))
try {
  // Only what is committed is released; and nobody's open work is touched.
  execFileSync('git', ['clone', '--quiet', root, copy])
  const words = [
    'update',
    '--dir',
    copy,
    '--version',
    version,
    '--file',
    join(copy, 'CHANGELOG.md'),
    '--quiet',
  ]
  execFileSync(process.execPath, [join(root, 'src/main.ts'), ...words], { stdio: 'inherit' })
  const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')
  const file = join(root, 'docs/releases', `v${version}.md`)
  mkdirSync(join(root, 'docs/releases'), { recursive: true })
  writeFileSync(file, releaseText(changelog, version, description))
  console.log(`docs/releases/v${version}.md is written: read it before you sign it.`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
