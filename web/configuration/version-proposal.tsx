import { useEffect } from 'preact/hooks'
import type { NextVersion } from '../../src/core/versioning.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { formatCount } from '../components/format.ts'
import { useAppState, useServices } from '../state/store.ts'
import { proposeVersion } from './propose-version.ts'

/** Offers the version that the changes call for, with the reasons; only where the range does not end at a release. */
export function VersionProposal() {
  const { store } = useServices()
  const proposal = useAppState((state) => state.proposal)
  const isNeeded = useAppState(
    ({ range, draft, online }) =>
      online && draft.status === 'done' && range.status === 'loaded' && range.index.answer.version === null,
  )
  useEffect(() => {
    if (isNeeded && proposal.status === 'idle') void proposeVersion(store)
  }, [isNeeded, proposal])
  if (proposal.status === 'loaded') return <Proposal proposed={proposal.nextVersion} />
  if (proposal.status === 'loading')
    return (
      <p class="hint" role="status">
        Finding the next version…
      </p>
    )
  if (proposal.status === 'idle') return null
  return (
    <p class="hint">
      No version could be proposed: {proposal.error.detail}{' '}
      <LinkButton onClick={() => void proposeVersion(store)}>Try again</LinkButton>
    </p>
  )
}

function Proposal({ proposed }: { proposed: NextVersion }) {
  const { store } = useServices()
  const current = useAppState((state) => state.history.present.version)
  const { version, previous, bump, reasons } = proposed
  const after = previous === null ? null : `after ${previous.version}`
  if (version === null)
    return <p class="hint">There is nothing to release{after === null ? '' : ` ${after}`}.</p>
  const accept = () => {
    const { date } = store.get().history.present
    const today = new Date().toISOString().slice(0, 10)
    store.dispatch({
      type: 'edit',
      action: { type: 'set-heading', version, date: date ?? today },
      announce: `The version is ${version}.`,
    })
  }
  return (
    <div class="proposal">
      <p>
        Proposed version: <b>{version}</b>{' '}
        <span class="hint">({[bumpNames[bump], ...(after === null ? [] : [after])].join(', ')})</span>
      </p>
      {current === version ? null : (
        <Button size="sm" onClick={accept}>
          Use {version}
        </Button>
      )}
      {reasons.length === 0 ? null : (
        <details>
          <summary>{formatCount(reasons.length, 'reason')}</summary>
          <ul>
            {reasons.map(({ id, detail }) => (
              <li key={id}>{detail}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const bumpNames: Record<NextVersion['bump'], string> = {
  major: 'major',
  minor: 'minor',
  patch: 'patch',
  none: 'no change',
  initial: 'the first release',
  calendar: 'by date',
}
