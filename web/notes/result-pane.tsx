import { useEffect, useRef, useState } from 'preact/hooks'
import { LoadingNote } from '../components/loading-note.tsx'
import { Tabs } from '../components/tabs.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'
import { useFormats } from '../configuration/format-picker.tsx'
import { toFormat } from '../configuration/formats.ts'
import { proposedTag } from '../configuration/propose-version.ts'
import { currentConfig, useFormat } from '../configuration/use-format.ts'
import type * as Preview from '../preview/render-notes.ts'
import type { SourceView } from '../preview/source-view.ts'
import type { ResultTab } from '../state/app-state.ts'
import { useAppState, useDispatch } from '../state/store.ts'
import { ExportBar } from './export-bar.tsx'
import { FindingsView } from './findings-view.tsx'
import { LedgerView } from './ledger-view.tsx'

/** Shows the rendered notes, their source, the findings and all commits. */
export function ResultPane({ onJump }: { onJump: () => void }) {
  const dispatch = useDispatch()
  const tab = useAppState((state) => state.tab)
  const lazy = useLazyModule(() => import('../preview/render-notes.ts'))
  const notes = useRenderedNotes(lazy.status === 'ready' ? lazy.module : null)
  const tabs: { name: ResultTab; title: string; count?: number }[] = [
    { name: 'preview', title: 'Preview' },
    { name: 'source', title: 'Source' },
    { name: 'findings', title: 'Findings', count: notes?.findings.length ?? 0 },
    { name: 'ledger', title: 'All commits' },
  ]
  return (
    <>
      <ExportBar text={notes?.text ?? ''} />
      <FormatSwitch />
      <Tabs label="Result" tabs={tabs} chosen={tab} onChoose={(name) => dispatch({ type: 'tab', tab: name })}>
        {tab === 'ledger' ? <LedgerView onJump={onJump} /> : null}
        {tab !== 'ledger' && notes === null ? <LoadingNote lazy={lazy} name="the preview" /> : null}
        {notes !== null && notes.text === '' && (tab === 'preview' || tab === 'source') ? (
          <EmptyText findings={notes.findings} />
        ) : null}
        {notes !== null && tab === 'preview' ? <PreviewTab text={notes.text} /> : null}
        {notes !== null && tab === 'source' ? <SourceTab text={notes.text} /> : null}
        {notes !== null && tab === 'findings' ? (
          <FindingsView findings={notes.findings} onJump={onJump} />
        ) : null}
      </Tabs>
    </>
  )
}

/** Says why there is no text: a template that failed. */
function EmptyText({ findings }: Pick<Preview.RenderedNotes, 'findings'>) {
  return (
    <p class="note note-bad" role="alert">
      {findings[0]?.detail ?? 'The template prints nothing.'}
    </p>
  )
}

/** The notes as the host shows them. */
function PreviewTab({ text }: { text: string }) {
  const lazy = useLazyModule(() => import('../preview/markdown-view.tsx'))
  if (lazy.status !== 'ready') return <LoadingNote lazy={lazy} name="the preview" />
  const { MarkdownView } = lazy.module
  return <MarkdownView text={text} />
}

/** The Markdown source of the notes. */
function SourceTab({ text }: { text: string }) {
  const lazy = useLazyModule(() => import('../preview/source-view.ts'))
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<SourceView | null>(null)
  useEffect(() => {
    if (lazy.status === 'ready' && container.current)
      view.current = lazy.module.openSourceView(container.current, text)
    return () => view.current?.close()
  }, [lazy])
  useEffect(() => view.current?.show(text), [text])
  return (
    <>
      <LoadingNote lazy={lazy} name="the source" />
      <div ref={container} class="source" />
      <p class="hint">The source is generated from the entries. Edit the entries to change it.</p>
    </>
  )
}

function FormatSwitch() {
  const dispatch = useDispatch()
  const format = useFormat()
  const choices = useFormats()
  const base = useAppState((state) => toFormat(format, currentConfig(state)).format)
  const part = useAppState((state) => state.part)
  return (
    <fieldset class="chips">
      <legend class="sr-only">Format</legend>
      {choices.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={name === format}
          onClick={() => dispatch({ type: 'format', format: name })}
        >
          {title}
        </button>
      ))}
      {base === 'keepachangelog' ? (
        <label class="check">
          <input
            type="checkbox"
            checked={part === 'section'}
            onChange={(event) =>
              dispatch({ type: 'part', part: event.currentTarget.checked ? 'section' : 'document' })
            }
          />
          <span>Section only</span>
        </label>
      ) : null}
    </fieldset>
  )
}

const manyEntries = 200
const pauseMs = 150

/** Renders the notes after each change; with many entries only after a short pause. */
function useRenderedNotes(preview: typeof Preview | null): Preview.RenderedNotes | null {
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
    const render = async () => {
      const template = preview.findTemplate(index, { format, part })
      if (template === undefined) setNotes(preview.renderNotes(editor, index, { format, part, futureTag }))
      else {
        const { renderByTemplate } = await import('../configuration/render-by-template.ts')
        const choice = { format, part, futureTag, template, signal }
        const rendered = await renderByTemplate(editor, index, choice).catch(() => null)
        if (rendered && !signal.aborted) setNotes(rendered)
      }
    }
    const timer = setTimeout(() => void render(), editor.entries.length > manyEntries ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [preview, range, editor, format, part, futureTag])
  return notes
}
