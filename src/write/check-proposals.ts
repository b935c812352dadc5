import type { Draft, Suspicion } from '../core/entry.ts'
import { findUnsupported, type HeldDraft } from './claim-checker.ts'
import type { ModelSession } from './model-session.ts'
import type { WritingTask } from './plan-batches.ts'
import type { DraftChecks } from './write-context.ts'

/** What checking proposals needs. */
export interface ProposalContext {
  session: ModelSession
  checks: DraftChecks
}

/** A new draft, and the drafts that it replaces. */
export interface Proposal {
  draft: Draft
  replaced: Draft[]
  tasks: WritingTask[]
}

/**
 * Returns the proposals that pass the checks, the checker and the lookup of names at the ends of the range. A text that
 * could not be checked is not used, because there is another one.
 */
export async function checkProposals(
  given: Proposal[],
  { session, checks }: ProposalContext,
): Promise<Proposal[]> {
  const proposals = given.filter(({ draft }) => checks.check(draft).length === 0)
  const suspected = proposals.map((proposal) => ({ ...proposal, suspicions: checks.suspect(proposal.draft) }))
  const isClaim = ({ draft, suspicions }: { draft: Draft; suspicions: Suspicion[] }) =>
    session.check !== 'words' && !checks.isCopy(draft) && (session.check === 'full' || suspicions.length > 0)
  const claims = suspected.filter(isClaim)
  const held = claims.map(
    ({ draft, tasks, suspicions }): HeldDraft => ({
      draft,
      items: tasks.map(({ item }) => item),
      suspicions,
      needsDetails: checks.needsDetails(draft),
    }),
  )
  const namesOf = ({ draft }: Proposal) => checks.listOpenNames(draft)
  const [verdicts, absent] = await Promise.all([
    held.length === 0 ? null : session.askForVerdicts(held),
    checks.findAbsentNames(proposals.flatMap(namesOf)),
  ])
  return suspected.filter((proposal) => {
    if (namesOf(proposal).some((name) => absent.has(name))) return false
    const place = claims.indexOf(proposal)
    if (place === -1) return !proposal.suspicions.some(({ strong }) => strong)
    return (
      verdicts !== null && findUnsupported(held[place]!, verdicts.get(String(place + 1)), checks) === null
    )
  })
}
