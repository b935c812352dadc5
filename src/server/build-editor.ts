import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolder } from '../core/package.ts'

/** Builds the editor into its folder. */
export type BuildEditor = () => Promise<void>

/** Returns a function that builds the editor of a source checkout; null in the published package, which has it built. */
export function findEditorBuild(): BuildEditor | null {
  const root = join(packageFolder, 'web')
  const configFile = join(root, 'vite.config.ts')
  if (!existsSync(configFile)) return null
  return async () => {
    // Looked up when it is needed, so that the published package does not contain Vite.
    const file = createRequire(configFile).resolve('vite')
    const vite: { build: (options: object) => Promise<unknown> } = await import(pathToFileURL(file).href)
    await vite.build({ root, configFile, logLevel: 'silent' })
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
