import { useEffect, useId, useRef } from 'preact/hooks'
import { IconButton } from '../components/button.tsx'
import { Select } from '../components/field.tsx'
import { LoadingNote } from '../components/loading-note.tsx'
import { Notice } from '../components/notice.tsx'
import { TabList } from '../components/tabs.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'
import { useFormats } from '../configuration/format-picker.tsx'
import { toFormat } from '../configuration/formats.ts'
import { currentConfig, useFormat } from '../configuration/use-format.ts'
import type { SourceView } from '../preview/source-view.ts'
import { useAppState, useDispatch, useServices } from '../state/store.ts'
import { outputStrings } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import { LaterPart } from './later-part.tsx'
import { linkLines } from './link-lines.ts'
import { useIsPhone, useMedia } from './use-is-phone.ts'
import { useOpenChecks } from './use-open-checks.ts'
import type { PrintedNotes } from './use-rendered-notes.ts'

type TabName = 'entries' | 'preview' | 'markdown' | 'checks' | 'commits'

/** What becomes of the entries: the preview, its Markdown, what to review, and all commits. */
export function OutputPane({ printed }: { printed: PrintedNotes }) {
  const { store } = useServices()
  const commands = useCommands()
  const id = useId()
  const isPhone = useIsPhone()
  const isWide = useMedia('(min-width: 1280px)')
  const tab = useAppState((state) => state.tab)
  const side = useAppState((state) => state.side)
  const evidence = useAppState((state) => state.evidence)
  const checks = useOpenChecks()
  const { notes, lazy } = printed
  const chosen: TabName = isPhone && side === 'entries' ? 'entries' : tab
  const tabs: { name: TabName; title: string; count?: number }[] = [
    ...(isPhone ? [{ name: 'entries' as const, title: outputStrings.entries }] : []),
    { name: 'preview', title: outputStrings.preview },
    { name: 'markdown', title: outputStrings.markdown },
    { name: 'checks', title: outputStrings.checks, count: checks },
    { name: 'commits', title: outputStrings.commits },
  ]
  const choose = (name: TabName) =>
    name === 'entries'
      ? store.dispatch({ type: 'show-side', side: 'entries' })
      : store.dispatch({ type: 'tab', tab: name })
  return (
    <section class="panel" aria-label={outputStrings.output}>
      <div class="panel-head">
        <TabList id={id} label={outputStrings.output} tabs={tabs} chosen={chosen} onChoose={choose} />
        <span class="grow" />
        {isWide ? <FormatSelect /> : null}
        <IconButton
          icon="copy"
          size="sm"
          class="copy-btn"
          label={outputStrings.copy}
          disabled={!notes || notes.text === ''}
          onClick={() => void commands.copy(notes?.text ?? '')}
        />
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        class="panel-body"
        data-tab={tab}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
      >
        {!isWide && (tab === 'preview' || tab === 'markdown') ? (
          <div class="panel-format">
            <span aria-hidden="true">{outputStrings.format}</span>
            <FormatSelect />
          </div>
        ) : null}
        {tab === 'commits' ? <LaterPart>{({ CommitsView }) => <CommitsView />}</LaterPart> : null}
        {tab === 'checks' ? (
          <LaterPart>{({ ChecksView }) => <ChecksView text={notes?.text ?? ''} />}</LaterPart>
        ) : null}
        {notes === null && (tab === 'preview' || tab === 'markdown') ? (
          <LoadingNote lazy={lazy} name="the preview" />
        ) : null}
        {notes !== null && notes.text === '' && (tab === 'preview' || tab === 'markdown') ? (
          <Notice kind="bad" role="alert">
            {notes.findings[0]?.detail ?? outputStrings.templateEmpty}
          </Notice>
        ) : null}
        {notes !== null && tab === 'preview' ? <PreviewTab text={notes.text} /> : null}
        {notes !== null && tab === 'markdown' ? <MarkdownTab text={notes.text} /> : null}
      </div>
      {evidence === null ? null : (
        <LaterPart>{({ EvidencePanel }) => <EvidencePanel id={evidence} />}</LaterPart>
      )}
    </section>
  )
}

/** The notes as the host shows them; a click on a line leads to its entry. */
function PreviewTab({ text }: { text: string }) {
  const lazy = useLazyModule(() => import('../preview/markdown-view.tsx'))
  const { store } = useServices()
  const commands = useCommands()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (lazy.status === 'ready' && box.current) linkLines(box.current, store.get().history.present.entries)
  }, [text, lazy])
  if (lazy.status !== 'ready') return <LoadingNote lazy={lazy} name="the preview" />
  const { MarkdownView } = lazy.module
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of entries is the way of the keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: the list of entries is the way of the keyboard
    <div
      ref={box}
      class="doc-preview"
      onClick={(event) => {
        const { target } = event
        if (!(target instanceof Element) || target.closest('a') || String(getSelection()) !== '') return
        const of = target.closest<HTMLElement>('[data-of]')?.dataset.of
        if (of !== undefined) commands.goToEntry(of)
      }}
    >
      <MarkdownView text={text} />
    </div>
  )
}

/** The Markdown of the notes, with line numbers. */
function MarkdownTab({ text }: { text: string }) {
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
      <LoadingNote lazy={lazy} name="the Markdown" />
      <div ref={container} class="source" />
    </>
  )
}

const wholeFile = '*whole file'

/** Chooses the format, and whether the whole file is shown. */
function FormatSelect() {
  const dispatch = useDispatch()
  const format = useFormat()
  const choices = useFormats()
  const base = useAppState((state) => toFormat(format, currentConfig(state)).format)
  const part = useAppState((state) => state.part)
  const options = choices.map(({ name, title }) => ({ value: name, label: title }))
  const partOption = {
    value: wholeFile,
    label: `${part === 'section' ? '✓ ' : ''}${outputStrings.thisVersionOnly}`,
  }
  return (
    <Select
      label={outputStrings.format}
      look="quiet"
      value={format}
      options={base === 'keepachangelog' ? [...options, partOption] : options}
      onChange={(value) =>
        dispatch(
          value === wholeFile
            ? { type: 'part', part: part === 'section' ? 'document' : 'section' }
            : { type: 'format', format: value },
        )
      }
    />
  )
}
