import { Fragment } from 'preact'
import { InlinePieces, InlineText } from '../components/inline-text.tsx'
import { compareWords } from '../editor-model/compare-words.ts'
import type { EditorEntry, EntryContent } from '../editor-model/editor-model.ts'
import { useDispatch } from '../state/store.ts'

/** Shows the versions of an entry that both the user and a newer draft changed, and lets the user choose. */
export function DraftConflict({ entry }: { entry: EditorEntry }) {
  const dispatch = useDispatch()
  const resolve = (use: 'mine' | 'draft', announce: string) =>
    dispatch({ type: 'edit', action: { type: 'resolve-conflict', id: entry.id, use }, announce })
  const { drafted, offer } = entry
  if (!drafted || !offer) return null
  return (
    <fieldset class="comparison">
      <legend>You and the new draft both changed this entry</legend>
      <dl>
        <div>
          <dt>Previous draft</dt>
          <dd>
            <span class="quiet">{formatCategory(drafted)}:</span> <InlineText text={drafted.text} />
          </dd>
        </div>
        <EntryVersion title="Your version" before={drafted} now={entry} />
        <EntryVersion title="New draft" before={drafted} now={offer} />
      </dl>
      <div class="actions">
        <button type="button" onClick={() => resolve('mine', 'Kept your version.')}>
          Keep mine
        </button>
        <button type="button" onClick={() => resolve('draft', 'Used the new draft.')}>
          Use the new draft
        </button>
      </div>
    </fieldset>
  )
}

const tags = { same: 'span', removed: 'del', added: 'ins' } as const

function EntryVersion({ title, before, now }: { title: string; before: EntryContent; now: EntryContent }) {
  const category = formatCategory(now)
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <span class="quiet">{category === formatCategory(before) ? category : <ins>{category}</ins>}:</span>{' '}
        {compareWords(before.text, now.text).map(({ type, pieces }, index, all) => {
          const Tag = tags[type]
          return (
            <Fragment key={index}>
              {type === 'added' && all[index - 1]?.type === 'removed' ? ' ' : null}
              <Tag>
                <InlinePieces pieces={pieces} />
              </Tag>
            </Fragment>
          )
        })}
      </dd>
    </div>
  )
}

function formatCategory({ section, category, breaking }: EntryContent): string {
  return `${section ?? category}${breaking ? ', breaking' : ''}`
}
