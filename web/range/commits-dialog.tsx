import { useState } from 'preact/hooks'
import { Chip } from '../components/chip.tsx'
import { Dialog } from '../components/dialog.tsx'
import { SearchField } from '../components/field.tsx'
import { shortSha } from '../components/format.ts'
import { CategoryIcon } from '../components/icon.tsx'
import { LongList } from '../components/long-list.tsx'
import { EmptyState } from '../components/notice.tsx'
import type { EvidenceIndex } from '../editor-model/evidence.ts'
import { startStrings as strings } from '../strings/start.ts'
import { reasonNames } from '../strings/words.ts'

/** Every commit of the range with its place or the reason why it is excluded. */
export function CommitsDialog({ index, onClose }: { index: EvidenceIndex; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const words = query.toLowerCase().split(/\s+/)
  const rows = [...index.commits.values()].filter(({ sha, subject }) =>
    words.every((word) => subject.toLowerCase().includes(word) || sha.startsWith(word)),
  )
  return (
    <Dialog title={strings.allCommits} size="wide" onClose={onClose}>
      <SearchField label={strings.searchCommits} value={query} onInput={setQuery} />
      {rows.length === 0 ? (
        <EmptyState icon="search" title={strings.noCommitsMatch} />
      ) : (
        <LongList
          label={strings.allCommits}
          rows={rows}
          rowHeight={40}
          keyOf={({ sha }) => sha}
          renderRow={({ sha, subject, change, omission }) => (
            <div class="commit-row">
              <code class="sha">{shortSha(sha)}</code>
              <span class="cut" title={subject}>
                {subject}
              </span>
              {change ? (
                <span class="commit-place">
                  {change.breaking ? <Chip color="danger">{strings.breaking}</Chip> : null}
                  <CategoryIcon category={change.category} />
                  {change.section ?? change.category}
                </span>
              ) : omission ? (
                <span class="commit-place hint" title={omission.detail}>
                  {reasonNames[omission.reason]}
                </span>
              ) : null}
            </div>
          )}
        />
      )}
    </Dialog>
  )
}
