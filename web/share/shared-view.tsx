import { useMemo } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { formatCount, formatTime } from '../components/format.ts'
import { Icon, Mark } from '../components/icon.tsx'
import { Banner, EmptyState, Notice } from '../components/notice.tsx'
import { isChangedByUser } from '../editor-model/editor-model.ts'
import { indexEvidence } from '../editor-model/evidence.ts'
import { WordDiff } from '../notes/draft-conflict.tsx'
import { MarkdownView } from '../preview/markdown-view.tsx'
import { renderNotes } from '../preview/render-notes.ts'
import type { SharedState } from '../state/app-state.ts'
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
  const { options, editor, evidence } = draft
  const text = useMemo(() => {
    const index = indexEvidence(evidence)
    return renderNotes(editor, index, { format: 'keepachangelog', part: 'section' }).text
  }, [draft])
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
        </p>
      </div>
      <Banner kind="info" icon="lock" actions={<TakeOverButtons shared={shared} />}>
        <b>{strings.readOnly}</b> {strings.readOnlyDetail(formatTime(Date.parse(expiresAt)))}
      </Banner>
      <HostNote shared={shared} />
      {own ? <Differences differences={differences} /> : null}
      <section class="shared-notes" aria-label={strings.notes}>
        {text.trim() === '' ? (
          <EmptyState icon="file-text" title={strings.nothingToShare} />
        ) : (
          <MarkdownView text={text} />
        )}
      </section>
    </>
  )
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
