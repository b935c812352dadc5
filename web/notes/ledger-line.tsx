import { balanceOf } from '../editor-model/ledger.ts'
import { count } from '../parts/words.ts'
import { useApp, useSend } from '../state/store.ts'

/** The sum of the ledger, always in sight. */
export function LedgerLine({ onShow }: { onShow: () => void }) {
  const send = useSend()
  const range = useApp((state) => state.range)
  const editor = useApp((state) => state.line.present)
  if (range.is !== 'known') return null
  const { total, told, left, omitted, waiting } = balanceOf(editor, range.index)
  const parts = [
    `${told.toLocaleString('en')} told`,
    `${omitted.toLocaleString('en')} left out for a reason`,
    ...(left > 0 ? [`${left.toLocaleString('en')} left out by hand`] : []),
    ...(waiting > 0 ? [`${waiting.toLocaleString('en')} not drafted yet`] : []),
  ]
  const show = () => {
    send({ type: 'tab', tab: 'ledger' })
    onShow()
  }
  return (
    <p class={waiting === 0 ? 'ledger-line' : 'ledger-line ledger-open'}>
      <span>
        <b>{count(total, 'commit')}</b>: {parts.join(' + ')}.{' '}
        {waiting === 0 ? 'Every commit has its place.' : 'Draft again to place the rest.'}
      </span>{' '}
      <button type="button" class="plain" onClick={show}>
        Show the ledger
      </button>
    </p>
  )
}
