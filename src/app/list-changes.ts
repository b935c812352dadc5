import type { ChangesAnswer } from '../core/answer.ts'
import type { Change } from '../core/change.ts'
import type { Gateway } from '../core/gateway.ts'
import type { GenerateContext } from '../core/generate-context.ts'
import { reportStages } from '../core/progress.ts'
import type { GenerateRequest } from '../core/request.ts'
import { cutText } from '../text/inline-text.ts'
import { checkLedger } from '../verify/check-ledger.ts'
import { planWriting } from '../write/plan-writing.ts'
import { packageOf } from './finish-notes.ts'
import { gatherChanges } from './gather-changes.ts'
import { reportConfig } from './load-config.ts'

const maxText = 4000
const maxChangelog = 4000

/** Lists the changes of a range with their evidence, and estimates what it costs to write them with a model. */
export async function listChanges(
  request: GenerateRequest,
  context: Omit<GenerateContext, 'gateway' | 'onEntry'> & {
    gateway: Pick<Gateway, 'model' | 'price' | 'check'>
  },
): Promise<ChangesAnswer> {
  const begin = reportStages(context)
  const gathered = await gatherChanges(request, context, begin)
  const { history, range, version, date, curated, voice, houseStyle, config, web, warnings } = gathered
  const { projectName, tag = null, previousVersion = null } = gathered
  const chosen = packageOf(config)
  const { changes, omitted, contributors } = curated
  checkLedger(history.commits, changes, omitted)
  const plan = await planWriting(curated, request, {
    ...context,
    changelog: history.changelog,
    fromRef: range.fromRef,
    voice,
  })
  await begin(null, null)
  const commitCount = history.commits.length
  const listed = changes.map(asListed)
  const changelog = history.changelog && {
    ...history.changelog,
    text: cutText(history.changelog.text, maxChangelog),
  }
  return {
    success: true,
    commitCount,
    range,
    version,
    date,
    houseStyle,
    config: reportConfig(config, curated.unused ?? []),
    changes: listed,
    omitted,
    contributors,
    plan,
    layout: {
      web,
      releaseConfig: history.releaseConfig,
      config: config.source === 'none' ? null : config.config,
      changelog,
      projectName,
      package: chosen && { name: chosen.name, folder: chosen.folder },
      packages: config.packageNames,
      tag,
      previousVersion,
    },
    warnings,
  }
}

function asListed(given: Change): ChangesAnswer['changes'][number] {
  const {
    sources,
    requestTexts = [],
    authors,
    messages,
    requestBodies: _bodies,
    facts: _facts,
    ...rest
  } = given
  const { type, sections: _sections, ...change } = rest
  return {
    ...change,
    ...(change.section === undefined ? {} : { type }),
    notability: Math.round(change.notability * 100) / 100,
    subjects: messages.map(({ subject }) => subject),
    authors: authors.map(({ login, name }) => login ?? name),
    texts: sources.map((source) => cutText(source, maxText)),
    textSources: sources.map((source) => (requestTexts.includes(source) ? 'pull_request' : 'commit')),
  }
}
