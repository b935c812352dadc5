import { useCallback } from 'preact/hooks'
import { Banner } from '../components/notice.tsx'
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
import { useDrafts } from './use-drafts.ts'
import { useReleases } from './use-releases.ts'

/** The screen to choose a range, and to open an earlier draft. */
export function RangeView({ session }: { session: Session }) {
  const drafts = useDrafts()
  const options = useAppState((state) => state.options)
  const online = useAppState((state) => state.online)
  const releases = useReleases(session, options)
  const importFile = useCallback((file: File | undefined) => void drafts.importFile(file), [])
  return (
    <>
      <StartHeader session={session} />
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
    </>
  )
}
