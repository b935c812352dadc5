import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { formatCount, formatTime } from '../components/format.ts'
import { Icon, Mark } from '../components/icon.tsx'
import { Banner, EmptyState, Notice } from '../components/notice.tsx'
import { listFormats, resolveFormat, toFormat } from '../configuration/formats.ts'
import { isChangedByUser } from '../editor-model/editor-model.ts'
import { configOf, indexEvidence } from '../editor-model/evidence.ts'
import { WordDiff } from '../notes/draft-conflict.tsx'
import { MarkdownView } from '../preview/markdown-view.tsx'
import { findTemplate, renderNotes } from '../preview/render-notes.ts'
import type { SavedDraft, SharedState } from '../state/app-state.ts'
import { useAppState, useServices } from '../state/store.ts'
import { pageStrings } from '../strings/page.ts'
import { shareStrings as strings } from '../strings/share.ts'
import { compareDrafts, type DraftDifference } from './merge-drafts.ts'
import { takeOver } from './take-over.ts'
import '../style/editor.css'
import '../style/share.css'

export { loadOwnTexts } from '../preview/render-notes.ts'

type ReadyDraft = Extract<SharedState, { status: 'ready' }>

/** A draft that someone shared: read-only until the user takes it over. */
export function SharedView({ shared }: { shared: SharedState }) {
  return (
    <>
      <header class="bar">
        <a class="brand-link" href="#range" aria-label={pageStrings.home}>
          <Mark size={22} />
          Notewright
        </a>
      </header>
      <main class="shared" id="main">
        {shared.status === 'ready' ? (
          <SharedDraft shared={shared} />
        ) : (
          <>
            <h1 tabIndex={-1}>{strings.shared}</h1>
            {shared.status === 'loading' ? (
              <p class="hint" role="status">
                {strings.opening}
              </p>
            ) : (
              <Notice kind="bad" role="alert" title={shared.error.title}>
                {shared.error.detail}
              </Notice>
            )}
          </>
        )}
      </main>
    </>
  )
}

function SharedDraft({ shared }: { shared: ReadyDraft }) {
  const { draft, expiresAt, own } = shared
  const { options, editor } = draft
  const { text, formatTitle } = useNotesText(draft)
  const differences = useMemo(() => (own ? compareDrafts(own.editor, editor) : []), [draft, own])
  return (
    <>
      <div class="shared-head">
        <h1 tabIndex={-1}>{options.repo}</h1>
        <p class="hint shared-range">
          {options.package === null ? null : <span>{options.package} ·</span>}
          <span>{options.fromRef}</span>
          <Icon name="arrow-right" size={14} />
          <span>{options.toRef}</span>
          <span>
            ·{' '}
            {strings.facts(
              formatCount(editor.entries.length, 'entry', 'entries'),
              editor.entries.filter(isChangedByUser).length,
            )}
          </span>
          <span>· {formatTitle}</span>
        </p>
      </div>
      <Banner kind="info" icon="lock" actions={<TakeOverButtons shared={shared} />}>
        <b>{strings.readOnly}</b> {strings.readOnlyDetail(formatTime(Date.parse(expiresAt)))}
      </Banner>
      <HostNote shared={shared} />
      {own ? <Differences differences={differences} /> : null}
      <section class="shared-notes" aria-label={strings.notes}>
        {text === null ? (
          <p class="hint" role="status">
            {strings.opening}
          </p>
        ) : text.trim() === '' ? (
          <EmptyState icon="file-text" title={strings.nothingToShare} />
        ) : (
          <MarkdownView text={text} />
        )}
      </section>
    </>
  )
}

/** The notes in the format of the draft; the text is null while a template of the configuration prints them. */
function useNotesText({ options, editor, evidence }: SavedDraft): {
  text: string | null
  formatTitle: string
} {
  const [printed, setPrinted] = useState<string | null>(null)
  const notes = useMemo(() => {
    const index = indexEvidence(evidence)
    const context = { config: configOf(index), hostKind: evidence.layout.web?.kind ?? null }
    const format = resolveFormat(options.format, context)
    const isChangelog = toFormat(format, context.config).format === 'keepachangelog'
    const choice = { format, part: isChangelog ? ('section' as const) : ('document' as const) }
    const formatTitle = listFormats(context).find(({ name }) => name === format)?.title ?? format
    return { index, choice, formatTitle, template: findTemplate(index, choice) }
  }, [options, evidence])
  const { index, choice, formatTitle, template } = notes
  useEffect(() => {
    if (template === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const withoutTemplate = () =>
      renderNotes(editor, index, { format: 'keepachangelog', part: 'section' }).text
    setPrinted(null)
    import('../configuration/render-by-template.ts')
      .then(({ renderByTemplate }) => renderByTemplate(editor, index, { ...choice, template, signal }))
      .then(
        // A template that fails prints nothing; the reader still wants the notes.
        ({ text }) => signal.aborted || setPrinted(text === '' ? withoutTemplate() : text),
        () => signal.aborted || setPrinted(withoutTemplate()),
      )
    return () => controller.abort()
  }, [notes, editor])
  const text = useMemo(
    () => (template === undefined ? renderNotes(editor, index, choice).text : null),
    [notes, editor],
  )
  return { text: template === undefined ? text : printed, formatTitle }
}

function HostNote({ shared }: { shared: ReadyDraft }) {
  const session = useAppState((state) => state.session)
  if (!session || session.host === shared.draft.host) return null
  return <Notice kind="warn">{strings.otherHost(shared.draft.host)}</Notice>
}

function TakeOverButtons({ shared }: { shared: ReadyDraft }) {
  const { store } = useServices()
  const session = useAppState((state) => state.session)
  if (!session)
    return (
      <Button
        size="sm"
        icon="circle-user-round"
        onClick={() => store.dispatch({ type: 'shared', shared: { ...shared, isSigningIn: true } })}
      >
        {strings.signIn}
      </Button>
    )
  if (session.host !== shared.draft.host) return null
  if (!shared.own)
    return (
      <Button size="sm" icon="file-pen-line" onClick={() => takeOver({ store }, shared, 'replace')}>
        {strings.takeOver}
      </Button>
    )
  return (
    <>
      <Button size="sm" icon="merge" onClick={() => takeOver({ store }, shared, 'merge')}>
        {strings.merge}
      </Button>
      <Button size="sm" onClick={() => takeOver({ store }, shared, 'replace')}>
        {strings.replace}
      </Button>
    </>
  )
}

const mostShown = 200

/** What the user's own draft and the shared one say differently, word by word. */
function Differences({ differences }: { differences: DraftDifference[] }) {
  if (differences.length === 0) return <Notice>{strings.same}</Notice>
  return (
    <section class="shared-differences" aria-labelledby="shared-differences">
      <h2 id="shared-differences">{strings.differences(differences.length)}</h2>
      <p class="hint">{strings.differencesHint}</p>
      <dl>
        {differences.slice(0, mostShown).map(({ title, mine, theirs }, index) => (
          <div key={index}>
            <dt>
              {title}
              {mine === '' || theirs === '' ? (
                <span class="hint"> · {mine === '' ? strings.onlyTheirs : strings.onlyMine}</span>
              ) : null}
            </dt>
            <dd>
              <WordDiff before={mine} now={theirs} />
            </dd>
          </div>
        ))}
      </dl>
      {differences.length > mostShown ? (
        <p class="hint">{strings.more(differences.length - mostShown)}</p>
      ) : null}
    </section>
  )
}
