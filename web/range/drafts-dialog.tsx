import { useState } from 'preact/hooks'
import { Button, IconButton } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { SearchField } from '../components/field.tsx'
import { formatCount } from '../components/format.ts'
import { EmptyState } from '../components/notice.tsx'
import { openSavedDraft } from '../effects/save-draft.ts'
import { useAppState, useServices } from '../state/store.ts'
import { pageStrings } from '../strings/page.ts'
import { startStrings as strings } from '../strings/start.ts'
import { type Drafts, describeDraft, draftName, rangeName } from './use-drafts.ts'

/** All drafts of this browser, with search. */
export function DraftsDialog({ drafts, onClose }: { drafts: Drafts; onClose: () => void }) {
  const services = useServices()
  const host = useAppState((state) => state.session?.host)
  const [query, setQuery] = useState('')
  const [asks, setAsks] = useState(false)
  const { summaries } = drafts
  const words = query.toLowerCase().split(/\s+/)
  const found = summaries.filter((summary) =>
    words.every((word) => `${draftName(summary)} ${summary.host}`.toLowerCase().includes(word)),
  )
  const open = (key: string) => {
    onClose()
    void openSavedDraft(services, key)
  }
  const deleteAll = async () => {
    onClose()
    await drafts.deleteDrafts(summaries.map(({ key }) => key))
  }
  return (
    <Dialog
      title={strings.allDrafts}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <span class="hint grow">{strings.browserOnly}</span>
          {asks ? (
            <fieldset class="confirm">
              <legend>{strings.deleteAllQuestion(formatCount(summaries.length, 'draft'))}</legend>
              <Button onClick={() => setAsks(false)}>{pageStrings.cancel}</Button>
              <Button kind="ink" onClick={() => void deleteAll()}>
                {strings.delete}
              </Button>
            </fieldset>
          ) : (
            <Button icon="trash-2" disabled={summaries.length === 0} onClick={() => setAsks(true)}>
              {strings.deleteAll}
            </Button>
          )}
        </>
      }
    >
      <SearchField label={strings.searchDrafts} value={query} onInput={setQuery} />
      {found.length === 0 ? (
        <EmptyState icon="search" title={summaries.length === 0 ? strings.noDrafts : strings.noDraftsMatch} />
      ) : (
        <ul class="draft-rows">
          {found.map((summary) => (
            <li key={summary.key} class="draft-row-new">
              <div class="grow">
                <p class="cut">
                  <b>{summary.options.repo}</b> {rangeName(summary)}
                </p>
                <p class="hint cut">
                  {summary.host === host ? describeDraft(summary) : strings.signInToOpen(summary.host)}
                </p>
              </div>
              {summary.host === host ? (
                <Button
                  size="sm"
                  aria-label={strings.openDraftOf(draftName(summary))}
                  onClick={() => open(summary.key)}
                >
                  {strings.open}
                </Button>
              ) : null}
              <IconButton
                icon="download"
                label={`${strings.export}: ${draftName(summary)}`}
                tip={strings.export}
                onClick={() => void drafts.exportDraft(summary.key)}
              />
              <IconButton
                icon="trash-2"
                label={`${strings.delete}: ${draftName(summary)}`}
                tip={strings.delete}
                onClick={() => void drafts.deleteDrafts([summary.key])}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
