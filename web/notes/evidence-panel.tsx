import { type ComponentChildren, Fragment } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { createLinks } from '../../src/render/links.ts'
import { IconButton, LinkButton } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { shortSha } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import { EntryText } from '../components/inline-markdown.tsx'
import { RuleReason } from '../configuration/rule-reason.tsx'
import { currentConfig } from '../configuration/use-format.ts'
import { type EditorEntry, isChangedByUser, isFree } from '../editor-model/editor-model.ts'
import { changesOf, type EvidenceIndex, type ListedChange, splitTexts } from '../editor-model/evidence.ts'
import { type ExcerptPart, findExcerpt } from '../editor-model/find-excerpt.ts'
import { keyOfFinding } from '../editor-model/finding.ts'
import { toPlainText } from '../editor-model/inline-markdown.ts'
import { titleOf } from '../editor-model/titles.ts'
import { useAppState } from '../state/store.ts'
import { entryStrings, evidenceStrings, writerNames } from '../strings/editor.ts'
import { useCommands } from './commands-context.ts'
import { WordDiff } from './draft-conflict.tsx'
import { describeRejection, FindingText } from './entry-flags.tsx'
import { flagsOf } from './shown-entries.ts'

/** Shows what an entry is based on, over the output; the list stays in sight. */
export function EvidencePanel({ id }: { id: string }) {
  const commands = useCommands()
  const index = useAppState((state) => (state.range.status === 'loaded' ? state.range.index : null))
  const entry = useAppState((state) => state.history.present.entries.find((each) => each.id === id))
  if (!entry || !index) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const handlers: Record<string, () => void> = {
      Escape: commands.closeEvidence,
      j: () => commands.showEvidenceBeside(1),
      k: () => commands.showEvidenceBeside(-1),
    }
    const handle = handlers[event.key]
    if (!handle) return
    event.preventDefault()
    event.stopPropagation()
    handle()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the evidence too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the evidence too */}
      <div class="peek-scrim" onClick={commands.closeEvidence} />
      <section class="peek" aria-label={evidenceStrings.evidence} onKeyDown={onKeyDown}>
        <div class="panel-head">
          <h2 class="evidence-title" tabIndex={-1}>
            {evidenceStrings.evidence}
          </h2>
          <span class="grow" />
          <IconButton
            icon="chevron-up"
            size="sm"
            label={evidenceStrings.previous}
            keys="K"
            onClick={() => commands.showEvidenceBeside(-1)}
          />
          <IconButton
            icon="chevron-down"
            size="sm"
            label={evidenceStrings.next}
            keys="J"
            onClick={() => commands.showEvidenceBeside(1)}
          />
          <IconButton
            icon="x"
            size="sm"
            label={evidenceStrings.close}
            keys="escape"
            onClick={commands.closeEvidence}
          />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
        <div class="peek-body" tabIndex={0}>
          <EvidenceContent key={id} entry={entry} index={index} />
        </div>
      </section>
    </>
  )
}

function EvidenceContent({ entry, index }: { entry: EditorEntry; index: EvidenceIndex }) {
  const flags = useAppState((state) => flagsOf(state).get(entry.id))
  const changes = useMemo(() => changesOf(entry, index), [entry, index])
  return (
    <>
      <p class="peek-title">
        <EntryText entry={entry} />
      </p>
      <WrittenBy entry={entry} changes={changes} />
      {flags?.findings.map((finding) => (
        <p key={keyOfFinding(finding)} class="flag flag-big" data-kind="advice">
          <Icon name="triangle-alert" />
          <span>
            <FindingText finding={finding} /> {evidenceStrings.keepIfSure}
          </span>
        </p>
      ))}
      {flags?.rejection ? (
        <p class="flag flag-big" data-kind="rejected">
          <Icon name="sparkles" />
          <span>
            <b>{entryStrings.rejected}</b> {describeRejection(flags.rejection)}
          </span>
        </p>
      ) : null}
      {isFree(entry) ? <p class="hint">{evidenceStrings.youAdded}</p> : null}
      <PullRequests entry={entry} changes={changes} index={index} />
      <Commits entry={entry} changes={changes} index={index} />
      <Files changes={changes} />
      {isFree(entry) ? null : <Reasons entry={entry} changes={changes} />}
    </>
  )
}

/** Whether the text is what the authors of the change wrote for the changelog. */
function isInOwnWords({ writtenBy }: EditorEntry, changes: ListedChange[]): boolean {
  const evidence = changes.flatMap((change) => change.evidence)
  return (
    writtenBy === 'rules' &&
    evidence.some(({ kind, detail }) => kind === 'own-entry' && /^The text is /.test(detail))
  )
}

function WrittenBy({ entry, changes }: Pick<PartProps, 'entry' | 'changes'>) {
  const commands = useCommands()
  const [isOpen, setOpen] = useState(false)
  const { drafted, draftedBy } = entry
  const isChanged = isChangedByUser(entry) && drafted !== null
  const draft = drafted === null ? '' : toPlainText({ text: drafted.text, writtenBy: draftedBy ?? 'rules' })
  const text = toPlainText(entry)
  return (
    <>
      <p class="peek-by">
        <Icon
          name={
            isChangedByUser(entry)
              ? 'pencil'
              : entry.writtenBy === 'rules'
                ? 'git-commit-horizontal'
                : 'sparkles'
          }
          size={14}
        />
        <span>
          {isChanged
            ? `${entryStrings.edited}${draftedBy ? ` · ${evidenceStrings.draftedBy[draftedBy]}` : ''}`
            : isFree(entry)
              ? entryStrings.added
              : isInOwnWords(entry, changes)
                ? evidenceStrings.ownWords
                : writerNames[entry.writtenBy]}
        </span>
        {isChanged && draft !== text ? (
          <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? evidenceStrings.hideChanges : evidenceStrings.showChanges}
          </LinkButton>
        ) : null}
      </p>
      {isOpen && isChanged ? (
        <div class="peek-changes">
          <p>
            <WordDiff before={draft} now={text} />
          </p>
          <LinkButton
            onClick={() => {
              setOpen(false)
              commands.restoreDraft(entry.id)
            }}
          >
            {evidenceStrings.restore}
          </LinkButton>
        </div>
      ) : null}
    </>
  )
}

interface PartProps {
  entry: EditorEntry
  changes: ListedChange[]
  index: EvidenceIndex
}

function PullRequests({ entry, changes, index }: PartProps) {
  const links = createLinks(index.answer.layout.web)
  const withRequest = changes.filter(({ pullRequests }) => pullRequests.length > 0)
  if (withRequest.length === 0) return null
  const count = withRequest.reduce((sum, { pullRequests }) => sum + pullRequests.length, 0)
  return (
    <>
      <h3>{evidenceStrings.pullRequest(count)}</h3>
      {withRequest.map((change) => {
        const excerpt = findExcerpt(splitTexts(change).ofPullRequests, toPlainText(entry))
        return (
          <div key={change.id} class="card">
            <span class="card-top">
              <Icon name="git-pull-request" />
              <b>{change.title}</b>
              <span class="grow" />
              {change.pullRequests.map((number) => (
                <SafeLink key={number} href={links.pullRequest(number)} class="card-link">
                  {links.pullRequestLabel(number)}
                  <Icon name="arrow-up-right" size={14} />
                </SafeLink>
              ))}
            </span>
            <Quote excerpt={excerpt} />
            <span class="card-foot">
              {change.labels.map((label) => (
                <Chip key={label}>{label}</Chip>
              ))}
              <span class="grow" />
              <span class="hint">{change.authors.join(', ')}</span>
            </span>
          </div>
        )
      })}
    </>
  )
}

/** The part of a text that matters for the entry, with the names that they share marked. */
function Quote({ excerpt }: { excerpt: ExcerptPart[] }) {
  if (excerpt.length === 0) return null
  return (
    <span class="quote">
      {excerpt.map(({ text, isMarked }, at) =>
        isMarked ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>,
      )}
    </span>
  )
}

const maxQuotedCommits = 20

/** What the messages of the commits say below their subjects, unless the pull request says the same. */
function quoteCommits(entry: EditorEntry, changes: ListedChange[]): Map<string, ExcerptPart[]> {
  const about = toPlainText(entry)
  const quotes = changes.flatMap((change) => {
    const { ofPullRequests, ofCommits } = splitTexts(change)
    const joined = (excerpt: ExcerptPart[]) => excerpt.map(({ text }) => text).join('')
    const said = joined(findExcerpt(ofPullRequests, about))
    return [...ofCommits]
      .slice(0, maxQuotedCommits)
      .map(([sha, message]) => [sha, findExcerpt([message], about)] as const)
      .filter(([, excerpt]) => joined(excerpt) !== said)
  })
  return new Map(quotes)
}

function Commits({ entry, changes, index }: PartProps) {
  const links = createLinks(index.answer.layout.web)
  const quotes = useMemo(() => quoteCommits(entry, changes), [entry, changes])
  if (entry.commits.length === 0) return null
  return (
    <>
      <h3>
        {evidenceStrings.commits} <span class="num">{entry.commits.length}</span>
      </h3>
      <ul class="lines">
        {entry.commits.map((sha) => (
          <li key={sha}>
            <span class="grow cut" title={index.commits.get(sha)?.subject}>
              {index.commits.get(sha)?.subject}
            </span>
            <SafeLink href={links.commit(sha)} class="sha">
              {shortSha(sha)}
            </SafeLink>
            <Quote excerpt={quotes.get(sha) ?? []} />
          </li>
        ))}
      </ul>
    </>
  )
}

const maxFiles = 20

function Files({ changes }: Pick<PartProps, 'changes'>) {
  const paths = [...new Set(changes.flatMap((change) => change.paths))]
  if (paths.length === 0) return null
  return (
    <>
      <h3>
        {evidenceStrings.files} <span class="num">{paths.length}</span>
      </h3>
      <ul class="lines">
        {paths.slice(0, maxFiles).map((path) => (
          <li key={path}>
            <code class="cut path" title={path}>
              {path}
            </code>
          </li>
        ))}
      </ul>
      {paths.length > maxFiles ? (
        <p class="hint">{evidenceStrings.moreFiles(paths.length - maxFiles)}</p>
      ) : null}
    </>
  )
}

function Reasons({ entry, changes }: Pick<PartProps, 'entry' | 'changes'>) {
  const config = useAppState(currentConfig)
  const reasons = changes.flatMap(({ id, evidence }) => evidence.map((each) => ({ ...each, id })))
  return (
    <>
      <h3>{evidenceStrings.why}</h3>
      {reasons.length === 0 ? (
        <p>{entry.writtenBy === 'model' ? evidenceStrings.aiIncluded : evidenceStrings.youIncluded}</p>
      ) : (
        <dl class="why">
          {reasons.map(({ id, kind, detail }) => (
            <Fragment key={id + kind + detail}>
              <dt>{evidenceStrings.kinds[kind] ?? (kind === 'category' ? titleOf(entry, config) : kind)}</dt>
              <dd>
                <RuleReason detail={wordReason(detail)} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  )
}

/** The probability of the server as a share that a reader understands; other reasons stay as they are. */
function wordReason(detail: string): string {
  const found = /^Probability of being listed: ([01]\.\d\d) \((.*)\)\.$/s.exec(detail)
  return found ? evidenceStrings.likely(Math.round(Number(found[1]) * 100), found[2]!) : detail
}

function SafeLink({
  href,
  class: given,
  children,
}: {
  href: string | null
  class: string
  children: ComponentChildren
}) {
  if (href === null || !/^https?:\/\//.test(href)) return <code class={given}>{children}</code>
  return (
    <a href={href} class={given} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
