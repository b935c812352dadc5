// Starts the action with the runner's own Node. A checkout with installed packages runs its sources; a release has the
// built program instead.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
if (existsSync(join(root, 'node_modules'))) await import('./run-action.ts')
else if (existsSync(join(root, 'dist/action.js'))) await import('../../dist/action.js')
else {
  console.log(
    '::error title=Notewright::This commit of the action has no built program. Use a release, such as notewright/notewright@v0.',
  )
  process.exitCode = 1
}
