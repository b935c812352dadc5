import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { changelogStart } from './changelog-start.ts'

/** Runs `notewright update` on our own changelog. Usage: npm run -s changelog -- [--check | --version VERSION] */
const root = join(import.meta.dirname, '..')
const args = ['update', '--from', changelogStart(root), ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, [join(root, 'src/main.ts'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
