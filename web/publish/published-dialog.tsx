import type { Published } from '../../src/core/publisher.ts'
import { Dialog } from '../components/dialog.tsx'

/** Shows what was published, with a link to it. */
export function PublishedDialog({ published, onClose }: { published: Published; onClose: () => void }) {
  const { action, url } = published
  return (
    <Dialog title={action === 'unchanged' ? 'Nothing to do' : 'Done'} onClose={onClose}>
      <p role="status">{describeResult(published)}</p>
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

function describeResult({ kind, action, state }: Published): string {
  if (kind === 'release') {
    const what = state === 'draft' ? 'draft release' : 'release'
    return {
      created: state === 'draft' ? 'Draft release created.' : 'Release published.',
      updated: `The ${what} was updated. Existing text is unchanged.`,
      unchanged: `The ${what} already contains all entries.`,
    }[action]
  }
  if (state === 'none') return 'The file already contains everything.'
  return {
    created: 'Pull request opened.',
    updated: 'The open pull request was updated.',
    unchanged: 'The open pull request already contains everything.',
  }[action]
}
