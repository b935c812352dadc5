import type { ComponentChildren } from 'preact'
import { createLinks } from '../../src/render/links.ts'
import type { Item } from '../editor-model/editor-model.ts'
import { changesOf, type EvidenceIndex, type ListedChange, pullRequestsOf } from '../editor-model/evidence.ts'
import { shortSha } from '../parts/words.ts'
import { useApp } from '../state/store.ts'

/** What an entry rests on: its commits, pull requests and labels, why it stands here, and who wrote it. */
export function EvidenceView({ item }: { item: Item }) {
  const index = useApp((state) => (state.range.is === 'known' ? state.range.index : null))
  if (!index) return null
  const changes = changesOf(item, index)
  const labels = [...new Set(changes.flatMap((change) => change.labels))]
  const authors = [...new Set(changes.flatMap((change) => change.authors))]
  const numbers = pullRequestsOf(item, index)
  const links = createLinks(index.answer.layout.web)
  return (
    <section class="evidence" aria-label="Evidence">
      <h3>Evidence</h3>
      <dl>
        <Fact title="Commits">
          <Commits item={item} index={index} />
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
        {authors.length > 0 ? <Fact title="People">{authors.join(', ')}</Fact> : null}
        <Fact title="Why here">
          <Reasons changes={changes} />
        </Fact>
        <Fact title="Worded by">{writers[item.writtenBy]}</Fact>
        {item.drafted && item.drafted.text !== item.text ? (
          <Fact title="The draft said">{item.drafted.text}</Fact>
        ) : null}
      </dl>
    </section>
  )
}

const writers = { model: 'the language model, checked', rules: 'the rules', person: 'you', agent: 'an agent' }

function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Reasons({ changes }: { changes: ListedChange[] }) {
  if (changes.length === 0) return <>You took it in from what was left out.</>
  return (
    <ul class="plain-list">
      {changes.flatMap(({ id, evidence }) =>
        evidence.map(({ kind, detail }) => (
          <li key={id + kind + detail}>
            <span class="quiet">{kind}:</span> {detail}
          </li>
        )),
      )}
    </ul>
  )
}

function Commits({ item, index }: { item: Item; index: EvidenceIndex }) {
  const links = createLinks(index.answer.layout.web)
  return (
    <ul class="plain-list">
      {item.commits.map((sha) => (
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
