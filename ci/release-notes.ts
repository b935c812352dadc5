import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changelogStart } from './changelog-start.ts'
import { releaseText } from './release-text.ts'

/**
 * Writes the notes of our own release: runs `update --version` on a copy of this clone and writes the new section to
 * docs/releases/v<version>.md. Review it before you commit it.
 * Usage: npm run -s release-notes -- 0.1.0
 */
const root = join(import.meta.dirname, '..')
const { version: next } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const version = process.argv[2] ?? next
const copy = mkdtempSync(join(tmpdir(), 'notewright-release-'))
try {
  // A fresh clone has only what is committed, and uncommitted work stays untouched.
  execFileSync('git', ['clone', '--quiet', root, copy])
  const args = [
    'update',
    '--dir',
    copy,
    '--from',
    changelogStart(copy),
    '--version',
    version,
    '--file',
    join(copy, 'CHANGELOG.md'),
    '--quiet',
  ]
  execFileSync(process.execPath, [join(root, 'src/main.ts'), ...args], { stdio: 'inherit' })
  const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')
  const file = join(root, 'docs/releases', `v${version}.md`)
  mkdirSync(join(root, 'docs/releases'), { recursive: true })
  writeFileSync(file, releaseText(changelog, version))
  console.log(`docs/releases/v${version}.md is written. Review it before you commit it.`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
