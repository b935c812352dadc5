import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../config/package.ts'

/** Builds the editor into its folder. */
export type BuildEditor = () => Promise<void>

/** Returns a function that builds the editor of a source checkout; null in the published package, which has it built. */
export function findEditorBuild(): BuildEditor | null {
  const root = join(packageFolder, 'web')
  if (!existsSync(join(root, 'vite.config.ts'))) return null
  return async () => {
    // The name is a variable so that the published package does not contain Vite.
    const name = 'vite'
    const vite: { build: (options: object) => Promise<unknown> } = await import(name)
    await vite.build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'silent' })
  }
}

/** Runs a build once for all that wait for it; after a failure the next call tries again. */
export function shareBuild(build: BuildEditor): BuildEditor {
  let running: Promise<void> | null = null
  return () => {
    running ??= build().catch((error: unknown) => {
      running = null
      throw error
    })
    return running
  }
}
