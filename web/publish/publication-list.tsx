import { formatTime } from '../components/format.ts'
import { Icon } from '../components/icon.tsx'
import type { Publication } from '../editor-model/draft-record.ts'
import { useAppState } from '../state/store.ts'
import { publishStrings as strings } from '../strings/publish.ts'

/** Where this draft was published and when, the newest first; nothing if it was not. */
export function PublicationList() {
  const publications = useAppState((state) => state.record.publications)
  if (publications.length === 0) return null
  return (
    <section class="publications" aria-label={strings.history}>
      <h3>{strings.history}</h3>
      <ul>
        {publications.toReversed().map((publication) => (
          <PublicationItem key={publication.at} publication={publication} />
        ))}
      </ul>
    </section>
  )
}

function PublicationItem({ publication }: { publication: Publication }) {
  const { url, place, action, at } = publication
  const name = nameOf(publication)
  return (
    <li>
      <b>{name}</b>
      <span class="hint">
        {place} · {strings.publicationActs[action]} · {formatTime(at)}
      </span>
      {url !== null && /^https?:\/\//.test(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer" aria-label={strings.openPublicationOf(name)}>
          {strings.openPublication}
          <Icon name="arrow-up-right" size={14} />
        </a>
      ) : null}
    </li>
  )
}

function nameOf({ kind, state, name }: Publication): string {
  const { draft, release, pullRequest, file } = strings.publication
  if (kind === 'file') return file(name)
  if (kind === 'pull_request') return pullRequest(name)
  return state === 'draft' ? draft(name) : release(name)
}
