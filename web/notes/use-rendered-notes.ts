import { useEffect, useState } from 'preact/hooks'
import { type LazyModule, useLazyModule } from '../components/use-lazy-module.ts'
import { proposedTag } from '../configuration/propose-version.ts'
import { useFormat } from '../configuration/use-format.ts'
import { hasOwnText } from '../editor-model/editor-model.ts'
import type * as Preview from '../preview/render-notes.ts'
import { useAppState, useServices } from '../state/store.ts'

/** The printed notes, and the module that prints them. */
export interface PrintedNotes {
  notes: Preview.RenderedNotes | null
  lazy: LazyModule<unknown>
}

/** Loads what texts of the user need to be printed. */
export async function loadOwnTexts(): Promise<void> {
  await (await import('../preview/render-notes.ts')).loadOwnTexts()
}

const manyEntries = 200
const pauseMs = 150

/** Prints the notes after each change, with many entries only after a short pause, and keeps what to review. */
export function useRenderedNotes(): PrintedNotes {
  const { store } = useServices()
  const lazy = useLazyModule(() => import('../preview/render-notes.ts'))
  const isOwn = useAppState((state) => hasOwnText(state.history.present))
  const lazyOwn = useLazyModule(loadOwnTexts, isOwn)
  const preview = lazy.status === 'ready' && (!isOwn || lazyOwn.status === 'ready') ? lazy.module : null
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
  return { notes, lazy: isOwn ? both(lazy, lazyOwn) : lazy }
}

/** Two modules that are needed together; retrying loads again what failed. */
export function both(one: LazyModule<unknown>, other: LazyModule<unknown>): LazyModule<unknown> {
  const failed = [one, other].filter((each) => each.status === 'failed')
  if (failed.length > 0)
    return {
      status: 'failed',
      retry: () => {
        for (const { retry } of failed) retry()
      },
    }
  return one.status === 'ready' ? other : one
}
