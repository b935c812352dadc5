import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { changelogStart } from './changelog-start.ts'

/**
 * Runs `notewright update` on our own changelog, in the clone of the current folder.
 * Usage: npm run -s changelog -- [--check | --version VERSION]
 */
const program = join(import.meta.dirname, '../src/main.ts')
const args = ['update', '--from', changelogStart(process.cwd()), ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' })
process.exitCode = status ?? 1
