import { LoadingNote } from '../components/loading-note.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'

/** The configuration panel, which is loaded when it is first opened. */
export function LazyConfigurationPanel() {
  const lazy = useLazyModule(() => import('./configuration-panel.tsx'))
  if (lazy.status === 'ready') return <lazy.module.ConfigurationPanel />
  return <LoadingNote lazy={lazy} name="the configuration" />
}
