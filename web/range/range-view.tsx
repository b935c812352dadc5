import { useCallback, useEffect, useState } from 'preact/hooks'
import { Banner } from '../components/notice.tsx'
import { useLazyModule } from '../components/use-lazy-module.ts'
import { ConfigurationSource } from '../configuration/configuration-source.tsx'
import type { Session } from '../state/app-state.ts'
import { useAppState } from '../state/store.ts'
import { pageStrings } from '../strings/page.ts'
import { startStrings as strings } from '../strings/start.ts'
import { DropZone } from './drop-zone.tsx'
import { RangeForm } from './range-form.tsx'
import { RangeSummary } from './range-summary.tsx'
import { RecentDrafts } from './recent-drafts.tsx'
import { StartHeader } from './start-header.tsx'
import { type Drafts, useDrafts } from './use-drafts.ts'
import { useReleases } from './use-releases.ts'

/** The screen to choose a range, and to open an earlier draft. */
export function RangeView({ session }: { session: Session }) {
  const drafts = useDrafts()
  const options = useAppState((state) => state.options)
  const online = useAppState((state) => state.online)
  const releases = useReleases(session, options)
  const importFile = useCallback((file: File | undefined) => void drafts.importFile(file), [])
  const [showsPalette, setShowsPalette] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey)) return
      if (event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setShowsPalette((isShown) => !isShown)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <StartHeader session={session} onSearch={() => setShowsPalette(true)} />
      <main class="start" id="main">
        <div role="status">
          {online ? null : (
            <Banner kind="warn" icon="wifi-off">
              {pageStrings.offline}
            </Banner>
          )}
        </div>
        <RecentDrafts drafts={drafts} />
        <h1>{strings.title}</h1>
        <div class="start-grid">
          <div class="start-left">
            <RangeForm session={session} releases={releases} />
            <ConfigurationSource />
          </div>
          <RangeSummary releases={releases} />
        </div>
      </main>
      <DropZone onFile={importFile} />
      {showsPalette ? <LazyPalette drafts={drafts} onClose={() => setShowsPalette(false)} /> : null}
    </>
  )
}

/** The command palette, which is loaded when it is first opened. */
function LazyPalette({ drafts, onClose }: { drafts: Drafts; onClose: () => void }) {
  const lazy = useLazyModule(() => import('./start-palette.tsx'))
  return lazy.status === 'ready' ? <lazy.module.StartPalette drafts={drafts} onClose={onClose} /> : null
}
