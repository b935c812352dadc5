import { useMemo } from 'preact/hooks'
import { hostNames } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { useFormats } from '../configuration/format-picker.tsx'
import { currentHostKind, useFormat } from '../configuration/use-format.ts'
import { VersionProposal } from '../configuration/version-proposal.tsx'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { countCommits } from '../editor-model/ledger.ts'
import { PublicationList } from '../publish/publication-list.tsx'
import { useAppState } from '../state/store.ts'
import { entryStrings, outputStrings } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import { describeRejection, FindingText } from './entry-flags.tsx'
import { flagsOf } from './shown-entries.ts'
import { useOpenChecks } from './use-open-checks.ts'
import { wordWarning } from './word-warning.ts'

/** What to review, how the draft was made, and which checks passed. */
export function ChecksView({ text }: { text: string }) {
  const checks = useOpenChecks()
  return (
    <div class="checks">
      {checks > 0 ? <ToReview count={checks} /> : null}
      <About />
      <Passed text={text} isAll={checks === 0} />
    </div>
  )
}

function ToReview({ count }: { count: number }) {
  const commands = useCommands()
  const flags = useAppState(flagsOf)
  const findings = useAppState((state) => state.findings)
  const entries = useAppState((state) => state.history.present.entries)
  return (
    <section class="check-group" data-kind="review">
      <h2>
        <Icon name="triangle-alert" />
        {outputStrings.toReview} <span class="num">{count}</span>
      </h2>
      {findings
        .filter(({ entryId }) => entryId === null)
        .map(({ detail }) => (
          <p key={detail} class="check-item">
            {detail}
          </p>
        ))}
      {entries.flatMap((entry) => {
        const { findings: own = [], rejection = null } = flags.get(entry.id) ?? {}
        const text = toPlainText(entry)
        const items = [
          ...own.map((finding) => ({ key: finding.detail, title: <FindingText finding={finding} />, text })),
          ...(rejection
            ? [
                {
                  key: 'rejected',
                  title: entryStrings.rejected,
                  text: `${describeRejection(rejection)} ${text}`,
                },
              ]
            : []),
          ...(entry.offer ? [{ key: 'conflict', title: entryStrings.conflictTitle, text }] : []),
        ]
        return items.map(({ key, title, text: about }) => (
          <button
            key={`${entry.id} ${key}`}
            type="button"
            class="check-item"
            onClick={() => commands.goToEntry(entry.id)}
          >
            <span class="grow">
              <span class="check-title">{title}</span>
              <span class="hint cut">{about}</span>
            </span>
            <Icon name="arrow-right" size={14} />
          </button>
        ))
      })}
    </section>
  )
}

function About() {
  const draft = useAppState((state) => state.draft)
  // The warning says the same, with the reason.
  const saysFallback = draft.status === 'done' && draft.warnings.some(({ code }) => code === 'model-fallback')
  const host = useAppState((state) => hostNames[currentHostKind(state) ?? 'git'])
  const total = useAppState((state) => state.history.present.entries.length)
  return (
    <section class="check-group">
      <h2>
        <Icon name="info" />
        {outputStrings.about}
      </h2>
      {draft.status === 'done' ? (
        <>
          <p>
            {draft.engine === 'model'
              ? outputStrings.writtenByModel(
                  draft.model ?? 'AI',
                  draft.cost === null
                    ? null
                    : draft.cost.toLocaleString('en', { maximumSignificantDigits: 2 }),
                )
              : outputStrings.writtenByRules}{' '}
            {draft.fallbacks.length > 0 && !saysFallback
              ? outputStrings.fellBack(draft.fallbacks.length, total)
              : ''}
          </p>
          {draft.warnings
            .filter(({ instead }) => instead === undefined)
            .map((warning) => (
              <p key={warning.code + warning.detail}>{wordWarning(warning, host)}</p>
            ))}
        </>
      ) : null}
      <PublicationList />
      <VersionProposal />
    </section>
  )
}

function Passed({ text, isAll }: { text: string; isAll: boolean }) {
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  const findings = useAppState((state) => state.findings)
  const flags = useAppState(flagsOf)
  const format = useFormat()
  const formats = useFormats()
  const passed = useMemo(() => {
    if (range.status !== 'loaded') return []
    const { pending } = countCommits(editor, range.index)
    const title = formats.find(({ name }) => name === format)?.title ?? format
    const supported = editor.entries.filter(({ id, commits }) => commits.length > 0 && !flags.has(id)).length
    return [
      ...(pending === 0 ? [outputStrings.everyCommit] : []),
      ...(text !== '' && !findings.some(({ entryId }) => entryId === null)
        ? [outputStrings.formatValid(title)]
        : []),
      ...(supported > 0 ? [outputStrings.namesFound(supported)] : []),
    ]
  }, [range, editor, findings, flags, format, formats, text])
  if (passed.length === 0) return null
  return (
    <section class="check-group" data-kind="passed">
      <h2>
        <Icon name="circle-check" />
        {isAll ? outputStrings.allPassed : outputStrings.passed}
      </h2>
      <ul>
        {passed.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </section>
  )
}
