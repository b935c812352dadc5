import { LoadingNote } from '../parts/loading-note.tsx'
import { useLoaded } from '../parts/use-loaded.ts'

/** The notes as a host shows them. */
export function Preview({ text }: { text: string }) {
  const loaded = useLoaded(() => import('../print/markdown-view.tsx'))
  if (loaded.is !== 'ready') return <LoadingNote loaded={loaded} what="the preview" />
  const { MarkdownView } = loaded.part
  return <MarkdownView text={text} />
}
