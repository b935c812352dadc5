import type { VNode } from 'preact'
import { LoadingNote } from '../components/loading-note.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'

type LaterParts = typeof import('./later-parts.ts')

let loaded: LaterParts | null = null

/** Loads the parts of the editor that its first picture does not need. */
export async function loadLaterParts(): Promise<void> {
  loaded = await import('./later-parts.ts')
}

/** Renders one of the parts that are loaded later; at once if they are there. */
export function LaterPart({ children }: { children: (parts: LaterParts) => VNode }) {
  const lazy = useLazyModule(loadLaterParts, loaded === null)
  return loaded ? children(loaded) : <LoadingNote lazy={lazy} />
}
