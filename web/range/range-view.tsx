import { ConfigurationSource } from '../configuration/configuration-source.tsx'
import type { Session } from '../state/app-state.ts'
import { RangeForm } from './range-form.tsx'
import { RangeReport } from './range-report.tsx'
import { SavedDrafts } from './saved-drafts.tsx'

/** The screen to choose a range and review its commits. */
export function RangeView({ session }: { session: Session }) {
  return (
    <main class="range-view" id="main">
      <div class="range-side">
        <h1>Select a range</h1>
        <RangeForm session={session} />
      </div>
      <section class="range-report" aria-label="Range">
        <ConfigurationSource />
        <RangeReport />
      </section>
      <SavedDrafts />
    </main>
  )
}
