import { LinkButton } from '../components/button.tsx'
import { useAppState, useDispatch } from '../state/store.ts'
import { findNamedPart } from './print-rule.ts'
import { currentConfig } from './use-format.ts'

/** A reason; the rule or category that it names is shown beside it, and leads to its place in the file. */
export function RuleReason({ detail }: { detail: string }) {
  const dispatch = useDispatch()
  const config = useAppState(currentConfig)
  const found = config && findNamedPart(detail, config)
  if (!found) return <>{detail}</>
  const { before, part, after } = found
  return (
    <>
      {before}
      <LinkButton
        aria-label={`Show ${part.name} in the configuration`}
        title={part.text ?? undefined}
        onClick={() => dispatch({ type: 'show-panel', panel: 'configuration', place: part.name })}
      >
        <code>{part.name}</code>
      </LinkButton>
      {after}
      {part.text === null ? null : (
        <>
          {' '}
          <code class="rule-text">{part.text}</code>
        </>
      )}
    </>
  )
}
