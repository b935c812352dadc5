import { Fragment } from 'preact'
import { compareWords } from '../editor-model/compare-words.ts'
import type { Item, Wording } from '../editor-model/editor-model.ts'
import { InlinePieces, InlineText } from '../parts/inline-text.tsx'
import { useSend } from '../state/store.ts'

/** Where a person and a newer draft both changed an entry: what was, what each says now, and the choice. */
export function Comparison({ item }: { item: Item }) {
  const send = useSend()
  const settle = (take: 'mine' | 'draft', said: string) =>
    send({ type: 'act', act: { do: 'settle', id: item.id, take }, said })
  const { drafted, offer } = item
  if (!drafted || !offer) return null
  return (
    <fieldset class="comparison">
      <legend>You and the new draft both changed this entry</legend>
      <dl>
        <div>
          <dt>The draft said before</dt>
          <dd>
            <span class="quiet">{placeOf(drafted)}:</span> <InlineText text={drafted.text} />
          </dd>
        </div>
        <Version title="You wrote" before={drafted} now={item} />
        <Version title="The draft says now" before={drafted} now={offer} />
      </dl>
      <div class="actions">
        <button type="button" onClick={() => settle('mine', 'Yours is kept.')}>
          Keep mine
        </button>
        <button type="button" onClick={() => settle('draft', 'The new draft is taken.')}>
          Take the new draft
        </button>
      </div>
    </fieldset>
  )
}

const marks = { same: 'span', gone: 'del', new: 'ins' } as const

function Version({ title, before, now }: { title: string; before: Wording; now: Wording }) {
  const place = placeOf(now)
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <span class="quiet">{place === placeOf(before) ? place : <ins>{place}</ins>}:</span>{' '}
        {compareWords(before.text, now.text).map(({ is, pieces }, index, all) => {
          const Mark = marks[is]
          return (
            <Fragment key={index}>
              {is === 'new' && all[index - 1]?.is === 'gone' ? ' ' : null}
              <Mark>
                <InlinePieces pieces={pieces} />
              </Mark>
            </Fragment>
          )
        })}
      </dd>
    </div>
  )
}

function placeOf({ category, breaking }: Wording): string {
  return breaking ? `${category}, breaking` : category
}
