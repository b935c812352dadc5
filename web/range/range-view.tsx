import type { Session } from '../state/app-state.ts'
import { KeptDrafts } from './kept-drafts.tsx'
import { RangeForm } from './range-form.tsx'
import { RangeReport } from './range-report.tsx'

/** The screen on which a range is chosen and looked at. */
export function RangeView({ session }: { session: Session }) {
  return (
    <main class="range-view" id="main">
      <div class="range-side">
        <h1>What happened</h1>
        <RangeForm session={session} />
      </div>
      <section class="range-report" aria-label="The range">
        <RangeReport />
      </section>
      <KeptDrafts />
    </main>
  )
}
