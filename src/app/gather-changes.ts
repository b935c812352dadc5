import type { Commit } from '../core/commit.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import type { History } from '../core/history.ts'
import type { reportStages } from '../core/progress.ts'
import type { Repository } from '../core/repository.ts'
import type { GenerateRequest } from '../core/request.ts'
import type { LearnedHabit } from '../curate/learned/learn-from.ts'
import { Messages } from '../curate/parse/read-commit.ts'
import { collect } from '../history/collect.ts'
import { collectPast } from '../history/collect-past.ts'
import { resolveRange } from '../history/resolve-range.ts'
import { answerRange } from '../render/links.ts'
import { learnVoice } from '../write/learn-voice.ts'

type Asking = Pick<
  GenerateContext,
  'host' | 'token' | 'signal' | 'deadlineAt' | 'maxCommits' | 'onProgress' | 'memoize'
>

type Asked = Pick<
  GenerateRequest,
  'repoFullName' | 'fromRef' | 'toRef' | 'version' | 'date' | 'audience' | 'paths'
>

/** The first half of the story: from two refs to the changes between them, and what is not one. */
export async function gatherChanges(request: Asked, context: Asking, begin: ReturnType<typeof reportStages>) {
  const { host, token, signal, deadlineAt } = context
  await begin('resolve', 2)
  const repository = await host.open({ repoFullName: request.repoFullName, token, signal, deadlineAt })
  const resolving = resolveRange(repository, request)
  // The judgement, with what it has learned, is a large part of the program: it is loaded while git works.
  const judgement = ahead(import('../curate/curate.ts'))
  const resolved = await resolving

  await begin('collect', null)
  const messages = new Messages()
  const onCommit = (commit: Commit) => messages.add(commit)
  const collecting = collect(repository, resolved.range, { ...context, onCommit })
  // So is what prints, which somebody will ask for.
  ahead(import('../render/render.ts'))
  const history = await collecting
  const range = answerRange(repository.web, resolved.range, history.relation)

  await begin('curate', history.commits.length)
  const learnt = await learnHabit(repository, history, context)
  const style = learnt?.style ?? null
  const changelog = history.changelog?.path ?? null
  const { curate } = await judgement
  const curated = curate(history, { ...request, style, changelog, messages })
  const houseStyle = reportHabit(history.changelog, learnt)
  const voice = houseStyle?.voice ?? null
  const warnings = [...resolved.warnings, ...history.warnings, ...curated.warnings]
  const { version, date } = resolved.range
  const read = { history, messages, curated, style, voice, houseStyle, warnings }
  return { web: repository.web, range, version, date, ...read }
}

/** What is waited for later, where it is also told if it failed. */
function ahead<Part>(part: Promise<Part>): Promise<Part> {
  part.catch(() => {})
  return part
}

/** How the project has chosen and filed before, by its own changelog; learned once for each place in its history. */
async function learnHabit(repository: Repository, history: History, { host, memoize }: Asking) {
  const { changelog, range } = history
  if (!changelog || range.fromSha === null) return null
  const words = ['habit', host.name, repository.fullName, range.fromSha, changelog.text]
  return memoize(words, async () => {
    const { learnFrom } = await import('../curate/learned/learn-from.ts')
    return learnFrom(await collectPast(repository, history))
  })
}

/** What was learned of a project's past and of how much of it, as answers tell it. */
export function reportHabit(changelog: History['changelog'], learnt: LearnedHabit | null) {
  if (!changelog || !learnt) return null
  const { units: changes, listed } = learnt.style
  const voice = learnVoice(changelog.text)
  return { from: changelog.path, releases: learnt.releases, changes, listed, voice }
}
