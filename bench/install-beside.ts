import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Installs packages among the temporary files, never into the project; null, and a word on it, when that fails. */
export function installBeside(packages: Record<string, string>): string | null {
  const named = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const folder = join(tmpdir(), `beside-notewright-${named.join('-').replaceAll(/[^\w.]+/g, '-')}`)
  if (existsSync(join(folder, 'done'))) return folder
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...named], {
      cwd: folder,
      stdio: 'ignore',
    })
    writeFileSync(join(folder, 'done'), '')
    return folder
  } catch (error) {
    console.log(`${named.join(', ')} could not be installed: ${error}`)
    return null
  }
}
