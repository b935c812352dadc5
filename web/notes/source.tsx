import { useEffect, useRef } from 'preact/hooks'
import { LoadingNote } from '../parts/loading-note.tsx'
import { useLoaded } from '../parts/use-loaded.ts'
import type { SourceView } from '../print/source-view.ts'

/** The notes as they will be pasted; the viewer is loaded when it is first opened. */
export function Source({ text }: { text: string }) {
  const loaded = useLoaded(() => import('../print/source-view.ts'))
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<SourceView | null>(null)
  useEffect(() => {
    if (loaded.is === 'ready' && place.current) view.current = loaded.part.openSource(place.current, text)
    return () => view.current?.close()
  }, [loaded])
  useEffect(() => view.current?.show(text), [text])
  return (
    <>
      <LoadingNote loaded={loaded} what="the viewer" />
      <div ref={place} class="source" />
      <p class="hint">The source is made from the entries: edit them, and it follows.</p>
    </>
  )
}
