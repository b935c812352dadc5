import { useRef, useState } from 'preact/hooks'
import { IconButton, LinkButton } from '../components/button.tsx'
import { MenuButton } from '../components/menu.tsx'
import { Notice } from '../components/notice.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'
import { openSavedDraft } from '../effects/save-draft.ts'
import { useAppState, useServices } from '../state/store.ts'
import type { DraftSummary } from '../storage/draft-storage.ts'
import { startStrings as strings } from '../strings/start.ts'
import { type Drafts, describeDraft, draftName, rangeName } from './use-drafts.ts'

const mostShown = 3

/** The newest drafts of this browser as cards; nothing if there are none. */
export function RecentDrafts({ drafts }: { drafts: Drafts }) {
  const { summaries, error } = drafts
  const [showsAll, setShowsAll] = useState(false)
  const dialog = useLazyModule(() => import('./drafts-dialog.tsx'), showsAll)
  const list = useRef<HTMLUListElement>(null)
  const deleteDraft = async (key: string, index: number) => {
    await drafts.deleteDrafts([key])
    focusAfterDelete(list.current, index)
  }
  return (
    <>
      {summaries.length === 0 ? (
        <div class="section-head section-head-bare">
          <ImportButton drafts={drafts} />
        </div>
      ) : (
        <section class="recent-drafts" aria-labelledby="recent-drafts">
          <div class="section-head">
            <h2 id="recent-drafts">{strings.recentDrafts}</h2>
            <span class="grow" />
            <ImportButton drafts={drafts} />
            <LinkButton onClick={() => setShowsAll(true)}>{strings.viewAll(summaries.length)}</LinkButton>
          </div>
          <ul ref={list}>
            {summaries.slice(0, mostShown).map((summary, index) => (
              <DraftCard
                key={summary.key}
                summary={summary}
                onExport={() => void drafts.exportDraft(summary.key)}
                onDelete={() => void deleteDraft(summary.key, index)}
              />
            ))}
          </ul>
        </section>
      )}
      {error === '' ? null : (
        <Notice kind="bad" role="alert">
          {error}
        </Notice>
      )}
      {showsAll && dialog.status === 'ready' ? (
        <dialog.module.DraftsDialog drafts={drafts} onClose={() => setShowsAll(false)} />
      ) : null}
    </>
  )
}

/** Moves the focus to the next draft, or to the heading of the screen if none is left. */
function focusAfterDelete(list: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => {
    const links = [...(list?.querySelectorAll<HTMLElement>('.draft-open, .draft button') ?? [])]
    const cards = [...(list?.children ?? [])]
    const card = cards[Math.min(index, cards.length - 1)]
    const next = links.find((each) => card?.contains(each))
    ;(next ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  })
}

function ImportButton({ drafts }: { drafts: Drafts }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <LinkButton class="import-btn" onClick={() => input.current?.click()}>
        {strings.import}
      </LinkButton>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          const field = event.currentTarget
          void drafts.importFile(field.files?.[0]).then(() => {
            // The same file can be chosen again.
            field.value = ''
          })
        }}
      />
    </>
  )
}

interface DraftCardProps {
  summary: DraftSummary
  onExport: () => void
  onDelete: () => void
}

function DraftCard({ summary, onExport, onDelete }: DraftCardProps) {
  const services = useServices()
  const host = useAppState((state) => state.session?.host)
  const name = draftName(summary)
  const isHere = summary.host === host
  const content = (
    <>
      <b class="cut">{summary.options.repo}</b>
      <span class="draft-range cut">{rangeName(summary)}</span>
      <span class="hint cut">{isHere ? describeDraft(summary) : strings.signInToOpen(summary.host)}</span>
    </>
  )
  return (
    <li class="draft">
      {isHere ? (
        // biome-ignore lint/a11y/useValidAnchor: the link leads to another screen, and its address is that of the screen
        <a
          class="draft-open"
          href="#notes"
          aria-label={strings.openDraftOf(name)}
          onClick={(event) => {
            event.preventDefault()
            void openSavedDraft(services, summary.key)
          }}
        >
          {content}
        </a>
      ) : (
        <div class="draft-open">{content}</div>
      )}
      <MenuButton
        label={strings.draftActions(name)}
        items={() => [
          ...(isHere
            ? [
                {
                  label: strings.openDraft,
                  icon: 'file-pen-line' as const,
                  onChoose: () => void openSavedDraft(services, summary.key),
                },
              ]
            : []),
          { label: strings.export, icon: 'download', onChoose: onExport },
          'separator',
          { label: strings.delete, icon: 'trash-2', danger: true, onChoose: onDelete },
        ]}
      >
        {(props) => (
          <IconButton
            icon="ellipsis"
            size="sm"
            label={strings.draftActions(name)}
            tip="Draft actions"
            {...props}
          />
        )}
      </MenuButton>
    </li>
  )
}
