import type { Item, Wording } from '../desk/desk.ts'
import { InlineText } from '../parts/inline-text.tsx'
import { useSend } from '../state/store.ts'

/** Where a person and a newer draft both changed an entry: what was, what each says now, and the choice. */
export function Comparison({ item }: { item: Item }) {
  const send = useSend()
  const settle = (take: 'mine' | 'draft', said: string) =>
    send({ type: 'act', act: { do: 'settle', id: item.id, take }, said })
  if (!item.offer) return null
  return (
    <fieldset class="comparison">
      <legend>You and the new draft both changed this entry</legend>
      <dl>
        {item.drafted ? <Version title="The draft said before" wording={item.drafted} /> : null}
        <Version title="You wrote" wording={item} />
        <Version title="The draft says now" wording={item.offer} />
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

function Version({ title, wording: { text, category, breaking } }: { title: string; wording: Wording }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <span class="quiet">
          {category}
          {breaking ? ', breaking' : ''}:
        </span>{' '}
        <InlineText text={text} />
      </dd>
    </div>
  )
}
