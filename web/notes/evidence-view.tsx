import type { ComponentChildren } from 'preact'
import type { FallbackChange } from '../../src/core/answer.ts'
import { createLinks } from '../../src/render/links.ts'
import { shortSha } from '../components/format.ts'
import { RuleReason } from '../configuration/rule-reason.tsx'
import type { EditorEntry } from '../editor-model/editor-model.ts'
import { changesOf, type EvidenceIndex, type ListedChange, pullRequestsOf } from '../editor-model/evidence.ts'
import { useAppState } from '../state/store.ts'

/** Shows the evidence of an entry: commits, pull requests, labels, reasons and author. */
export function EvidenceView({ entry }: { entry: EditorEntry }) {
  const index = useAppState((state) => (state.range.status === 'loaded' ? state.range.index : null))
  if (!index) return null
  const changes = changesOf(entry, index)
  const labels = [...new Set(changes.flatMap((change) => change.labels))]
  const authors = [...new Set(changes.flatMap((change) => change.authors))]
  const numbers = pullRequestsOf(entry, index)
  const links = createLinks(index.answer.layout.web)
  return (
    <section class="evidence" aria-label="Evidence">
      <h3>Evidence</h3>
      <dl>
        <Fact title="Commits">
          <Commits entry={entry} index={index} />
        </Fact>
        {numbers.length > 0 ? (
          <Fact title="Pull requests">
            {numbers.map((number) => (
              <span key={number} class="spaced">
                <Link href={links.pullRequest(number)} text={links.pullRequestLabel(number)} />
              </span>
            ))}
          </Fact>
        ) : null}
        {labels.length > 0 ? <Fact title="Labels">{labels.join(', ')}</Fact> : null}
        {authors.length > 0 ? <Fact title="Authors">{authors.join(', ')}</Fact> : null}
        <Fact title="Reasons">
          <Reasons changes={changes} isByModel={entry.writtenBy === 'model'} />
        </Fact>
        <Fact title="Written by">
          {writers[entry.writtenBy]}
          <FallbackReason entry={entry} changes={changes} />
        </Fact>
        {entry.drafted && entry.drafted.text !== entry.text ? (
          <Fact title="Draft text">{entry.drafted.text}</Fact>
        ) : null}
      </dl>
    </section>
  )
}

const writers = { model: 'AI, checked', rules: 'the rules', person: 'you', agent: 'an agent' }

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Why the rules wrote an entry although a model was asked. */
function FallbackReason({ entry, changes }: { entry: EditorEntry; changes: ListedChange[] }) {
  const fallbacks = useAppState((state) =>
    state.draft.status === 'done' ? state.draft.fallbacks : noFallbacks,
  )
  const fallback = fallbacks.find(({ id }) => changes.some((change) => change.id === id))
  if (entry.writtenBy !== 'rules' || !fallback) return null
  const { reason, words } = fallback
  const named = words.map((each) => `“${each}”`).join(', ')
  const causes: Record<string, string> = {
    unsupported: `the commits do not support the text of the AI${named === '' ? '' : `: ${named}`}`,
    invalid: `the text of the AI was not valid: it ${words.join('; ')}`,
    missing: 'the AI wrote no text',
  }
  return <>, because {causes[reason] ?? `the AI could not be asked (${reason})`}</>
}

const noFallbacks: FallbackChange[] = []

function Reasons({ changes, isByModel }: { changes: ListedChange[]; isByModel: boolean }) {
  if (changes.length === 0)
    return <>{isByModel ? 'The AI' : 'You'} included this commit. It was excluded automatically.</>
  return (
    <ul class="plain-list">
      {changes.flatMap(({ id, evidence }) =>
        evidence.map(({ kind, detail }) => (
          <li key={id + kind + detail}>
            <span class="quiet">{kind === 'config' ? 'configuration' : kind}:</span>{' '}
            <RuleReason detail={detail} />
          </li>
        )),
      )}
    </ul>
  )
}

function Commits({ entry, index }: { entry: EditorEntry; index: EvidenceIndex }) {
  const links = createLinks(index.answer.layout.web)
  return (
    <ul class="plain-list">
      {entry.commits.map((sha) => (
        <li key={sha}>
          <Link href={links.commit(sha)} text={shortSha(sha)} /> {index.commits.get(sha)?.subject}
        </li>
      ))}
    </ul>
  )
}

function Link({ href, text }: { href: string | null; text: string }) {
  if (href === null || !/^https?:\/\//.test(href)) return <code>{text}</code>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
