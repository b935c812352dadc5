import { useEffect, useState } from 'preact/hooks'
import { type LazyModule, useLazyModule } from '../components/use-lazy-module.ts'
import { proposedTag } from '../configuration/propose-version.ts'
import { useFormat } from '../configuration/use-format.ts'
import type * as Preview from '../preview/render-notes.ts'
import { useAppState, useServices } from '../state/store.ts'

/** The printed notes, and the module that prints them. */
export interface PrintedNotes {
  notes: Preview.RenderedNotes | null
  lazy: LazyModule<typeof Preview>
}

const manyEntries = 200
const pauseMs = 150

/** Prints the notes after each change, with many entries only after a short pause, and keeps what to review. */
export function useRenderedNotes(): PrintedNotes {
  const { store } = useServices()
  const lazy = useLazyModule(() => import('../preview/render-notes.ts'))
  const preview = lazy.status === 'ready' ? lazy.module : null
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const format = useFormat()
  const part = useAppState((state) => state.part)
  const futureTag = useAppState(proposedTag)
  const [notes, setNotes] = useState<Preview.RenderedNotes | null>(null)
  useEffect(() => {
    if (range.status !== 'loaded' || !preview) return
    const { index } = range
    const controller = new AbortController()
    const { signal } = controller
    const show = (rendered: Preview.RenderedNotes) => {
      setNotes(rendered)
      store.dispatch({ type: 'checked', findings: rendered.findings })
    }
    const render = async () => {
      const template = preview.findTemplate(index, { format, part })
      if (template === undefined) show(preview.renderNotes(editor, index, { format, part, futureTag }))
      else {
        const { renderByTemplate } = await import('../configuration/render-by-template.ts')
        const choice = { format, part, futureTag, template, signal }
        const rendered = await renderByTemplate(editor, index, choice).catch(() => null)
        if (rendered && !signal.aborted) show(rendered)
      }
    }
    const timer = setTimeout(() => void render(), editor.entries.length > manyEntries ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [preview, range, editor, format, part, futureTag])
  return { notes, lazy }
}
