import { linksOf } from '../../src/render/links.ts'
import type { Item } from '../desk/desk.ts'
import { changesOf, type EvidenceIndex, pullRequestsOf } from '../desk/evidence.ts'
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
  const links = linksOf(index.answer.layout.web)
  return (
    <section class="evidence" aria-label="Evidence">
      <h3>Evidence</h3>
      <dl>
        <dt>Commits</dt>
        <dd>
          <Commits item={item} index={index} />
        </dd>
        {numbers.length > 0 ? (
          <>
            <dt>Pull requests</dt>
            <dd>
              {numbers.map((number) => (
                <span key={number} class="spaced">
                  <Link href={links.pullRequest(number)} text={links.pullRequestLabel(number)} />
                </span>
              ))}
            </dd>
          </>
        ) : null}
        {labels.length > 0 ? (
          <>
            <dt>Labels</dt>
            <dd>{labels.join(', ')}</dd>
          </>
        ) : null}
        {authors.length > 0 ? (
          <>
            <dt>People</dt>
            <dd>{authors.join(', ')}</dd>
          </>
        ) : null}
        <dt>Why here</dt>
        <dd>
          {changes.length === 0 ? 'You took it in from what was left out.' : null}
          <ul class="plain-list">
            {changes.flatMap(({ id, evidence }) =>
              evidence.map(({ kind, detail }) => (
                <li key={id + kind + detail}>
                  <span class="quiet">{kind}:</span> {detail}
                </li>
              )),
            )}
          </ul>
        </dd>
        <dt>Worded by</dt>
        <dd>
          {
            { model: 'the language model, checked', rules: 'the rules', person: 'you', agent: 'an agent' }[
              item.writtenBy
            ]
          }
        </dd>
        {item.drafted && item.drafted.text !== item.text ? (
          <>
            <dt>The draft said</dt>
            <dd>{item.drafted.text}</dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}

function Commits({ item, index }: { item: Item; index: EvidenceIndex }) {
  const links = linksOf(index.answer.layout.web)
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
