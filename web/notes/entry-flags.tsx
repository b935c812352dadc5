import { LinkButton } from '../components/button.tsx'
import { hostNames } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { currentHostKind } from '../configuration/use-format.ts'
import type { EditorEntry, Rejection } from '../editor-model/editor-model.ts'
import { type Finding, keyOfFinding } from '../editor-model/finding.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { useAppState } from '../state/store.ts'
import { entryStrings, findingStrings } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import type { EntryFlags } from './shown-entries.ts'

/** What to review about one entry, with what the user can do about it. */
export function EntryFlagList({ entry, flags }: { entry: EditorEntry; flags: EntryFlags }) {
  const commands = useCommands()
  const text = toPlainText(entry)
  const { id } = entry
  return (
    <>
      {flags.findings.map((finding) => (
        <div key={keyOfFinding(finding)} class="flag" data-kind="advice">
          <Icon name="triangle-alert" size={14} />
          <span>
            <FindingText finding={finding} />{' '}
            <span class="flag-acts">
              {entry.commits.length > 0 ? (
                <LinkButton
                  aria-label={entryStrings.showEvidenceOf(text)}
                  onClick={() => commands.showEvidence(id)}
                >
                  {entryStrings.showEvidence}
                </LinkButton>
              ) : null}
              <LinkButton
                aria-label={entryStrings.keepWordingOf(text)}
                onClick={() => commands.keepWording(id, finding)}
              >
                {entryStrings.keepWording}
              </LinkButton>
            </span>
          </span>
        </div>
      ))}
      {flags.rejection ? (
        <div class="flag" data-kind="rejected">
          <Icon name="sparkles" size={14} />
          <span>
            <b>{entryStrings.rejected}</b> {describeRejection(flags.rejection)}{' '}
            {flags.rejection.text ? (
              <>
                {entryStrings.rejectedText} <q class="flag-text">{flags.rejection.text}</q>{' '}
              </>
            ) : null}
            <span class="flag-acts">
              <LinkButton aria-label={entryStrings.rewordOf(text)} onClick={() => commands.openReword([id])}>
                {entryStrings.reword}
              </LinkButton>
              <LinkButton
                aria-label={entryStrings.dismissOf(text)}
                onClick={() => commands.dismissRejection(id)}
              >
                {entryStrings.dismiss}
              </LinkButton>
            </span>
          </span>
        </div>
      ) : null}
    </>
  )
}

/** A finding as a sentence that begins with the words that it is about. */
export function FindingText({ finding }: { finding: Finding }) {
  const host = useAppState((state) => hostNames[currentHostKind(state) ?? 'git'])
  const { code, words, detail } = finding
  if (code === undefined || words === undefined) return <>{detail}</>
  const message = code === 'mention' ? findingStrings.mention(host) : findingStrings[code]
  return (
    <>
      <b>“{words}”</b> {message}
    </>
  )
}

/** Says why the commit message stands in place of a text of the AI. */
export function describeRejection({ reason, words }: Rejection): string {
  const { unsupported, invalid, missing, other } = entryStrings.rejectedBecause
  if (reason === 'unsupported') return unsupported(words.map((each) => `“${each}”`).join(', '))
  if (reason === 'invalid') return invalid(words.join('; '))
  return reason === 'missing' ? missing : other(reason)
}
