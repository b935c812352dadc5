import type { Published } from '../../src/core/publisher.ts'
import { Dialog } from '../parts/dialog.tsx'

/** What was done at the host, and the way there. */
export function PublishedDialog({ published, onClose }: { published: Published; onClose: () => void }) {
  const { action, url } = published
  return (
    <Dialog title={action === 'unchanged' ? 'Nothing to do' : 'Sent'} onClose={onClose}>
      <p role="status">{wordsFor(published)}</p>
      {url !== null && /^https?:\/\//.test(url) ? (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </a>
        </p>
      ) : null}
    </Dialog>
  )
}

function wordsFor({ kind, action, state }: Published): string {
  if (kind === 'release') {
    const what = state === 'draft' ? 'draft release' : 'release'
    return {
      created: state === 'draft' ? 'The draft release is there.' : 'The release is there for everybody.',
      updated: `The ${what} has what was new. What somebody wrote there stays.`,
      unchanged: `The ${what} says all of it already.`,
    }[action]
  }
  if (state === 'none') return 'The changelog says all of it already.'
  return {
    created: 'The pull request is open.',
    updated: 'The open pull request has what was new.',
    unchanged: 'The open pull request says all of it already.',
  }[action]
}
