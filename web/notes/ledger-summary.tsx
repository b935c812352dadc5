import { formatCount } from '../components/format.ts'
import { countCommits } from '../editor-model/ledger.ts'
import { useAppState, useDispatch } from '../state/store.ts'

/** Shows how many commits are included and excluded. */
export function LedgerSummary({ onShow }: { onShow: () => void }) {
  const dispatch = useDispatch()
  const range = useAppState((state) => state.range)
  const editor = useAppState((state) => state.history.present)
  if (range.status !== 'loaded') return null
  const { total, included, excluded, omitted, pending } = countCommits(editor, range.index)
  const counts = [
    `${included.toLocaleString('en')} included`,
    `${omitted.toLocaleString('en')} excluded automatically`,
    ...(excluded > 0 ? [`${excluded.toLocaleString('en')} excluded by you`] : []),
    ...(pending > 0 ? [`${pending.toLocaleString('en')} not drafted yet`] : []),
  ]
  const show = () => {
    dispatch({ type: 'tab', tab: 'ledger' })
    onShow()
  }
  return (
    <p class={pending === 0 ? 'ledger-summary' : 'ledger-summary ledger-pending'}>
      <span>
        <b>{formatCount(total, 'commit')}</b>: {counts.join(', ')}.{' '}
        {pending === 0 ? 'Every commit is accounted for.' : 'Draft again to add the rest.'}
      </span>{' '}
      <button type="button" class="plain" onClick={show}>
        Show all commits
      </button>
    </p>
  )
}
