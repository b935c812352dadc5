import { expect, test } from 'vitest'
import type { OmissionReason } from '../../core/change.ts'
import type { DiffFact } from '../../core/diff-fact.ts'
import type { ChangeUnit } from '../group/group-into-units.ts'
import type { Prediction } from '../learned/predict-units.ts'
import { rateDoubt } from './rate-doubt.ts'

interface Given {
  title?: string
  reason?: OmissionReason
  margin?: number
  paths?: string[]
  facts?: DiffFact[]
  isFinal?: boolean
  /** The type that the author gave; no rule excludes the change then, only the prediction. */
  type?: string
  isUnwritten?: boolean
}

function doubt({ title = 'x', reason = 'not-notable', margin = -2, paths = [], facts = [], ...more }: Given) {
  const commit = { commit: { paths, parents: ['0'] } }
  const header = { type: more.type ?? null }
  const unit = { title, header, commits: [commit], pullRequestDetails: null } as unknown as ChangeUnit
  const exclusion =
    more.type === undefined ? { reason, detail: '', kind: '', isFinal: more.isFinal ?? false } : null
  return rateDoubt({
    ...{ unit, reason, facts, exclusion, noOp: null, override: null },
    prediction: { margin } as Prediction,
    isUnwritten: more.isUnwritten ?? false,
  })
}

const raised: DiffFact = {
  ...{ kind: 'minimum-version', action: 'raised', name: 'Node.js' },
  ...{ from: '18', to: '20', path: 'package.json' },
}
const bump = { title: 'bump undici from 6 to 7', reason: 'dependency' as const }

test.each<[string, Given, boolean]>([
  ['a raised minimum version', { reason: 'internal', facts: [raised] }, true],
  ['documentation', { reason: 'docs', facts: [{ ...raised, kind: 'documentation' }] }, false],
  ['a runtime dependency', { ...bump, paths: ['package.json'] }, true],
  ['a lock file only', { ...bump, paths: ['package-lock.json'] }, false],
  [
    'a dependency of the tools',
    { ...bump, title: 'bump eslint from 8 to 9', paths: ['package.json'] },
    false,
  ],
  ['a narrow margin', { margin: -0.2 }, true],
  ['a wide margin', { margin: -0.9 }, false],
  ['tests by a narrow margin', { reason: 'test', margin: -0.1 }, false],
  ['no margin at all', { margin: Number.NEGATIVE_INFINITY }, false],
  ['a fix of what is shipped', { type: 'fix', paths: ['src/parse.ts'] }, true],
  ['a fix of tests', { type: 'fix', paths: ['test/parse.test.ts'] }, false],
  ['a chore', { type: 'chore', paths: ['src/parse.ts'] }, false],
  ['a final exclusion', { facts: [raised], isFinal: true }, false],
  ['what the authors did not write about', { margin: -0.1, isUnwritten: true }, false],
])('%s', (_what, given, isDoubtful) => {
  expect(doubt(given) !== null).toBe(isDoubtful)
})
