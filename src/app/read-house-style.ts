import type { GenerateContext } from '../core/generate-context.ts'
import type { HouseStyleAnswer } from '../core/house-style.ts'
import { reportStages } from '../core/progress.ts'
import { describeListingPatterns } from '../curate/learned/describe-listing-patterns.ts'
import { learnFromPastReleases } from '../curate/learned/learn-from-past-releases.ts'
import { listHeadings } from '../history/changelog-headings.ts'
import { collect } from '../history/collect.ts'
import { collectPast } from '../history/collect-past.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { describeVoice } from '../write/voice.ts'
import { reportHabit } from './gather-changes.ts'

/** Describes how a project writes its notes: what it lists, under which headings, and in which voice. */
export async function readHouseStyle(
  repoFullName: string,
  context: Omit<GenerateContext, 'gateway' | 'onEntry'>,
): Promise<HouseStyleAnswer> {
  const begin = reportStages(context)
  const { host, token, signal, deadlineAt } = context
  await begin('resolve', 2)
  const repository = await host.open({ repoFullName, token, signal, deadlineAt })
  // A range without commits: only what lies before it is wanted.
  const ends = { fromRef: 'HEAD', toRef: 'HEAD', version: null, date: null }
  const { range } = await resolveRange(repository, ends)

  await begin('collect', null)
  const history = await collect(repository, range, context)
  const past = await collectPast(repository, history)

  await begin('curate', past.length)
  const learnt = learnFromPastReleases(past)
  const text = history.changelog?.text ?? null
  await begin(null, null)
  return {
    path: history.changelog?.path ?? null,
    houseStyle: reportHabit(history.changelog, learnt),
    habit: learnt && describeListingPatterns(past, learnt.style),
    headings: listHeadings(text ?? ''),
    voice: describeVoice(text),
  }
}
