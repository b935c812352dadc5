import type { GenerateContext } from '../core/generate-context.ts'
import { runInline } from '../core/heavy-work.ts'
import type { HouseStyleAnswer } from '../core/house-style.ts'
import { reportStages } from '../core/progress.ts'
import type { RangeRequest } from '../core/request.ts'
import { listHeadings } from '../history/changelog-headings.ts'
import { collect } from '../history/collect.ts'
import { readPastCommits } from '../history/collect-past.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { describeVoice } from '../write/voice.ts'
import { reportHabit } from './gather-changes.ts'
import { describeStyleTask } from './heavy-tasks.ts'
import { readChosenConfig, readCommitConfig } from './load-config.ts'

/** Describes how a project writes its notes: what it lists, under which headings, and in which voice. */
export async function readHouseStyle(
  { repoFullName, config: choice }: Pick<RangeRequest, 'repoFullName' | 'config'>,
  context: Omit<GenerateContext, 'gateway' | 'onEntry'>,
): Promise<HouseStyleAnswer> {
  const begin = reportStages(context)
  const { host, token, signal, deadlineAt, runHeavy = runInline, maxMatchSteps } = context
  await begin('resolve', 2)
  const repository = await host.open({ repoFullName, token, signal, deadlineAt, runHeavy: context.runHeavy })
  // A range without commits: only what lies before it is wanted.
  const ends = { fromRef: 'HEAD', toRef: 'HEAD', version: null, date: null }
  const { range } = await resolveRange(repository, ends)

  await begin('collect', null)
  const history = await collect(repository, range, context)
  const chosen = await readChosenConfig({ ...(choice && { config: choice }) })
  const { config, path: configPath } = chosen ?? (await readCommitConfig(history.configFiles, range.toSha))
  const commits = config.learn === false ? [] : await readPastCommits(repository, history)
  const text = history.changelog?.text ?? null

  await begin('curate', commits.length)
  const { learned, patterns } = await runHeavy(
    describeStyleTask,
    { commits, changelog: text ?? '', packages: null, config: {}, maxMatchSteps },
    { signal, caller: token },
  )
  await begin(null, null)
  return {
    path: history.changelog?.path ?? null,
    houseStyle: reportHabit(history.changelog, learned),
    habit: patterns,
    headings: listHeadings(text ?? ''),
    voice: describeVoice(text),
    config: configPath === null ? null : { path: configPath, ...config },
  }
}
