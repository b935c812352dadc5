import { Fragment } from 'preact'
import { Button } from '../components/button.tsx'
import { InlinePieces } from '../components/inline-text.tsx'
import { compareWords } from '../editor-model/compare-words.ts'
import type { EditorEntry, EntryContent } from '../editor-model/editor-model.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { entryStrings } from '../strings/editor.ts'
import { shareStrings } from '../strings/share.ts'
import { useCommands } from './commands-context.ts'

/** Shows the versions of an entry that both the user and a newer draft changed, and lets the user choose. */
export function DraftConflict({ entry }: { entry: EditorEntry }) {
  const commands = useCommands()
  const { drafted, offer } = entry
  if (!offer) return null
  const { isShared = false } = offer
  // An entry that the user added has no earlier version: the shared one is compared with the user's.
  const before = drafted ? toPlainText({ text: drafted.text, writtenBy: 'rules' }) : toPlainText(entry)
  return (
    <fieldset class="versus" aria-label={isShared ? shareStrings.conflict : entryStrings.conflict}>
      <h3>{isShared ? shareStrings.conflictTitle : entryStrings.conflictTitle}</h3>
      <dl>
        {drafted ? (
          <>
            <dt>{entryStrings.before}</dt>
            <dd>
              {before} <CategoryNote content={drafted} other={entry} />
            </dd>
          </>
        ) : null}
        <dt>{entryStrings.yours}</dt>
        <dd>
          <WordDiff before={before} now={toPlainText(entry)} /> <CategoryNote content={entry} other={offer} />
        </dd>
        <dt>{isShared ? shareStrings.shared : entryStrings.newDraft}</dt>
        <dd>
          <WordDiff before={before} now={toPlainText(offer)} /> <CategoryNote content={offer} other={entry} />
        </dd>
      </dl>
      <div class="versus-acts">
        <Button size="sm" onClick={() => commands.resolveConflict(entry.id, 'mine')}>
          {entryStrings.keepMine}
        </Button>
        <Button size="sm" onClick={() => commands.resolveConflict(entry.id, 'draft')}>
          {isShared ? shareStrings.useShared : entryStrings.useNewDraft}
        </Button>
      </div>
    </fieldset>
  )
}

const tags = { same: 'span', removed: 'del', added: 'ins' } as const

/** The differences between two texts, word by word. */
export function WordDiff({ before, now }: { before: string; now: string }) {
  return (
    <>
      {compareWords(before, now).map(({ type, pieces }, index, all) => {
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
    </>
  )
}

/** Names the category and the breaking mark where two versions differ in them. */
function CategoryNote({ content, other }: { content: EntryContent; other: EntryContent }) {
  const [one, two] = [content, other].map(
    ({ section, category, breaking }) =>
      `${section ?? category}${breaking ? `, ${entryStrings.breaking.toLowerCase()}` : ''}`,
  )
  return one === two ? null : <span class="hint">({one})</span>
}
