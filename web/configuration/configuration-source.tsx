import { LinkButton } from '../components/button.tsx'
import type { AppState } from '../state/app-state.ts'
import { useAppState, useDispatch } from '../state/store.ts'
import { LazyConfigurationPanel } from './lazy-panel.tsx'

/** Says which configuration the range is read with, and opens it for editing. */
export function ConfigurationSource() {
  const dispatch = useDispatch()
  const source = useAppState(describeSource)
  const isOpen = useAppState((state) => state.panel === 'configuration')
  if (source === null) return null
  return (
    <>
      <p class="config-source hint">
        {source}{' '}
        <LinkButton
          aria-expanded={isOpen}
          onClick={() => dispatch({ type: 'show-panel', panel: isOpen ? 'entries' : 'configuration' })}
        >
          {isOpen ? 'Close the configuration' : 'Edit the configuration'}
        </LinkButton>
      </p>
      {isOpen ? <LazyConfigurationPanel /> : null}
    </>
  )
}

function describeSource({ options, range }: AppState): string | null {
  if (options.repo === '') return null
  if (options.config) return `Your edited ${options.config.path} is used.`
  if (range.status === 'failed') return range.error.code.startsWith('config_') ? 'The file has errors.' : null
  if (range.status !== 'loaded') return null
  const { source, path } = range.index.answer.config
  return source === 'none'
    ? 'The repository has no configuration file.'
    : `${path ?? 'A configuration'} is used.`
}
